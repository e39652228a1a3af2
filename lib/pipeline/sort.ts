// Sort keys to stages: plain paths where the value stands in the document, else looked up first.
import type { Direction, SortKey } from '../query/index.ts';
import { typeOf, type ContentType } from '../schema/index.ts';
import { pathOf, present, versionOf } from './paths.ts';
import type { Document, ReadAs } from './types.ts';

/** The helper that carries the value of the n-th key when it has to be looked up. */
const helper = (index: number): string => `_sort${index}`;

/** A sort key as it is compiled: where its value stands. */
export interface OrderedPath {
  readonly path: string;
  readonly direction: Direction;
}

export interface Order {
  /** Looks up the values that do not stand in the document. */
  readonly before: readonly Document[];
  readonly keys: readonly OrderedPath[];
  /** Whether the keys alone tell documents apart; else `_id` breaks ties, so that pages never repeat or skip a row. */
  readonly unique: boolean;
}

export const orderOf = (keys: readonly SortKey[], type: ContentType, read: ReadAs): Order => {
  const version = versionOf(type, read.status);
  const before: Document[] = [];
  const paths = new Map<string, Direction>();
  for (const [index, key] of keys.entries()) {
    const path = plainPath(key, version) ?? helper(index);
    if (path === helper(index)) before.push(...lookupValue(key, version, path, read));
    if (!paths.has(path)) paths.set(path, key.direction); // the first of two equal keys decides
  }
  return {
    before,
    keys: [...paths].map(([path, direction]) => ({ path, direction })),
    unique: paths.has(`${version}.id`) || (paths.has('documentId') && (!type.localized || 'one' in read.locale)),
  };
};

/** Ties are broken in the direction of the last key: as in the indexes, read either way. */
export const tieOf = ({ keys }: Order): Direction => keys.at(-1)?.direction ?? 'asc';

export const sortStage = (order: Order): Document => {
  const { keys, unique } = order;
  const sort = Object.fromEntries(keys.map(({ path, direction }) => [path, direction === 'asc' ? 1 : -1]));
  return { $sort: unique ? sort : { ...sort, _id: tieOf(order) === 'asc' ? 1 : -1 } };
};

const plainPath = ({ through, attribute }: SortKey, version: string): string | undefined =>
  through.some(({ kind }) => kind === 'relation')
    ? undefined
    : pathOf(
        through.reduce((path, { name }) => pathOf(path, name), version),
        attribute.name,
      );

/**
 * The value at the end of a path through relations, into the helper field. Of several related documents the least
 * counts ascending, the greatest descending, so that no row appears twice.
 */
const lookupValue = (
  { through, attribute, direction }: SortKey,
  prefix: string,
  as: string,
  read: ReadAs,
): readonly Document[] => {
  const [next, ...rest] = through;
  if (next === undefined) return [{ $set: { [as]: `$${pathOf(prefix, attribute.name)}` } }];
  const key = { through: rest, attribute, direction };
  if (next.kind === 'component') return lookupValue(key, pathOf(prefix, next.name), as, read);
  const target = typeOf(read.schema, next.target);
  const version = versionOf(target, read.status);
  const nested = plainPath(key, version);
  return [
    {
      $lookup: {
        from: target.collectionName,
        ...(next.side.holds === 'links'
          ? { localField: `${pathOf(prefix, next.name)}.to`, foreignField: 'documentId' }
          : { localField: 'documentId', foreignField: `${version}.${next.side.mappedBy}.to` }),
        as,
        pipeline: [
          { $match: present(target, read) },
          ...(nested === undefined ? lookupValue(key, version, as, read) : []),
          { $project: { _id: 0, value: `$${nested ?? as}` } },
        ],
      },
    },
    { $set: { [as]: { [direction === 'asc' ? '$min' : '$max']: `$${as}.value` } } },
  ];
};
