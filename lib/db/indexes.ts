// The indexes that a schema needs, derived from it: every query that Lectern plans by itself finds one.
import type { CreateIndexesOptions } from 'mongodb';
import {
  inLocale,
  keepsLinks,
  orderedIndex,
  ordersOf,
  versionsOf,
  type ContentType,
  type IndexKeys,
  type Schema,
  type Status,
  type ValueKind,
} from '../schema/index.ts';
import { collections } from './names.ts';

export interface Index {
  readonly collection: string;
  readonly key: IndexKeys;
  readonly options: CreateIndexesOptions & { readonly name: string };
}

const tombstoneSeconds = 30 * 24 * 3600;

const text = { $gt: '' };
const number = { $gte: -Infinity };

/** What a unique attribute holds, as a partial index takes it: not null, and no empty text, which any number may have. */
const anyValue: Record<ValueKind, object> = {
  text,
  date: text,
  time: text,
  datetime: { $gte: new Date(-8.64e15) },
  integer: number,
  biginteger: number,
  number,
  boolean: { $gte: false },
  // Of JSON only objects and lists of objects can be told from null by an index.
  json: { $gte: {} },
  blocks: { $gte: {} },
};

const nameOf = (key: IndexKeys): string =>
  Object.entries(key)
    .map(([path, direction]) => (direction === 1 ? path : `-${path}`))
    .join('_');

const index = (type: ContentType, key: IndexKeys, options: CreateIndexesOptions = {}): Index => ({
  collection: type.collectionName,
  key,
  options: { ...options, name: nameOf(key) },
});

const ofVersion = (type: ContentType, version: Status): readonly Index[] => {
  /** Drafts without a published version are left out of it. */
  const partialFilterExpression = { [`${version}.id`]: { $gte: 0 } };
  const own = [...type.attributes.values()].flatMap((attribute): readonly Index[] => {
    const path = `${version}.${attribute.name}`;
    if (attribute.kind === 'scalar' && attribute.unique)
      return [
        index(
          type,
          { ...inLocale(type), [path]: 1 },
          { unique: true, partialFilterExpression: { [path]: anyValue[attribute.value] } },
        ),
      ];
    // Files are linked to from everywhere; what links to one is never asked.
    return keepsLinks(attribute) && attribute.type === 'relation' ? [index(type, { [`${path}.to`]: 1 })] : [];
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

const ofType = (type: ContentType): readonly Index[] => [
  index(type, { documentId: 1, locale: 1 }, { unique: true }),
  index(type, { deletedAt: 1 }, { expireAfterSeconds: tombstoneSeconds }),
  // At most one living document a locale: two writers cannot both make a single type.
  ...(type.kind === 'singleType'
    ? [index(type, { single: 1, locale: 1 }, { unique: true, partialFilterExpression: { single: true } })]
    : []),
  ...versionsOf(type).flatMap((version) => ofVersion(type, version)),
];

const idempotencySeconds = 24 * 3600;

const own: readonly Index[] = [
  { collection: collections.tokens, key: { hash: 1 }, options: { name: 'hash', unique: true } },
  {
    collection: collections.idempotency,
    key: { createdAt: 1 },
    options: { name: 'createdAt', expireAfterSeconds: idempotencySeconds },
  },
  { collection: collections.sessions, key: { endsAt: 1 }, options: { name: 'endsAt', expireAfterSeconds: 0 } },
  { collection: collections.sessions, key: { user: 1 }, options: { name: 'user' } },
];

/** Every index that documents of the schema are read and written by; two of one name are one. */
export const indexesOf = (schema: Schema): readonly Index[] => {
  const all = [...own, ...[...schema.types.values()].flatMap(ofType)];
  return [...new Map(all.map((one) => [`${one.collection} ${one.options.name}`, one])).values()];
};
