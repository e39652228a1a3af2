// Reads what a document is before a write that can be taken back, and after it.
import { draftStatusOf, type StoredDocument, type Transaction } from '../platform/db/index.ts';
import { reviewNames, type ContentType } from '../schema/index.ts';

/** What a document in one locale was before a write or after it, without its values. */
export interface Trace {
  readonly locale: string | null;
  /** The write that made what is stored: links that other documents move are none. */
  readonly mark: string;
  /** The number of the version. */
  readonly version: number;
  readonly status: 'draft' | 'modified' | 'published';
  readonly stage: string | null;
  readonly assignee: string | null;
  /** The deletion, of a document in the trash. */
  readonly deletion: string | null;
}

const projection = {
  ...{ locale: 1, revision: 1, 'written.id': 1, 'written.revision': 1, 'removed.deletion': 1 },
  ...{ 'draft.updatedAt': 1, 'published.updatedAt': 1 },
  ...Object.fromEntries(Object.values(reviewNames).map((name) => [name, 1] as const)),
};

const toTrace = (stored: StoredDocument): Trace => {
  const { locale, revision, written, removed } = stored;
  return {
    locale,
    mark: written?.id.toHexString() ?? String(revision),
    version: written?.revision ?? revision,
    status: draftStatusOf(stored),
    stage: stored[reviewNames.stage] ?? null,
    assignee: stored[reviewNames.assignee] ?? null,
    deletion: removed?.deletion.toHexString() ?? null,
  };
};

/** @param locale undefined: all @returns the traces of a document, also of a deleted one, by locale */
export const readTraces = async (
  { db, options }: Transaction,
  { collectionName }: ContentType,
  documentId: string,
  locale: string | null | undefined,
): Promise<readonly Trace[]> => {
  const stored = await db
    .collection<StoredDocument>(collectionName)
    .find({ documentId, ...(locale === undefined ? {} : { locale }) }, { ...options, projection })
    .sort({ locale: 1 })
    .toArray();
  return stored.map(toTrace);
};
