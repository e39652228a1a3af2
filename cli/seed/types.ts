// Types for the content of a seed file.
import type { ContentType } from '../../lib/schema/index.ts';

export type SeedDocument = Readonly<Record<string, unknown>>;

/** The documents that a file has of one type, in the order of the file. */
export interface SeedGroup {
  /** The name of the type in the file. */
  readonly name: string;
  readonly type: ContentType;
  readonly documents: readonly SeedDocument[];
}
