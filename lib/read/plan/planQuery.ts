// Compiles a query to a plan: one pass for each concern. Pure: no clock, database or request.
import { MinKey } from 'mongodb';
import { invalid } from '../../errors.ts';
import type { CursorPage, NumberedPage, Query, SortKey } from '../query/index.ts';
import type { Schema } from '../../schema/index.ts';
import { afterCursor, withCursorValues } from './cursorValues.ts';
import { countHint, planStoredTotal } from './countPlan.ts';
import { cursorHint } from './cursorHint.ts';
import { MatchCompiler } from './match.ts';
import { requestedVersion } from './paths.ts';
import { PopulateCompiler } from './populate.ts';
import { projection } from './projection.ts';
import { scansOf } from './scans.ts';
import { repeatedComponents, orderOf, sortStage, type Order } from './sort.ts';
import { startAtTargets } from './startAtTargets.ts';
import { allStepsUnresolved, Steps, type UnresolvedSteps } from './steps.ts';
import { isLimited, type Document, type Lookup, type MatchStages, type Plan, type PlanContext } from './types.ts';

const noSteps: UnresolvedSteps = new Set();

/**
 * Compiles a list. The page and its count share one `$match`. `$match`, `$sort`, `$skip` and `$limit` come first, on
 * indexed fields; projections and lookups come after the limit.
 *
 * @throws ApiError 400 for a cursor with a sort that has no unique position for each row
 */
export const planList = (query: Query, schema: Schema, streamed: UnresolvedSteps = noSteps): Plan => {
  const { page } = query;
  const parts = compile(query, schema, streamed);
  const order = orderOf(query.sort, query.type, parts);
  const batched = page.limit > fewRows;
  const rows = page.mode === 'cursor' ? cursorPage(page, query, order, parts) : numberedPage(page, query, order, parts);
  return {
    ...rows,
    lookups: parts.lookups.filter((lookup) => !batched || isLimited(lookup)),
    batches: parts.lookups.filter((lookup) => batched && !isLimited(lookup)),
    resolve: parts.steps.resolve,
    ...scansOf(query, schema, {
      ...{ then: parts.matching.then, before: order.before, isBatched: batched },
      startsAtTargets: rows.collection !== query.type.collectionName,
    }),
    ...(page.withCount
      ? {
          count: {
            ...{ collection: query.type.collectionName, ...parts.matching },
            ...{ hint: countHint(query), stored: planStoredTotal(query) },
          },
        }
      : {}),
  };
};

/** Up to this number of rows, one `$lookup` for each row is faster than a second query; measured by `npm run bench`. */
const fewRows = 10;

type RowStages = Pick<Plan, 'collection' | 'match' | 'stages' | 'hint'>;

const numberedPage = (
  page: NumberedPage,
  { type, filter, permitted, sort, release }: Query,
  order: Order,
  parts: CompiledParts,
): RowStages => {
  const { matching, project } = parts;
  const { start, before } = order;
  // When a filter leaves few documents, sorting them is faster than reading the targets in order.
  const isWhole = filter === undefined && permitted === undefined && matching.then.length === 0;
  // After a release, links are not those that the index contains.
  if (start !== undefined && release === undefined && isWhole && before.length === 1)
    return startAtTargets({ start, order, page, type, match: matching.match, project });
  const skip = page.start > 0 ? [{ $skip: page.start }] : [];
  return {
    collection: type.collectionName,
    match:
      page.start > 0 && sort.flatMap(repeatedComponents).length === 0
        ? withIndexedOrder(matching.match, order)
        : matching.match,
    stages: [
      ...before,
      sortStage(order),
      // After the sort, so that MongoDB looks up only as many rows as the page needs.
      ...matching.then,
      ...skip,
      { $limit: page.limit },
      { $project: project },
    ],
  };
};

/**
 * Adds a condition on the first sort key that is true for everything but an empty list. With it, MongoDB skips rows in
 * the index of the sort and does not fetch their documents (5 ms instead of 26 at row 15,000).
 */
const withIndexedOrder = (match: Document, { before, keys: [first] }: Order): Document =>
  before.length > 0 || first === undefined ? match : { $and: [match, { [first.path]: { $gte: new MinKey() } }] };

const cursorPage = (page: CursorPage, query: Query, order: Order, parts: CompiledParts): RowStages => {
  refuseRepeatedSort(query.sort);
  const { match, then } = parts.matching;
  // One row more than requested shows whether there is a next page.
  const rest = [
    sortStage(order),
    ...then,
    { $limit: page.limit + 1 },
    { $project: withCursorValues(parts.project, order) },
  ];
  const { collectionName: collection } = query.type;
  if (page.after === undefined) return { collection, match, stages: [...order.before, ...rest] };
  return order.before.length === 0
    ? { collection, match: afterCursor(match, order, page.after), stages: rest, hint: cursorHint(query, order) }
    : { collection, match, stages: [...order.before, { $match: afterCursor({}, order, page.after) }, ...rest] };
};

/** A row has no single position in a sort through a list. */
const refuseRepeatedSort = (sort: readonly SortKey[]): void => {
  const [repeated] = sort.flatMap(repeatedComponents);
  if (repeated !== undefined)
    throw invalid(`A cursor cannot be used with a sort by ${repeated.name}, which is repeatable`, { path: 'cursor' });
};

/** Compiles the read of one document; the query's filters apply to it too. */
export const planOne = (query: Query, schema: Schema): Plan => {
  const { matching, project, lookups, steps } = compile(query, schema, allStepsUnresolved);
  const { match, then } = matching;
  return {
    resolve: steps.resolve,
    collection: query.type.collectionName,
    match,
    stages: [
      ...then,
      // A filter may match several locales of the document.
      ...('all' in query.locale ? [{ $sort: { locale: 1 } }] : []),
      { $limit: 1 },
      {
        $project: {
          ...project,
          ...draftStatusFields(query, project),
          ...(query.revisionOf === undefined ? {} : { revision: 1 }),
        },
      },
    ],
    lookups,
    batches: [],
    ...scansOf(query, schema),
  };
};

/** Restricts the plan of one document to that document. */
export const planForDocument = (documentId: string, plan: Plan): Plan => ({
  ...plan,
  match: { documentId, ...plan.match },
});

/** The fields that tell whether a draft differs from the published version. */
const draftStatusFields = (query: Query, project: Document): Document =>
  requestedVersion(query) === 'draft'
    ? Object.fromEntries(
        ['draft', 'published'].filter((version) => !(version in project)).map((version) => [`${version}.updatedAt`, 1]),
      )
    : {};

interface CompiledParts {
  readonly read: PlanContext;
  readonly matching: MatchStages;
  readonly project: Document;
  readonly lookups: readonly Lookup[];
  readonly steps: Steps;
  readonly match: MatchCompiler;
}

const compile = (query: Query, schema: Schema, streamed: UnresolvedSteps): CompiledParts => {
  const { type, status, locale, visible, visiblePublished, defaultLocale } = query;
  const read: PlanContext = {
    ...{ schema, status, locale, visible, defaultLocale },
    ...(visiblePublished === undefined ? {} : { visiblePublished }),
  };
  const steps = new Steps(streamed);
  const match = new MatchCompiler(read, steps);
  const version = requestedVersion(query);
  const requestedMatch = query.preview === true ? new MatchCompiler({ ...read, status: version }, steps) : match;
  const matching = requestedMatch.requested(query);
  const lookups = new PopulateCompiler({ read, match, steps }).document(query.select, type, version);
  const selected = projection(query.select, type, version);
  const project = query.editView === true ? { ...selected, ...draftStatusFields(query, selected) } : selected;
  return { read, matching, project, lookups, steps, match };
};
