// The indexes that a schema needs, derived from it: every query that Lectern plans by itself finds one.
import type { CreateIndexesOptions } from 'mongodb';
import type { Attribute, ContentType, IndexKey, Schema, ValueKind } from '../schema/index.ts';
import { collections } from './names.ts';

export type IndexKeys = Readonly<Record<string, 1 | -1>>;

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

const keepsLinks = (attribute: Attribute): boolean =>
  attribute.kind === 'morph' || (attribute.kind === 'relation' && attribute.side.holds === 'links');

const declaredPath = (version: string, { path }: IndexKey): string => {
  const last = path.at(-1);
  const names = path.map(({ name }) => name);
  return [version, ...names, ...(last !== undefined && keepsLinks(last) ? ['to'] : [])].join('.');
};

const ofVersion = (type: ContentType, version: string): readonly Index[] => {
  /** Documents in an order, drafts without a published version left out of it; ties are broken as in every sort. */
  const ordered = (keys: IndexKeys): Index =>
    index(
      type,
      { locale: 1, ...keys, _id: Object.values(keys).at(-1) ?? 1 },
      { partialFilterExpression: { [`${version}.id`]: { $gte: 0 } } },
    );
  const own = [...type.attributes.values()].flatMap((attribute): readonly Index[] => {
    const path = `${version}.${attribute.name}`;
    if (attribute.kind === 'scalar' && attribute.unique) {
      const partialFilterExpression = { [path]: anyValue[attribute.value] };
      return [index(type, { locale: 1, [path]: 1 }, { unique: true, partialFilterExpression }), ordered({ [path]: 1 })];
    }
    // Files are linked to from everywhere; what links to one is never asked.
    return keepsLinks(attribute) && attribute.type === 'relation' ? [index(type, { [`${path}.to`]: 1 })] : [];
  });
  const declared = type.indexes.map((keys) =>
    ordered(Object.fromEntries(keys.map((key) => [declaredPath(version, key), key.descending ? -1 : 1]))),
  );
  return [
    // Counts: a partial index would have to fetch what this one only scans.
    index(type, { locale: 1, [`${version}.id`]: 1 }),
    ordered({ [`${version}.createdAt`]: 1 }),
    ordered({ [`${version}.updatedAt`]: 1 }),
    ...own,
    ...declared,
  ];
};

const ofType = (type: ContentType): readonly Index[] => [
  index(type, { documentId: 1, locale: 1 }, { unique: true }),
  index(type, { deletedAt: 1 }, { expireAfterSeconds: tombstoneSeconds }),
  // At most one living document a locale: two writers cannot both make a single type.
  ...(type.kind === 'singleType'
    ? [index(type, { single: 1, locale: 1 }, { unique: true, partialFilterExpression: { single: true } })]
    : []),
  ...(type.draftAndPublish ? ['draft', 'published'] : ['published']).flatMap((version) => ofVersion(type, version)),
];

const idempotencySeconds = 24 * 3600;

const own: readonly Index[] = [
  { collection: collections.tokens, key: { hash: 1 }, options: { name: 'hash', unique: true } },
  {
    collection: collections.idempotency,
    key: { createdAt: 1 },
    options: { name: 'createdAt', expireAfterSeconds: idempotencySeconds },
  },
];

/** Every index that documents of the schema are read and written by; two of one name are one. */
export const indexesOf = (schema: Schema): readonly Index[] => {
  const all = [...own, ...[...schema.types.values()].flatMap(ofType)];
  return [...new Map(all.map((one) => [`${one.collection} ${one.options.name}`, one])).values()];
};
