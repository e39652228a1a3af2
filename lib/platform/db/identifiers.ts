// The identifiers of users who were stored before there was one unique index over names and addresses.
import type { AnyBulkWriteOperation, Collection, Filter, WithId } from 'mongodb';
import { identifiersIn, identifyingAttributes, type ContentType, type Schema } from '../../schema/index.ts';
import type { Stored } from './stored.ts';

const batch = 1_000;

/** What one document lacks, unless it was written meanwhile: every write stores it too. */
const updateFor = (type: ContentType, { _id, published }: WithId<Stored>): readonly AnyBulkWriteOperation<Stored>[] => {
  const identifiers = published === undefined ? undefined : identifiersIn(type, published);
  if (identifiers === undefined) return [];
  const asRead = identifyingAttributes(type).map((name) => [`published.${name}`, published?.[name] ?? null] as const);
  const filter: Filter<Stored> = { _id, identifiers: { $exists: false }, ...Object.fromEntries(asRead) };
  return [{ updateOne: { filter, update: { $set: { identifiers } } } }];
};

const fill = async (users: Collection<Stored>, type: ContentType): Promise<void> => {
  const projection = Object.fromEntries(identifyingAttributes(type).map((name) => [`published.${name}`, 1]));
  const missing = users.find({ identifiers: { $exists: false }, 'published.id': { $gte: 0 } }, { projection });
  let updates: AnyBulkWriteOperation<Stored>[] = [];
  const write = async (): Promise<void> => {
    if (updates.length > 0) await users.bulkWrite(updates, { ordered: false });
    updates = [];
  };
  for await (const user of missing) {
    updates.push(...updateFor(type, user));
    if (updates.length >= batch) await write();
  }
  await write();
};

/** Of more only the first are named. */
const most = 20;

/** @returns a line for each identifier that several documents have */
export const sharedIdentifiers = async (documents: Collection<Stored>): Promise<readonly string[]> => {
  const pipeline = [
    { $match: { identifiers: { $exists: true } } },
    { $unwind: '$identifiers' },
    { $sort: { 'published.id': 1 } },
    { $group: { _id: '$identifiers', ids: { $push: '$published.id' } } },
    { $match: { 'ids.1': { $exists: true } } },
    { $sort: { _id: 1 } },
    { $limit: most },
  ];
  const shared = documents.aggregate<{ readonly _id: string; readonly ids: readonly number[] }>(pipeline, {
    allowDiskUse: true,
  });
  return (await shared.toArray()).map(({ _id, ids }) => `"${_id}" is a name or an address of ${ids.join(' and ')}`);
};

/**
 * Stores the identifiers of documents that have none yet; nothing for a collection of other types.
 *
 * @throws MongoServerError for a duplicate key where the index exists and a document has what another has
 */
export const fillIdentifiers = async (documents: Collection<Stored>, schema: Schema): Promise<void> => {
  for (const type of schema.types.values())
    if (type.collectionName === documents.collectionName && identifyingAttributes(type).length > 0)
      await fill(documents, type);
};
