// Defines the types of a write's links, and of the updates of other documents.
import type { Transaction, StoredVersions } from '../../../platform/db/index.ts';
import type { ContentType } from '../../../schema/index.ts';
import type { RelatableDocuments } from './relatableTargets.ts';

/** A change of other documents in the transaction of a write. */
export type RelatedUpdate = (unit: Transaction) => Promise<void>;

export interface LinkSource {
  readonly type: ContentType;
  readonly documentId: string;
  /** null when the type is not localized. */
  readonly locale: string | null;
  /** The locale of documents that it links to, and that link to it, if they have one. */
  readonly linkLocale: string;
  readonly before: StoredVersions;
  /** The versions that the write stores. */
  readonly written: StoredVersions;
  /** What the caller may relate to and update, for an attribute of its body; undefined: everything. */
  readonly rulesFor?: (attribute: string) => RelatableDocuments | undefined;
}
