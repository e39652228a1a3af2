// Finds existing documents by their ids.
import type { Collection, Document } from 'mongodb';
import { versionsOf, type ContentType } from '../../schema/index.ts';
import { livingFilter, mapItems, type StoredDocument, type Transaction } from '../../platform/db/index.ts';

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

/** Documents of one type. */
export interface DocumentsOfType {
  readonly type: ContentType;
  readonly documentIds: readonly string[];
}

/** The filter for those documents that exist; for a localized type, in this locale. */
const existingFilter = ({ type, documentIds }: DocumentsOfType, locale: string) => ({
  documentId: { $in: documentIds },
  ...livingFilter,
  ...(type.localized ? { locale } : {}),
});

/**
 * Finds documents of several types with one command, because its cost is mostly that of the round trip. A transaction
 * takes one for each type: older sharded clusters allow no joins in it.
 *
 * @returns for each type, the ids of those documents that exist
 */
export const existingOfTypes = async (
  unit: Transaction,
  groups: readonly DocumentsOfType[],
  locale: string,
): Promise<readonly ReadonlySet<string>[]> => {
  const [first, ...more] = groups;
  if (first === undefined || more.length === 0 || unit.options.session !== undefined)
    return mapItems(unit, groups, ({ type, documentIds }) => existingAmong(unit, type, documentIds, locale));
  const pipelineOf = (group: DocumentsOfType): Document[] => [
    { $match: existingFilter(group, locale) },
    { $project: { _id: 0, documentId: 1, group: { $literal: groups.indexOf(group) } } },
  ];
  const unions = more.map((group) => ({
    $unionWith: { coll: group.type.collectionName, pipeline: pipelineOf(group) },
  }));
  const found = await collectionOf(unit, first.type)
    .aggregate<{ readonly documentId: string; readonly group: number }>([...pipelineOf(first), ...unions], unit.options)
    .toArray();
  return groups.map(
    (_, index) => new Set(found.flatMap(({ documentId, group }) => (group === index ? [documentId] : []))),
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
  const found = await collectionOf(unit, type)
    .find(existingFilter({ type, documentIds }, locale), { ...unit.options, projection: { documentId: 1 } })
    .toArray();
  return new Set(found.map(({ documentId }) => documentId));
};
