// Derives the indexes that a schema needs.
import type { CreateIndexesOptions } from 'mongodb';
import {
  builtInUids,
  identifyingAttributes,
  localeIndexKey,
  isContent,
  isOwningSide,
  linkPaths,
  orderIndexKeys,
  baseOrders,
  oppositeOrders,
  factorKindsName,
  versionsOf,
  type Attribute,
  type ContentType,
  type IndexKeys,
  type Schema,
  type Status,
  type ValueKind,
} from '../../schema/index.ts';
import { bulkCollections, collections, persistedQueries } from './collections.ts';
import { changedIndex } from './storedDocument.ts';
import { uncountedFilter } from './storedTotals.ts';

export interface Index {
  readonly collection: string;
  readonly key: IndexKeys;
  readonly options: CreateIndexesOptions & { readonly name: string };
}

/** How long the tombstone of a deleted document stays. */
export const tombstoneSeconds = 30 * 24 * 3600;

const text = { $gt: '' };
const number = { $gte: -Infinity };

/** The values that a unique index covers, by kind: not null, and not the empty string, which many documents may have. */
const coveredValues: Record<Exclude<ValueKind, 'json' | 'blocks'>, object> = {
  text,
  date: text,
  time: text,
  datetime: { $gte: new Date(-8.64e15) },
  integer: number,
  biginteger: number,
  number,
  boolean: { $gte: false },
};

/** The name of an index with these keys. */
export const indexName = (key: IndexKeys): string =>
  Object.entries(key)
    .map(([path, direction]) => (direction === 1 ? path : `-${path}`))
    .join('_');

/** Whether queries search for the links of an attribute. They never search for links to files. */
const isSearched = (attribute: Attribute): boolean => isOwningSide(attribute) && attribute.type === 'relation';

/**
 * What an index is for, in the order in which indexes get a place within MongoDB's limit. Without one of the first kind
 * an answer would be wrong; without another one a query reads the whole collection.
 */
const purposes = [
  'correctness',
  'counts',
  'times',
  'declared',
  'statuses',
  'links with an inverse side',
  'values',
  'published links',
  'draft links',
  'sync',
  'links in components',
  'opposite orders',
] as const;

type Purpose = (typeof purposes)[number];

interface TypeIndex extends Index {
  readonly purpose: Purpose;
}

const typeIndex = (
  purpose: Purpose,
  { collectionName: collection }: ContentType,
  key: IndexKeys,
  options: CreateIndexesOptions = {},
): TypeIndex => ({ purpose, collection, key, options: { ...options, name: indexName(key) } });

/** The purpose of the index that serves an order. */
const orderPurpose = (keys: IndexKeys, { attributes }: ContentType): Purpose => {
  const [path = '', ...more] = Object.keys(keys);
  const name = path.slice(path.indexOf('.') + 1);
  if (name === 'createdAt' || name === 'updatedAt') return 'times';
  if (name === 'draftStatus') return 'statuses';
  const attribute = attributes.get(name);
  return more.length > 0 || attribute?.kind !== 'scalar' || !attribute.unique ? 'declared' : 'values';
};

/** Orders that nobody declared, and by unique attributes, give way to relations: without those, each lookup reads the collection. */
const oppositePurpose = (keys: IndexKeys, type: ContentType): Purpose => {
  const purpose = orderPurpose(keys, type);
  return purpose === 'times' || purpose === 'statuses' ? purpose : 'opposite orders';
};

const linkPurpose = (attribute: Attribute, version: Status): Purpose => {
  const hasInverse =
    attribute.kind === 'morph' ||
    (attribute.kind === 'relation' && attribute.side.holds === 'links' && attribute.side.inversedBy !== undefined);
  return hasInverse ? 'links with an inverse side' : version === 'draft' ? 'draft links' : 'published links';
};

const versionIndexes = (type: ContentType, version: Status): readonly TypeIndex[] => {
  /** The index leaves out documents without this version. */
  const partialFilterExpression = { [`${version}.id`]: { $gte: 0 } };
  const orderIndex = (purpose: Purpose, keys: IndexKeys): TypeIndex =>
    typeIndex(purpose, type, orderIndexKeys(type, version, keys), { partialFilterExpression });
  const own = [...type.attributes.values()].flatMap((attribute): readonly TypeIndex[] => {
    const path = `${version}.${attribute.name}`;
    // The schema refuses unique JSON.
    if (attribute.kind === 'scalar' && attribute.unique && attribute.value !== 'json' && attribute.value !== 'blocks')
      return [
        typeIndex(
          'correctness',
          type,
          { ...localeIndexKey(type), [path]: 1 },
          { unique: true, partialFilterExpression: { [path]: coveredValues[attribute.value] } },
        ),
      ];
    return isSearched(attribute) ? [typeIndex(linkPurpose(attribute, version), type, { [`${path}.to`]: 1 })] : [];
  });
  return [
    // For counts: with a partial index MongoDB would fetch documents, with this one it only scans keys.
    typeIndex('counts', type, { ...localeIndexKey(type), [`${version}.id`]: 1 }),
    ...baseOrders(type, version).map((keys) => orderIndex(orderPurpose(keys, type), keys)),
    ...oppositeOrders(type, version).map((keys) => orderIndex(oppositePurpose(keys, type), keys)),
    ...own,
  ];
};

/** MongoDB's limit for a collection, including the index on `_id`. */
export const maxIndexes = 64;

/** The partial indexes for links in components: they cover only documents with such links. */
const componentIndexes = (type: ContentType, schema: Schema): readonly TypeIndex[] =>
  versionsOf(type).flatMap((version) =>
    [...type.attributes.values()]
      .filter((attribute) => !isSearched(attribute))
      .flatMap((attribute) => linkPaths(attribute, isSearched, schema))
      .map((path) =>
        typeIndex(
          'links in components',
          type,
          { [`${version}.${path}`]: 1 },
          { partialFilterExpression: { [`${version}.${path}`]: text } },
        ),
      ),
  );

const changeIndexes = (type: ContentType): readonly TypeIndex[] =>
  isContent(type)
    ? [typeIndex('sync', type, changedIndex, { partialFilterExpression: { changed: { $exists: true } } })]
    : [];

/** The index for totals: documents that are not in the stored total as they are now. */
export const uncountedIndex = (type: ContentType): IndexKeys => ({ uncounted: 1, ...localeIndexKey(type) });

const uncountedIndexes = (type: ContentType): readonly TypeIndex[] =>
  isContent(type)
    ? [typeIndex('counts', type, uncountedIndex(type), { partialFilterExpression: uncountedFilter })]
    : [];

/** The index for the relay: documents with pending events, oldest first. A path to the first element of a list makes no multikey index. */
const pendingIndexes = (type: ContentType): readonly TypeIndex[] =>
  isContent(type)
    ? [
        typeIndex(
          'correctness',
          type,
          { 'pending.0.at': 1 },
          { partialFilterExpression: { 'pending.0.at': { $gt: new Date(0) } } },
        ),
      ]
    : [];

/** The indexes that a type would have without MongoDB's limit; two with the same name are one. */
const wantedIndexes = (type: ContentType, schema: Schema): readonly TypeIndex[] => {
  const all = [
    typeIndex('correctness', type, { documentId: 1, locale: 1 }, { unique: true }),
    typeIndex('correctness', type, { deletedAt: 1 }, { expireAfterSeconds: tombstoneSeconds }),
    ...pendingIndexes(type),
    // At most one living document for each locale: two writers cannot both create a single type.
    ...(type.kind === 'singleType'
      ? [
          typeIndex(
            'correctness',
            type,
            { single: 1, locale: 1 },
            { unique: true, partialFilterExpression: { single: true } },
          ),
        ]
      : []),
    ...(identifyingAttributes(type).length > 0
      ? [
          typeIndex(
            'correctness',
            type,
            { identifiers: 1 },
            { unique: true, partialFilterExpression: { identifiers: text } },
          ),
        ]
      : []),
    ...(type.uid === builtInUids.user
      ? [typeIndex('values', type, { [factorKindsName]: 1 }, { partialFilterExpression: { [factorKindsName]: text } })]
      : []),
    ...versionsOf(type).flatMap((version) => versionIndexes(type, version)),
    ...uncountedIndexes(type),
    ...changeIndexes(type),
    ...componentIndexes(type, schema),
  ];
  return [...new Map(all.map((index) => [index.options.name, index])).values()];
};

/** The indexes of a type. */
export interface TypeIndexes {
  /** Those that it has. */
  readonly chosen: readonly Index[];
  /** Those that MongoDB's limit leaves no place for. */
  readonly omitted: readonly Index[];
  /** How many it must have: more than the limit is a fault. */
  readonly required: number;
}

/**
 * Chooses the indexes of a type within MongoDB's limit. If the indexes for links in components do not all fit, none is
 * chosen: one path without an index makes a deletion scan the collection anyway.
 */
export const indexesOf = (type: ContentType, schema: Schema): TypeIndexes => {
  const wanted = wantedIndexes(type, schema);
  const byPurpose = purposes.flatMap((purpose) => wanted.filter((index) => index.purpose === purpose));
  // One of the places is for the index on _id.
  const places = maxIndexes - 1;
  const isLink = ({ purpose }: TypeIndex): boolean => purpose === 'links in components';
  const haveLinksPlace = byPurpose.findLastIndex(isLink) < places;
  const chosen = new Set(byPurpose.slice(0, places).filter((index) => haveLinksPlace || !isLink(index)));
  return {
    chosen: wanted.filter((index) => chosen.has(index)),
    omitted: byPurpose.filter((index) => !chosen.has(index)),
    required: wanted.filter(({ purpose }) => purpose === 'correctness').length,
  };
};

const idempotencySeconds = 24 * 3600;

const parkedSeconds = 30 * 24 * 3600;

/** The first screen lists notices for less time. */
const noticeSeconds = 30 * 24 * 3600;

/** A receiver that no code has any more is forgotten after its last parked deliveries. */
const receiverSeconds = parkedSeconds + 24 * 3600;

const { audit, deliveries, versions } = collections;

/** Collections whose values repeat much: MongoDB compresses them with zstd. */
export const compressedCollections: readonly string[] = [
  versions,
  collections.versionValues,
  audit,
  collections.searchDocuments,
];

const auditFilters = ['actor', 'action', 'target.type', 'target.documentId'] as const;

const lecternIndexes: readonly Index[] = [
  { collection: collections.tokens, key: { hash: 1 }, options: { name: 'hash', unique: true } },
  { collection: collections.tokens, key: { name: 1 }, options: { name: 'name', unique: true } },
  { collection: collections.folders, key: { parent: 1, name: 1 }, options: { name: 'name', unique: true } },
  {
    collection: collections.idempotency,
    key: { createdAt: 1 },
    options: { name: 'createdAt', expireAfterSeconds: idempotencySeconds },
  },
  { collection: collections.attempts, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: collections.scimUsers, key: { externalId: 1 }, options: { name: 'externalId', sparse: true } },
  { collection: collections.scimGroups, key: { name: 1 }, options: { name: 'name', unique: true } },
  { collection: collections.scimGroups, key: { externalId: 1 }, options: { name: 'externalId', sparse: true } },
  { collection: collections.scimGroups, key: { members: 1 }, options: { name: 'members' } },
  { collection: collections.knownDevices, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: collections.sessions, key: { endsAt: 1 }, options: { name: 'endsAt', expireAfterSeconds: 0 } },
  { collection: collections.sessions, key: { user: 1 }, options: { name: 'user' } },
  { collection: collections.sessions, key: { 'provider.subject': 1 }, options: { name: 'subject', sparse: true } },
  {
    collection: collections.factors,
    key: { 'passkeys.id': 1 },
    options: { name: 'passkey', unique: true, partialFilterExpression: { 'passkeys.id': { $gt: '' } } },
  },
  { collection: collections.challenges, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: collections.identities, key: { user: 1 }, options: { name: 'user' } },
  { collection: collections.providerLogins, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: collections.presence, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: collections.presence, key: { '_id.documentId': 1 }, options: { name: 'documentId' } },
  { collection: collections.listViews, key: { type: 1, name: 1 }, options: { name: 'type' } },
  { collection: collections.listViews, key: { user: 1 }, options: { name: 'user' } },
  {
    collection: collections.receivers,
    key: { seenAt: 1 },
    options: { name: 'seenAt', expireAfterSeconds: receiverSeconds },
  },
  { collection: collections.removedLinks, key: { deletion: 1 }, options: { name: 'deletion' } },
  {
    collection: collections.removedLinks,
    key: { restored: 1 },
    options: { name: 'restored', partialFilterExpression: { restored: { $gt: '' } } },
  },
  {
    collection: collections.removedLinks,
    key: { removedAt: 1 },
    options: { name: 'removedAt', expireAfterSeconds: tombstoneSeconds },
  },
  // The versions of a document, newest first, and the oldest of all documents.
  { collection: versions, key: { documentId: 1, locale: 1, revision: -1 }, options: { name: 'document' } },
  { collection: versions, key: { at: 1 }, options: { name: 'at' } },
  // The audit log, newest first: all of it, and the rows of each filter.
  ...auditFilters.map((name) => ({
    ...{ collection: audit, key: { [name]: 1, at: -1, _id: -1 } as const },
    options: { name },
  })),
  { collection: audit, key: { at: -1, _id: -1 }, options: { name: 'at' } },
  // Rows that no relay has dispatched yet.
  {
    collection: audit,
    key: { pending: 1, _id: 1 },
    options: { name: 'pending', partialFilterExpression: { pending: true } },
  },
  { collection: audit, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  // The releases that the sweep must look at, the earliest first, and those whose event waits for the relay.
  {
    collection: collections.releases,
    key: { due: 1 },
    options: { name: 'due', partialFilterExpression: { due: { $gt: new Date(0) } } },
  },
  {
    collection: collections.releases,
    key: { 'pending.at': 1 },
    options: { name: 'pending', partialFilterExpression: { 'pending.at': { $gt: new Date(0) } } },
  },
  // The newest of those that are done or not, and those of a calendar.
  { collection: collections.releases, key: { releasedAt: 1, _id: -1 }, options: { name: 'released' } },
  { collection: collections.releases, key: { scheduledAt: 1 }, options: { name: 'scheduled' } },
  // An agent has one session at a time.
  {
    collection: collections.releases,
    key: { 'agent.open': 1 },
    options: { name: 'agent', unique: true, partialFilterExpression: { 'agent.open': { $exists: true } } },
  },
  // A document is in a release once. Then the releases of a document.
  {
    collection: collections.releaseActions,
    key: { release: 1, contentType: 1, documentId: 1, locale: 1 },
    options: { name: 'release', unique: true },
  },
  {
    collection: collections.releaseActions,
    key: { contentType: 1, documentId: 1 },
    options: { name: 'document' },
  },
  // The comments of a document in order, those that mention a user or are replies to them, replies, and those whose mails wait.
  {
    collection: collections.comments,
    key: { type: 1, documentId: 1, locale: 1, _id: 1 },
    options: { name: 'document' },
  },
  { collection: collections.comments, key: { mentions: 1, _id: -1 }, options: { name: 'mentions' } },
  { collection: collections.comments, key: { notified: 1, _id: -1 }, options: { name: 'notified' } },
  {
    collection: collections.comments,
    key: { parent: 1 },
    options: { name: 'parent', partialFilterExpression: { parent: { $exists: true } } },
  },
  {
    collection: collections.comments,
    key: { unmailed: 1 },
    options: { name: 'unmailed', partialFilterExpression: { unmailed: { $exists: true } } },
  },
  // Notices of reviews: those of a user, the newest first, those whose mails wait, and when they are removed.
  { collection: collections.reviewNotices, key: { user: 1, _id: -1 }, options: { name: 'user' } },
  {
    collection: collections.reviewNotices,
    key: { unmailed: 1 },
    options: { name: 'unmailed', partialFilterExpression: { unmailed: { $exists: true } } },
  },
  { collection: collections.reviewNotices, key: { at: 1 }, options: { name: 'at', expireAfterSeconds: noticeSeconds } },
  // The jobs of a user, and those that run; the documents of a job, by what became of them.
  { collection: bulkCollections.jobs, key: { by: 1, createdAt: -1 }, options: { name: 'by' } },
  { collection: bulkCollections.jobs, key: { state: 1, createdAt: 1 }, options: { name: 'state' } },
  { collection: bulkCollections.jobs, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: bulkCollections.items, key: { job: 1, state: 1, _id: 1 }, options: { name: 'job' } },
  { collection: bulkCollections.items, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: persistedQueries, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  // The documents of search results: MongoDB need not read their words.
  {
    collection: collections.searchDocuments,
    key: { index: 1, ordinal: 1, _id: 1 },
    options: { name: 'ordinal' },
  },
  // What Meilisearch does not have yet: what is to be sent, and what a task has.
  { collection: collections.searchWaiting, key: { task: 1, version: 1 }, options: { name: 'task' } },
  // The deliveries of a receiver: those due, all in order, and those of one document in order.
  { collection: deliveries, key: { webhook: 1, state: 1, due: 1, place: 1 }, options: { name: 'due' } },
  { collection: deliveries, key: { webhook: 1, state: 1, place: 1, _id: 1 }, options: { name: 'place' } },
  { collection: deliveries, key: { webhook: 1, state: 1, about: 1, place: 1 }, options: { name: 'about' } },
  {
    collection: deliveries,
    key: { since: 1 },
    options: {
      name: 'parked',
      expireAfterSeconds: parkedSeconds,
      partialFilterExpression: { state: 'parked' },
    },
  },
];

/** All indexes of a schema and of Lectern's own collections; two with the same name are one. */
export const requiredIndexes = (schema: Schema): readonly Index[] => {
  const all = [...lecternIndexes, ...[...schema.types.values()].flatMap((type) => indexesOf(type, schema).chosen)];
  return [...new Map(all.map((one) => [`${one.collection} ${one.options.name}`, one])).values()];
};
