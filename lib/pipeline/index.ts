// Query → Plan: one pass a concern, a pure fold of them all. Nothing here knows a clock, a database or a request.
import { invalid } from '../errors.ts';
import type { Query, SortKey } from '../query/index.ts';
import type { Schema } from '../schema/index.ts';
import { after } from './after.ts';
import { MatchCompiler } from './match.ts';
import { placeHelper } from './paths.ts';
import { PopulateCompiler } from './populate.ts';
import { projection } from './project.ts';
import { orderOf, sortStage, type Order } from './sort.ts';
import type { Document, Lookup, Plan, ReadAs } from './types.ts';

export { Resolved, type Lookup, type Plan, type ResolveStep } from './types.ts';
export { conditionHelpers, relatedIn } from './conditions.ts';
export { holdsOfNothing } from './match.ts';
export { helperOf, placeHelper, versionOf } from './paths.ts';

/**
 * @returns the steps that answer a list: page and count share one `$match`. `$match` → `$sort` → `$skip`/`$limit` come
 *   first, on indexed fields; what reshapes and looks up comes after the limit
 * @throws ApiError 400 for a cursor in an order that has none
 */
export const planList = (query: Query, schema: Schema): Plan => {
  const { page, type } = query;
  const { read, match, project, lookups, resolve } = compile(query, schema);
  const order = orderOf(query.sort, type, read);
  const batched = page.limit > fewRows;
  const below = batched ? [] : lookups;
  const plan = {
    resolve,
    collection: type.collectionName,
    batches: batched ? lookups : [],
    ...(page.withCount ? { count: match } : {}),
  };
  if (page.mode !== 'cursor') {
    const skip = page.start > 0 ? [{ $skip: page.start }] : [];
    const stages = [
      ...order.before,
      sortStage(order),
      ...skip,
      { $limit: page.limit },
      { $project: project },
      ...below,
    ];
    return { ...plan, match, stages };
  }

  checkOrder(query.sort);
  // One more than asked for tells whether there is a next page.
  const rest = [sortStage(order), { $limit: page.limit + 1 }, withPlace(order, project), ...below];
  const { after: cursor } = page;
  if (cursor === undefined) return { ...plan, match, stages: [...order.before, ...rest] };
  return order.before.length === 0
    ? { ...plan, match: after(match, order, cursor), stages: rest }
    : { ...plan, match, stages: [...order.before, { $match: after({}, order, cursor) }, ...rest] };
};

/** Up to so many rows a `$lookup` a row is faster than one more query; measured by `npm run bench`. */
const fewRows = 10;

/** A list in a document has no one place in an order. */
const checkOrder = (sort: readonly SortKey[]): void => {
  const repeated = sort.flatMap(({ through }) => through).find((one) => one.kind === 'component' && one.repeatable);
  if (repeated !== undefined)
    throw invalid(`A cursor cannot be used with a sort by ${repeated.name}, which repeats`, { path: 'cursor' });
};

/** Keeps what a cursor is made of: the row's `_id` and its values in the order. */
const withPlace = ({ keys }: Order, project: Document): Document => ({
  $project: { ...project, _id: 1, [placeHelper]: keys.map(({ path }) => `$${path}`) },
});

/**
 * @param documentId the document; undefined: the one of a single type
 * @returns the steps that answer one document, the query's filters applied to it too
 */
export const planOne = (query: Query, schema: Schema, documentId: string | undefined): Plan => {
  const { match, project, lookups, resolve } = compile(query, schema);
  return {
    resolve,
    collection: query.type.collectionName,
    match: documentId === undefined ? match : { documentId, ...match },
    // Its revision goes into the ETag.
    stages: [{ $limit: 1 }, { $project: { ...project, revision: 1 } }, ...lookups],
    batches: [],
  };
};

interface Parts {
  readonly read: ReadAs;
  readonly match: Document;
  readonly project: Document;
  readonly lookups: readonly Lookup[];
  readonly resolve: Plan['resolve'];
}

const compile = (query: Query, schema: Schema): Parts => {
  const { type, status, locale } = query;
  const read = { schema, status, locale };
  const compiler = new MatchCompiler(read);
  const match = compiler.document(type, query.filter);
  const lookups = new PopulateCompiler(read, compiler).document(query.select, type);
  return {
    read,
    match,
    project: projection(query.select, type, status),
    lookups,
    resolve: compiler.steps,
  };
};
