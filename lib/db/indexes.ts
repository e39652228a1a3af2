// The indexes a schema needs, derived from it, and their creation.
import type { CreateIndexesOptions, Db, IndexSpecification } from 'mongodb';
import type { ContentType, Schema } from '../schema/index.ts';
import { collections } from './names.ts';

export interface Index {
  readonly collection: string;
  readonly key: IndexSpecification & Readonly<Record<string, 1>>;
  readonly options: CreateIndexesOptions & { readonly name: string };
}

const tombstoneSeconds = 30 * 24 * 3600;

/** Least value of what a unique attribute holds: a partial index on it leaves out what has no value. */
const least = (value: string): unknown =>
  value === 'text' || value === 'date' || value === 'time' ? '' : value === 'datetime' ? new Date(-8.64e15) : -Infinity;

const index = (type: ContentType, key: Readonly<Record<string, 1>>, options: CreateIndexesOptions = {}): Index => ({
  collection: type.collectionName,
  key,
  options: { ...options, name: Object.keys(key).join('_') },
});

const ofVersion = (type: ContentType, version: string): readonly Index[] => {
  const partialFilterExpression = { [`${version}.id`]: { $gte: 0 } };
  const own = [...type.attributes.values()].flatMap((attribute): readonly Index[] => {
    const path = `${version}.${attribute.name}`;
    if (attribute.kind === 'scalar' && attribute.unique)
      return [
        index(
          type,
          { locale: 1, [path]: 1 },
          { unique: true, partialFilterExpression: { [path]: { $gte: least(attribute.value) } } },
        ),
      ];
    const links = attribute.kind === 'morph' || (attribute.kind === 'relation' && attribute.side.holds === 'links');
    return links && attribute.type === 'relation' ? [index(type, { [`${path}.to`]: 1 })] : [];
  });
  return [
    index(type, { locale: 1, [`${version}.id`]: 1 }),
    index(type, { locale: 1, [`${version}.createdAt`]: 1, _id: 1 }, { partialFilterExpression }),
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
  ...(type.draftAndPublish ? ['draft', 'published'] : ['published']).flatMap((version) => ofVersion(type, version)),
];

const own: readonly Index[] = [
  { collection: collections.tokens, key: { hash: 1 }, options: { name: 'hash', unique: true } },
];

/** Every index that documents of the schema are read and written by. */
export const indexesOf = (schema: Schema): readonly Index[] => [...own, ...[...schema.types.values()].flatMap(ofType)];

/** Creates what is missing; what is there stays. Collections are made first: a transaction cannot make them. */
export const prepareIndexes = async (db: Db, schema: Schema): Promise<void> => {
  const indexes = indexesOf(schema);
  for (const collection of new Set(indexes.map((index) => index.collection)))
    await db
      .collection(collection)
      .createIndexes(
        indexes.filter((index) => index.collection === collection).map(({ key, options }) => ({ key, ...options })),
      );
};
