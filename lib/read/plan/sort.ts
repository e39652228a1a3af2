// Compiles sort keys to stages: a value in the document sorts by its path; a related value is looked up first.
import { invalid } from '../../errors.ts';
import type { Direction, SortKey } from '../query/index.ts';
import { draftStatusAttribute, isCreatorAttribute, typeOf, type ContentType } from '../../schema/index.ts';
import type { MatchCompiler } from './match.ts';
import { linkFields, pathOf, versionOf } from './paths.ts';
import type { Steps } from './steps.ts';
import { stagesOf, type Document, type PlanContext, type ResolvedValues } from './types.ts';

/** The helper field with the looked-up value of the n-th sort key. */
const sortHelper = (index: number): string => `_sort${index}`;

/** A compiled sort key. */
export interface OrderedPath {
  readonly path: string;
  readonly direction: Direction;
}

export interface Order {
  /** The stages that find the values which the document does not store. */
  readonly before: readonly Document[];
  readonly keys: readonly OrderedPath[];
  /**
   * Whether the keys are unique for each document; if not, `_id` breaks ties, so that pages never repeat or skip a row.
   */
  readonly unique: boolean;
  /** Set when the page can be read from the targets of the first key's relation. */
  readonly start?: Start;
}

/** An order whose first key is a value of one related document, with few possible targets. */
export interface Start {
  readonly target: ContentType;
  /** The path of the links to the targets, and the path of the value in a target. */
  readonly links: string;
  readonly value: string;
  /** The condition on targets that have a value. */
  readonly having: Document;
  readonly ids: ResolvedValues;
}

/** What compiling a sort needs: the query's versions, the steps of the plan, and the conditions on documents. */
export interface SortContext {
  readonly read: PlanContext;
  readonly steps: Steps;
  readonly match: MatchCompiler;
}

export const orderOf = (keys: readonly SortKey[], type: ContentType, plan: SortContext): Order => {
  const { read } = plan;
  const version = versionOf(type, read.status);
  // MongoDB sorts by at most one array, so with several, each is reduced to one value first.
  const several = keys.filter(repeats).length > 1;
  const nested = several ? keys.find((key) => repeatedComponents(key).length > 1) : undefined;
  if (nested !== undefined)
    throw invalid(
      `A sort through nested repeatable components allows no second sort through one: ${nested.attribute.name}`,
      {
        path: 'sort',
      },
    );
  const before: Document[] = [];
  const paths = new Map<string, Direction>();
  let start: Start | undefined;
  for (const [index, key] of keys.entries()) {
    const plain = (several && repeats(key)) || key.ignoresCase === true ? undefined : plainPath(key, version);
    const path = plain ?? sortHelper(index);
    if (plain === undefined) {
      const ranked = rank(key, version, plan);
      before.push(
        ...(ranked === undefined ? lookupValue(key, version, path, plan) : [{ $set: { [path]: ranked.rank } }]),
      );
      if (index === 0) start = ranked?.start;
    }
    if (!paths.has(path)) paths.set(path, key.direction); // the first of two equal keys counts
  }
  return {
    before,
    keys: [...paths].map(([path, direction]) => ({ path, direction })),
    unique: paths.has(`${version}.id`) || (paths.has('documentId') && (!type.localized || 'one' in read.locale)),
    ...(start === undefined ? {} : { start }),
  };
};

/** As in Strapi, ties are broken in the order of creation, whatever the direction of the keys. */
export const sortStage = ({ keys, unique }: Pick<Order, 'keys' | 'unique'>): Document => ({
  $sort: {
    ...Object.fromEntries(keys.map(({ path, direction }) => [path, direction === 'asc' ? 1 : -1])),
    ...(unique ? {} : { _id: 1 }),
  },
});

/** The repeatable components on the path to the sort value. */
export const repeatedComponents = ({ through }: SortKey): SortKey['through'] =>
  through.filter((one) => one.kind === 'component' && one.repeatable);

const repeats = (key: SortKey): boolean => repeatedComponents(key).length > 0;

/** The least of several values when ascending, the greatest when descending; a single value is both. */
const extremeValue = (direction: Direction, path: string): Document => ({
  [direction === 'asc' ? '$min' : '$max']: `$${path}`,
});

/** The path of a value that the document itself stores; undefined for a value of related documents. */
export const plainPath = ({ through, attribute }: SortKey, version: string): string | undefined => {
  if (attribute === draftStatusAttribute) return 'draftStatus';
  return through.some(({ kind }) => kind === 'relation')
    ? undefined
    : pathOf(
        through.reduce((path, { name }) => pathOf(path, name), version),
        attribute.name,
      );
};

/** The path of a key through exactly one single relation, with components but no lists; undefined for any other key. */
const singleLink = (key: SortKey, version: string, read: PlanContext): Omit<Start, 'ids' | 'having'> | undefined => {
  const at = key.through.findIndex(({ kind }) => kind === 'relation');
  const relation = key.through[at];
  if (relation?.kind !== 'relation' || relation.side.holds !== 'links' || relation.many) return undefined;
  if (isCreatorAttribute(relation)) return undefined;
  if (repeats(key)) return undefined;
  const target = typeOf(read.schema, relation.target);
  // With several locales of a target, each row needs the one in its own locale.
  if (target.localized && ('all' in read.locale || read.locale.fallback !== undefined)) return undefined;
  const value = plainPath({ ...key, through: key.through.slice(at + 1) }, versionOf(target, read.status));
  const links = `${key.through.slice(0, at + 1).reduce((path, { name }) => pathOf(path, name), version)}.to`;
  return value === undefined ? undefined : { target, links, value };
};

/** When the targets are few, their values are read before the page: ten times faster than a lookup for every row. */
const rank = (
  key: SortKey,
  version: string,
  { read, steps, match }: SortContext,
): { readonly start: Start | undefined; readonly rank: Document } | undefined => {
  const link = singleLink(key, version, read);
  const step = steps.number();
  if (link === undefined || steps.streams(step)) return undefined;
  const { target, links, value } = link;
  const about = `the sort through ${key.through.map(({ name }) => name).join('.')}`;
  const visibleTargets = match.visible(target);
  const having = { $and: [visibleTargets.match, { [value]: { $ne: null } }] };
  const matching = { match: having, then: visibleTargets.then };
  const { ids, values } = steps.valuesByTarget(step, value, { about, target, matching, streams: true });
  // Index -1 selects the last entry, null: the row's target is not among those found.
  const at = { $indexOfArray: [{ $literal: ids }, `$${links}`] };
  const start = visibleTargets.then.length > 0 ? undefined : { ...link, having, ids };
  return { start, rank: { $arrayElemAt: [{ $literal: values }, at] } };
};

/** Nobody can sort by what is not known of the name of a person. */
const knownPart = (value: string, { isPersonName }: SortKey['attribute']): unknown =>
  isPersonName === true ? { $first: { $split: [value, '@'] } } : value;

/** A row relates to documents in its own locale; a row without a locale relates to documents in any. */
const matchRowLocale = { $expr: { $or: [{ $eq: ['$$locale', null] }, { $eq: ['$locale', '$$locale'] }] } };

/**
 * The stages that read the value at the end of a path through relations into the helper field. Of several related
 * documents, the least value counts when ascending, the greatest when descending, so that no row appears twice.
 */
const lookupValue = (
  { through, attribute, direction, ignoresCase = false }: SortKey,
  prefix: string,
  as: string,
  plan: SortContext,
): readonly Document[] => {
  const [next, ...rest] = through;
  if (next === undefined) {
    const value = extremeValue(direction, pathOf(prefix, attribute.name));
    return [{ $set: { [as]: ignoresCase ? { $toLower: value } : value } }];
  }
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
          ...(anyLocale ? [{ $match: matchRowLocale }] : []),
          ...(nested === undefined ? lookupValue(key, version, as, plan) : []),
          { $project: { _id: 0, value: knownPart(`$${nested ?? as}`, attribute) } },
        ],
      },
    },
    { $set: { [as]: extremeValue(direction, `${as}.value`) } },
  ];
};
