// Declares what cache headers need to know of an answer: lib/read/execute collects it, lib/api/http writes the headers.

export interface CacheMetadata {
  /** The uid of the requested type. */
  readonly uid: string;
  /** Whether the answer may contain drafts. */
  readonly drafts: boolean;
  /** Its surrogate keys, separated by spaces; undefined if no shared cache may store the answer. */
  readonly keys?: string;
}
