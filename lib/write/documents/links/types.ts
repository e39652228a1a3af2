// A write as its links see it, and the updates of other documents that it brings along.
import type { Unit, Versions } from '../../../platform/db/index.ts';
import type { ContentType } from '../../../schema/index.ts';

/** A change of other documents, made in the transaction of the write it belongs to. */
export type Reach = (unit: Unit) => Promise<void>;

export interface Source {
  readonly type: ContentType;
  readonly documentId: string;
  /** null where the type is not localized. */
  readonly locale: string | null;
  /** The locale of the documents that it links to, and that link to it, where those have one. */
  readonly linked: string;
  readonly before: Versions;
  /** The versions that this write makes. */
  readonly written: Versions;
}
