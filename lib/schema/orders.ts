// The orders that indexes serve, and the form of such an index: what derives indexes and what plans queries agree by it.
import type { Attribute, ContentType, IndexKey, Status } from './types.ts';

export type IndexKeys = Readonly<Record<string, 1 | -1>>;

/** Whether links stand in documents of the type that has the attribute. */
export const keepsLinks = (attribute: Attribute): boolean =>
  attribute.kind === 'morph' || (attribute.kind === 'relation' && attribute.side.holds === 'links');

const declaredPath = (version: Status, { path }: IndexKey): string => {
  const last = path.at(-1);
  const names = path.map(({ name }) => name);
  return [version, ...names, ...(last !== undefined && keepsLinks(last) ? ['to'] : [])].join('.');
};

/** The orders of a type that an index serves, of one version: by time, by each unique attribute, and those it declares. */
export const ordersOf = (type: ContentType, version: Status): readonly IndexKeys[] => [
  { [`${version}.createdAt`]: 1 },
  { [`${version}.updatedAt`]: 1 },
  ...[...type.attributes.values()].flatMap((attribute): readonly IndexKeys[] =>
    attribute.kind === 'scalar' && attribute.unique ? [{ [`${version}.${attribute.name}`]: 1 }] : [],
  ),
  ...type.indexes.map((keys) =>
    Object.fromEntries(keys.map((key) => [declaredPath(version, key), key.descending ? (-1 as const) : (1 as const)])),
  ),
];

/** How an index of a type begins: where documents have no locale it is not asked for. Null would be asked for twice, and in the documents. */
export const inLocale = ({ localized }: ContentType): IndexKeys => (localized ? { locale: 1 } : {});

/**
 * The index that serves an order. Ties are broken as in every sort. The version's id is what tells that a document has the
 * version: with it in the index, counting and passing over rows reads no document (5 ms instead of 26 at row 15,000).
 */
export const orderedIndex = (type: ContentType, version: Status, keys: IndexKeys): IndexKeys => ({
  ...inLocale(type),
  ...keys,
  _id: Object.values(keys).at(-1) ?? 1,
  [`${version}.id`]: 1,
});
