// What is in an answer of documents, as far as caches are told: lib/read/execute says it, lib/api/http writes it.

export interface Shown {
  /** Of the type that was asked for. */
  readonly uid: string;
  /** Whether there may be drafts in it. */
  readonly drafts: boolean;
  /** Its surrogate keys, with spaces between; undefined where no cache keeps it for others. */
  readonly keys?: string;
}
