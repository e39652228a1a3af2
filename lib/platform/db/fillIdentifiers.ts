// Adds `identifiers` to users that were stored before one unique index covered names and email addresses.
import type { AnyBulkWriteOperation, Collection, Filter, WithId } from 'mongodb';
import { identifiersIn, identifyingAttributes, type ContentType, type Schema } from '../../schema/index.ts';
import type { StoredDocument } from './storedDocument.ts';

const batchSize = 1_000;

/** The update that adds the identifiers to a document, unless it has changed since: every write stores them too. */
const updateFor = (
  type: ContentType,
  { _id, published }: WithId<StoredDocument>,
): readonly AnyBulkWriteOperation<StoredDocument>[] => {
  const identifiers = published === undefined ? undefined : identifiersIn(type, published);
  if (identifiers === undefined) return [];
  const asRead = identifyingAttributes(type).map((name) => [`published.${name}`, published?.[name] ?? null] as const);
  const filter: Filter<StoredDocument> = { _id, identifiers: { $exists: false }, ...Object.fromEntries(asRead) };
  return [{ updateOne: { filter, update: { $set: { identifiers } } } }];
};

const fillCollection = async (users: Collection<StoredDocument>, type: ContentType): Promise<void> => {
  const projection = Object.fromEntries(identifyingAttributes(type).map((name) => [`published.${name}`, 1]));
  const missing = users.find({ identifiers: { $exists: false }, 'published.id': { $gte: 0 } }, { projection });
  let updates: AnyBulkWriteOperation<StoredDocument>[] = [];
  const write = async (): Promise<void> => {
    if (updates.length > 0) await users.bulkWrite(updates, { ordered: false });
    updates = [];
  };
  for await (const user of missing) {
    updates.push(...updateFor(type, user));
    if (updates.length >= batchSize) await write();
  }
  await write();
};

/** The report names at most this many identifiers. */
const maxReported = 20;

/** @returns a line for each identifier that several documents share */
export const sharedIdentifiers = async (documents: Collection<StoredDocument>): Promise<readonly string[]> => {
  const pipeline = [
    { $match: { identifiers: { $exists: true } } },
    { $unwind: '$identifiers' },
    { $sort: { 'published.id': 1 } },
    { $group: { _id: '$identifiers', ids: { $push: '$published.id' } } },
    { $match: { 'ids.1': { $exists: true } } },
    { $sort: { _id: 1 } },
    { $limit: maxReported },
  ];
  const shared = documents.aggregate<{ readonly _id: string; readonly ids: readonly number[] }>(pipeline, {
    allowDiskUse: true,
  });
  return (await shared.toArray()).map(
    ({ _id, ids }) => `"${_id}" is the name or email address of ${ids.join(' and ')}`,
  );
};

/**
 * Adds identifiers to the documents that have none yet. Collections of types without identifiers stay as they are.
 *
 * @throws MongoServerError with a duplicate key if the index exists and two documents share an identifier
 */
export const fillIdentifiers = async (documents: Collection<StoredDocument>, schema: Schema): Promise<void> => {
  for (const type of schema.types.values())
    if (type.collectionName === documents.collectionName && identifyingAttributes(type).length > 0)
      await fillCollection(documents, type);
};
