// Derives the indexes that a schema needs.
import type { CreateIndexesOptions } from 'mongodb';
import {
  identifyingAttributes,
  localeIndexKey,
  isContent,
  isOwningSide,
  linkPaths,
  orderIndexKeys,
  indexedOrders,
  versionsOf,
  type Attribute,
  type ContentType,
  type IndexKeys,
  type Schema,
  type Status,
  type ValueKind,
} from '../../schema/index.ts';
import { collections } from './collections.ts';

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

const typeIndex = (type: ContentType, key: IndexKeys, options: CreateIndexesOptions = {}): Index => ({
  collection: type.collectionName,
  key,
  options: { ...options, name: indexName(key) },
});

/** Whether queries search for the links of an attribute. They never search for links to files. */
const isSearched = (attribute: Attribute): boolean => isOwningSide(attribute) && attribute.type === 'relation';

const versionIndexes = (type: ContentType, version: Status): readonly Index[] => {
  /** The index leaves out documents without this version. */
  const partialFilterExpression = { [`${version}.id`]: { $gte: 0 } };
  const own = [...type.attributes.values()].flatMap((attribute): readonly Index[] => {
    const path = `${version}.${attribute.name}`;
    // The schema refuses unique JSON.
    if (attribute.kind === 'scalar' && attribute.unique && attribute.value !== 'json' && attribute.value !== 'blocks')
      return [
        typeIndex(
          type,
          { ...localeIndexKey(type), [path]: 1 },
          { unique: true, partialFilterExpression: { [path]: coveredValues[attribute.value] } },
        ),
      ];
    return isSearched(attribute) ? [typeIndex(type, { [`${path}.to`]: 1 })] : [];
  });
  return [
    // For counts: with a partial index MongoDB would fetch documents, with this one it only scans keys.
    typeIndex(type, { ...localeIndexKey(type), [`${version}.id`]: 1 }),
    ...indexedOrders(type, version).map((keys) =>
      typeIndex(type, orderIndexKeys(type, version, keys), { partialFilterExpression }),
    ),
    ...own,
  ];
};

/** MongoDB's limit for a collection, including the index on `_id`. */
export const maxIndexes = 64;

/** The partial indexes for links in components: they cover only documents with such links. */
const componentIndexes = (type: ContentType, schema: Schema): readonly Index[] =>
  versionsOf(type).flatMap((version) =>
    [...type.attributes.values()]
      .filter((attribute) => !isSearched(attribute))
      .flatMap((attribute) => linkPaths(attribute, isSearched, schema))
      .map((path) =>
        typeIndex(type, { [`${version}.${path}`]: 1 }, { partialFilterExpression: { [`${version}.${path}`]: text } }),
      ),
  );

/** The index for sync: documents that were ever published, by the time of their last change. */
export const changedIndex: IndexKeys = { changed: 1, _id: 1 };

const changeIndexes = (type: ContentType): readonly Index[] =>
  isContent(type) ? [typeIndex(type, changedIndex, { partialFilterExpression: { changed: { $exists: true } } })] : [];

/**
 * All indexes of a type, within MongoDB's limit. If the link indexes of components do not all fit, none is created, and a
 * deletion scans the collection. If the index for sync does not fit, sync scans the collection.
 */
const typeIndexes = (type: ContentType, schema: Schema): readonly Index[] => {
  const needed = baseIndexes(type);
  const withChanges = [...needed, ...changeIndexes(type)];
  const all = [...withChanges, ...componentIndexes(type, schema)];
  return [all, withChanges].find(({ length }) => 1 + length <= maxIndexes) ?? needed;
};

/** The index for the relay: documents with pending events, oldest first. A path to the first element of a list makes no multikey index. */
const pendingIndexes = (type: ContentType): readonly Index[] =>
  isContent(type)
    ? [typeIndex(type, { 'pending.0.at': 1 }, { partialFilterExpression: { 'pending.0.at': { $gt: new Date(0) } } })]
    : [];

const baseIndexes = (type: ContentType): readonly Index[] => [
  typeIndex(type, { documentId: 1, locale: 1 }, { unique: true }),
  typeIndex(type, { deletedAt: 1 }, { expireAfterSeconds: tombstoneSeconds }),
  ...pendingIndexes(type),
  // At most one living document for each locale: two writers cannot both create a single type.
  ...(type.kind === 'singleType'
    ? [typeIndex(type, { single: 1, locale: 1 }, { unique: true, partialFilterExpression: { single: true } })]
    : []),
  ...(identifyingAttributes(type).length > 0
    ? [typeIndex(type, { identifiers: 1 }, { unique: true, partialFilterExpression: { identifiers: text } })]
    : []),
  ...versionsOf(type).flatMap((version) => versionIndexes(type, version)),
];

const idempotencySeconds = 24 * 3600;

const parkedSeconds = 30 * 24 * 3600;

const { deliveries } = collections;

const lecternIndexes: readonly Index[] = [
  { collection: collections.tokens, key: { hash: 1 }, options: { name: 'hash', unique: true } },
  { collection: collections.tokens, key: { name: 1 }, options: { name: 'name', unique: true } },
  {
    collection: collections.idempotency,
    key: { createdAt: 1 },
    options: { name: 'createdAt', expireAfterSeconds: idempotencySeconds },
  },
  { collection: collections.attempts, key: { until: 1 }, options: { name: 'until', expireAfterSeconds: 0 } },
  { collection: collections.sessions, key: { endsAt: 1 }, options: { name: 'endsAt', expireAfterSeconds: 0 } },
  { collection: collections.sessions, key: { user: 1 }, options: { name: 'user' } },
  // The deliveries of a webhook: those due, all in order, and those of one document in order.
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
  const all = [...lecternIndexes, ...[...schema.types.values()].flatMap((type) => typeIndexes(type, schema))];
  return [...new Map(all.map((one) => [`${one.collection} ${one.options.name}`, one])).values()];
};
