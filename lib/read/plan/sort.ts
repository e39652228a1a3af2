// Sort keys to stages: plain paths where the value stands in the document, else found or looked up first.
import { invalid } from '../../errors.ts';
import type { Direction, SortKey } from '../query/index.ts';
import { typeOf, type ContentType } from '../../schema/index.ts';
import type { MatchCompiler } from './match.ts';
import { linkFields, pathOf, versionOf } from './paths.ts';
import type { Steps } from './steps.ts';
import { stagesOf, type Document, type ReadAs, type Resolved } from './types.ts';

/** The helper that carries the value of the n-th key when it has to be looked up. */
const helper = (index: number): string => `_sort${index}`;

/** A sort key as it is compiled: where its value stands. */
export interface OrderedPath {
  readonly path: string;
  readonly direction: Direction;
}

export interface Order {
  /** Finds the values that do not stand in the document. */
  readonly before: readonly Document[];
  readonly keys: readonly OrderedPath[];
  /** Whether the keys alone tell documents apart; else `_id` breaks ties, so that pages never repeat or skip a row. */
  readonly unique: boolean;
  /** What a first key through a relation starts at, where that is possible. */
  readonly start?: Start;
}

/** An order that begins with the value of one related document, of which there are few. */
export interface Start {
  readonly target: ContentType;
  /** Where the links to the targets stand, and where the value stands in these. */
  readonly links: string;
  readonly value: string;
  /** What the targets that have a value match. */
  readonly having: Document;
  readonly ids: Resolved;
}

/** What compiling a sort needs: what is read, the steps of the plan, and what documents have to match. */
export interface SortedIn {
  readonly read: ReadAs;
  readonly steps: Steps;
  readonly match: MatchCompiler;
}

export const orderOf = (keys: readonly SortKey[], type: ContentType, plan: SortedIn): Order => {
  const { read } = plan;
  const version = versionOf(type, read.status);
  // MongoDB sorts by one list at the most: of several, each is one value first.
  const several = keys.filter(repeats).length > 1;
  const nested = several ? keys.find((key) => listsIn(key).length > 1) : undefined;
  if (nested !== undefined)
    throw invalid(`Of several sorts through lists none may be through a list in a list: ${nested.attribute.name}`, {
      path: 'sort',
    });
  const before: Document[] = [];
  const paths = new Map<string, Direction>();
  let start: Start | undefined;
  for (const [index, key] of keys.entries()) {
    const plain = several && repeats(key) ? undefined : plainPath(key, version);
    const path = plain ?? helper(index);
    if (plain === undefined) {
      const ranked = rank(key, version, plan);
      before.push(
        ...(ranked === undefined ? lookupValue(key, version, path, plan) : [{ $set: { [path]: ranked.rank } }]),
      );
      if (index === 0) start = ranked?.start;
    }
    if (!paths.has(path)) paths.set(path, key.direction); // the first of two equal keys decides
  }
  return {
    before,
    keys: [...paths].map(([path, direction]) => ({ path, direction })),
    unique: paths.has(`${version}.id`) || (paths.has('documentId') && (!type.localized || 'one' in read.locale)),
    ...(start === undefined ? {} : { start }),
  };
};

/** Ties are broken in the direction of the last key: as in the indexes, read either way. */
export const tieOf = ({ keys }: Pick<Order, 'keys'>): Direction => keys.at(-1)?.direction ?? 'asc';

export const sortStage = (order: Pick<Order, 'keys' | 'unique'>): Document => {
  const { keys, unique } = order;
  const sort = Object.fromEntries(keys.map(({ path, direction }) => [path, direction === 'asc' ? 1 : -1]));
  return { $sort: unique ? sort : { ...sort, _id: tieOf(order) === 'asc' ? 1 : -1 } };
};

/** The lists of components that the way to the value leads through. */
export const listsIn = ({ through }: SortKey): SortKey['through'] =>
  through.filter((one) => one.kind === 'component' && one.repeatable);

const repeats = (key: SortKey): boolean => listsIn(key).length > 0;

/** Of several values the least ascending, the greatest descending; a single one is both. */
const extreme = (direction: Direction, path: string): Document => ({
  [direction === 'asc' ? '$min' : '$max']: `$${path}`,
});

const plainPath = ({ through, attribute }: SortKey, version: string): string | undefined =>
  through.some(({ kind }) => kind === 'relation')
    ? undefined
    : pathOf(
        through.reduce((path, { name }) => pathOf(path, name), version),
        attribute.name,
      );

/** A key through one link: components, the relation, components, the attribute; nothing of it a list. */
const oneLink = (key: SortKey, version: string, read: ReadAs): Omit<Start, 'ids' | 'having'> | undefined => {
  const at = key.through.findIndex(({ kind }) => kind === 'relation');
  const relation = key.through[at];
  if (relation?.kind !== 'relation' || relation.side.holds !== 'links' || relation.many) return undefined;
  if (repeats(key)) return undefined;
  const target = typeOf(read.schema, relation.target);
  // Of a target in several locales the row decides which is meant.
  if (target.localized && ('all' in read.locale || read.locale.fallback !== undefined)) return undefined;
  const value = plainPath({ ...key, through: key.through.slice(at + 1) }, versionOf(target, read.status));
  const links = `${key.through.slice(0, at + 1).reduce((path, { name }) => pathOf(path, name), version)}.to`;
  return value === undefined ? undefined : { target, links, value };
};

/** Where the targets are few, their values are found beforehand: a tenth of what a lookup for every row takes. */
const rank = (
  key: SortKey,
  version: string,
  { read, steps, match }: SortedIn,
): { readonly start: Start | undefined; readonly rank: Document } | undefined => {
  const link = oneLink(key, version, read);
  const step = steps.number();
  if (link === undefined || steps.streams(step)) return undefined;
  const { target, links, value } = link;
  const about = `what ${key.through.map(({ name }) => name).join('.')} is sorted by`;
  const there = match.there(target);
  const having = { $and: [there.match, { [value]: { $ne: null } }] };
  const matching = { match: having, then: there.then };
  const { ids, values } = steps.valued(step, value, { about, target, matching, streams: true });
  // What is not among them is at -1, the last: null.
  const at = { $indexOfArray: [{ $literal: ids }, `$${links}`] };
  const start = there.then.length > 0 ? undefined : { ...link, having, ids };
  return { start, rank: { $arrayElemAt: [{ $literal: values }, at] } };
};

/** A row relates to documents in its own locale; one without a locale to any. */
const inRowsLocale = { $expr: { $or: [{ $eq: ['$$locale', null] }, { $eq: ['$locale', '$$locale'] }] } };

/**
 * The value at the end of a path through relations, into the helper field. Of several related documents the least
 * counts ascending, the greatest descending, so that no row appears twice.
 */
const lookupValue = (
  { through, attribute, direction }: SortKey,
  prefix: string,
  as: string,
  plan: SortedIn,
): readonly Document[] => {
  const [next, ...rest] = through;
  if (next === undefined) return [{ $set: { [as]: extreme(direction, pathOf(prefix, attribute.name)) } }];
  const key = { through: rest, attribute, direction };
  if (next.kind === 'component') return lookupValue(key, pathOf(prefix, next.name), as, plan);
  const target = typeOf(plan.read.schema, next.target);
  const version = versionOf(target, plan.read.status);
  const nested = repeats(key) ? undefined : plainPath(key, version);
  const anyLocale = target.localized && 'all' in plan.read.locale;
  return [
    {
      $lookup: {
        from: target.collectionName,
        ...linkFields(next, target, prefix, plan.read.status),
        as,
        ...(anyLocale ? { let: { locale: '$locale' } } : {}),
        pipeline: [
          ...stagesOf(plan.match.document(target, undefined)),
          ...(anyLocale ? [{ $match: inRowsLocale }] : []),
          ...(nested === undefined ? lookupValue(key, version, as, plan) : []),
          { $project: { _id: 0, value: `$${nested ?? as}` } },
        ],
      },
    },
    { $set: { [as]: extreme(direction, `${as}.value`) } },
  ];
};
