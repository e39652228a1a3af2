// Finds existing documents by their ids.
import type { Collection } from 'mongodb';
import { versionsOf, type ContentType } from '../../schema/index.ts';
import { livingFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';

const collectionOf = ({ db }: Transaction, { collectionName }: ContentType): Collection<StoredDocument> =>
  db.collection(collectionName);

/** @returns by version id, the documentId of the document that has that version, in any locale */
export const documentIdsByVersionId = async (
  unit: Transaction,
  type: ContentType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  // The indexes of localized types begin with the locale, so the query needs a condition on it.
  const anywhere = type.localized ? { locale: { $gt: '' } } : {};
  const having = versionsOf(type).map((version) => ({ ...anywhere, [`${version}.id`]: { $in: ids } }));
  const found = await collectionOf(unit, type)
    .find({ $or: having }, { ...unit.options, projection: { documentId: 1, 'draft.id': 1, 'published.id': 1 } })
    .toArray();
  return new Map(
    found.flatMap(({ documentId, draft, published }) =>
      [draft, published].flatMap((version) => (version === undefined ? [] : [[version.id, documentId] as const])),
    ),
  );
};

/** @returns the ids of those documents that exist; for a localized type, in this locale */
export const existingAmong = async (
  unit: Transaction,
  type: ContentType,
  documentIds: readonly string[],
  locale: string,
): Promise<ReadonlySet<string>> => {
  if (documentIds.length === 0) return new Set();
  const existing = { documentId: { $in: documentIds }, ...livingFilter, ...(type.localized ? { locale } : {}) };
  const found = await collectionOf(unit, type)
    .find(existing, { ...unit.options, projection: { documentId: 1 } })
    .toArray();
  return new Set(found.map(({ documentId }) => documentId));
};
