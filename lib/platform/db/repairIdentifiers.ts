// Repairs the stored identifiers of users, which releases before one unique index covered names and emails did not write.
import type { AnyBulkWriteOperation, Collection, Document, Filter, WithId } from 'mongodb';
import { identifiersIn, identifyingAttributes, type ContentType, type Schema } from '../../schema/index.ts';
import type { StoredDocument } from './storedDocument.ts';

const batchSize = 1_000;

/** The MongoDB expression for the identifier in one attribute, as `identifiersIn` computes it; `$toLower` changes ASCII only, so `rewrite` compares again. */
const identifierExpression = (name: string): Document => {
  const value = `$published.${name}`;
  const isAddress = { $gte: [{ $indexOfCP: [value, '@'] }, 0] };
  const isText = { $and: [{ $eq: [{ $type: value }, 'string'] }, { $ne: [value, ''] }] };
  return { $cond: [isText, { $cond: [isAddress, { $toLower: value }, value] }, null] };
};

/** Documents whose identifiers differ from those of their values, as far as the database can compare them. */
const differingIn = (users: Collection<StoredDocument>, type: ContentType) => {
  const names = identifyingAttributes(type);
  const expected = { $setDifference: [names.map(identifierExpression), [null]] };
  const values = Object.fromEntries(names.map((name) => [`published.${name}`, 1]));
  return users.aggregate<WithId<StoredDocument>>([
    { $match: { $expr: { $not: { $setEquals: [{ $ifNull: ['$identifiers', []] }, expected] } } } },
    { $project: { ...values, identifiers: 1 } },
  ]);
};

/** Which identifiers to store of those that a document should have. */
type Choice = (expected: readonly string[], stored: readonly string[]) => readonly string[];

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((identifier) => other.includes(identifier));

/** The update of one document, which does nothing if the document has changed since it was read. */
const updateFor = (
  type: ContentType,
  { _id, published, identifiers: stored = [] }: WithId<StoredDocument>,
  identifiers: readonly string[],
): AnyBulkWriteOperation<StoredDocument> => {
  const asRead = identifyingAttributes(type).map((name) => [`published.${name}`, published?.[name] ?? null] as const);
  const filter: Filter<StoredDocument> = {
    _id,
    identifiers: stored.length === 0 ? { $exists: false } : stored,
    ...Object.fromEntries(asRead),
  };
  const update = identifiers.length === 0 ? { $unset: { identifiers: 1 } as const } : { $set: { identifiers } };
  return { updateOne: { filter, update } };
};

/** @returns whether documents differed */
const rewrite = async (users: Collection<StoredDocument>, type: ContentType, choose: Choice): Promise<boolean> => {
  let updates: AnyBulkWriteOperation<StoredDocument>[] = [];
  let differs = false;
  const write = async (): Promise<void> => {
    if (updates.length > 0) await users.bulkWrite(updates, { ordered: false });
    updates = [];
  };
  for await (const user of differingIn(users, type)) {
    const expected = identifiersIn(type, user.published ?? {}) ?? [];
    const stored = user.identifiers ?? [];
    if (same(expected, stored)) continue;
    differs = true;
    const chosen = choose(expected, stored);
    if (!same(chosen, stored)) updates.push(updateFor(type, user, chosen));
    if (updates.length >= batchSize) await write();
  }
  await write();
  return differs;
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
 * Rewrites the identifiers of documents that lack them, or that have others than those of their names and email addresses.
 * Collections of types without identifiers stay as they are. If no document differs, this is one aggregation.
 *
 * @throws MongoServerError with a duplicate key if the index exists and two documents share an identifier
 */
export const repairIdentifiers = async (documents: Collection<StoredDocument>, schema: Schema): Promise<void> => {
  for (const type of schema.types.values()) {
    if (type.collectionName !== documents.collectionName || identifyingAttributes(type).length === 0) continue;
    // First free the identifiers that users no longer have: others may have taken them since.
    const stillTrue: Choice = (expected, stored) => stored.filter((identifier) => expected.includes(identifier));
    if (await rewrite(documents, type, stillTrue)) await rewrite(documents, type, (expected) => expected);
  }
};
