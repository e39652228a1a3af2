// The indexes that a schema needs, derived from it: every query that Lectern plans by itself finds one.
import type { CreateIndexesOptions } from 'mongodb';
import {
  identifyingAttributes,
  inLocale,
  isContent,
  keepsLinks,
  linkPaths,
  orderedIndex,
  ordersOf,
  versionsOf,
  type Attribute,
  type ContentType,
  type IndexKeys,
  type Schema,
  type Status,
  type ValueKind,
} from '../../schema/index.ts';
import { collections } from './names.ts';

export interface Index {
  readonly collection: string;
  readonly key: IndexKeys;
  readonly options: CreateIndexesOptions & { readonly name: string };
}

/** How long it is known that a document was deleted. */
export const tombstoneSeconds = 30 * 24 * 3600;

const text = { $gt: '' };
const number = { $gte: -Infinity };

/** What a unique attribute holds, as a partial index takes it: not null, and no empty text, which any number may have. */
const anyValue: Record<Exclude<ValueKind, 'json' | 'blocks'>, object> = {
  text,
  date: text,
  time: text,
  datetime: { $gte: new Date(-8.64e15) },
  integer: number,
  biginteger: number,
  number,
  boolean: { $gte: false },
};

/** What an index of these keys is called. */
export const indexName = (key: IndexKeys): string =>
  Object.entries(key)
    .map(([path, direction]) => (direction === 1 ? path : `-${path}`))
    .join('_');

const index = (type: ContentType, key: IndexKeys, options: CreateIndexesOptions = {}): Index => ({
  collection: type.collectionName,
  key,
  options: { ...options, name: indexName(key) },
});

/** Files are linked to from everywhere; what links to one is never asked. */
const isAskedFor = (attribute: Attribute): boolean => keepsLinks(attribute) && attribute.type === 'relation';

const ofVersion = (type: ContentType, version: Status): readonly Index[] => {
  /** Drafts without a published version are left out of it. */
  const partialFilterExpression = { [`${version}.id`]: { $gte: 0 } };
  const own = [...type.attributes.values()].flatMap((attribute): readonly Index[] => {
    const path = `${version}.${attribute.name}`;
    // JSON is never unique: the schema refuses it.
    if (attribute.kind === 'scalar' && attribute.unique && attribute.value !== 'json' && attribute.value !== 'blocks')
      return [
        index(
          type,
          { ...inLocale(type), [path]: 1 },
          { unique: true, partialFilterExpression: { [path]: anyValue[attribute.value] } },
        ),
      ];
    return isAskedFor(attribute) ? [index(type, { [`${path}.to`]: 1 })] : [];
  });
  return [
    // Counts: a partial index would have to fetch what this one only scans.
    index(type, { ...inLocale(type), [`${version}.id`]: 1 }),
    ...ordersOf(type, version).map((keys) =>
      index(type, orderedIndex(type, version, keys), { partialFilterExpression }),
    ),
    ...own,
  ];
};

/** MongoDB's limit of a collection; its own on `_id` counts. */
export const maxIndexes = 64;

/** Of links in components: only documents that have some are in them. */
const ofComponents = (type: ContentType, schema: Schema): readonly Index[] =>
  versionsOf(type).flatMap((version) =>
    [...type.attributes.values()]
      .filter((attribute) => !isAskedFor(attribute))
      .flatMap((attribute) => linkPaths(attribute, isAskedFor, schema))
      .map((path) =>
        index(type, { [`${version}.${path}`]: 1 }, { partialFilterExpression: { [`${version}.${path}`]: text } }),
      ),
  );

/** The order of what changed, of documents that were ever published. */
export const changedIndex: IndexKeys = { changed: 1, _id: 1 };

const ofChanges = (type: ContentType): readonly Index[] =>
  isContent(type) ? [index(type, changedIndex, { partialFilterExpression: { changed: { $exists: true } } })] : [];

/**
 * Where there is no room for those of components there are none: a deletion then goes through the whole collection. So
 * does who asks for what changed, where there is no room for that one.
 */
const ofType = (type: ContentType, schema: Schema): readonly Index[] => {
  const needed = ofItself(type);
  const withChanges = [...needed, ...ofChanges(type)];
  const all = [...withChanges, ...ofComponents(type, schema)];
  return [all, withChanges].find(({ length }) => 1 + length <= maxIndexes) ?? needed;
};

/** The documents that have events to hand on, those first that wait longest. Of a list's first element it is no index of lists. */
const ofPending = (type: ContentType): readonly Index[] =>
  isContent(type)
    ? [index(type, { 'pending.0.at': 1 }, { partialFilterExpression: { 'pending.0.at': { $gt: new Date(0) } } })]
    : [];

const ofItself = (type: ContentType): readonly Index[] => [
  index(type, { documentId: 1, locale: 1 }, { unique: true }),
  index(type, { deletedAt: 1 }, { expireAfterSeconds: tombstoneSeconds }),
  ...ofPending(type),
  // At most one living document a locale: two writers cannot both make a single type.
  ...(type.kind === 'singleType'
    ? [index(type, { single: 1, locale: 1 }, { unique: true, partialFilterExpression: { single: true } })]
    : []),
  ...(identifyingAttributes(type).length > 0
    ? [index(type, { identifiers: 1 }, { unique: true, partialFilterExpression: { identifiers: text } })]
    : []),
  ...versionsOf(type).flatMap((version) => ofVersion(type, version)),
];

const idempotencySeconds = 24 * 3600;

const parkedSeconds = 30 * 24 * 3600;

const { deliveries } = collections;

const own: readonly Index[] = [
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
  // Of a webhook: what is due, what comes first of all, and what comes first of a document.
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

/** Every index that documents of the schema are read and written by; two of one name are one. */
export const indexesOf = (schema: Schema): readonly Index[] => {
  const all = [...own, ...[...schema.types.values()].flatMap((type) => ofType(type, schema))];
  return [...new Map(all.map((one) => [`${one.collection} ${one.options.name}`, one])).values()];
};
