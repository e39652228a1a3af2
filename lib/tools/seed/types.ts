// What a seed file holds.
import type { ContentType } from '../../schema/index.ts';

export type SeedDocument = Readonly<Record<string, unknown>>;

/** The documents a file has of one type, in its order. */
export interface SeedGroup {
  /** As the file names it. */
  readonly name: string;
  readonly type: ContentType;
  readonly documents: readonly SeedDocument[];
}
