// Query → Plan: one pass a concern, a pure fold of them all. Nothing here knows a clock, a database or a request.
import type { Query } from '../query/index.ts';
import type { Schema } from '../schema/index.ts';
import { MatchCompiler } from './match.ts';
import { PopulateCompiler } from './populate.ts';
import { projection } from './project.ts';
import { sortStages } from './sort.ts';
import type { Document, Plan } from './types.ts';

export { Resolved, type Plan, type ResolveStep } from './types.ts';
export { conditionHelpers, relatedIn } from './conditions.ts';
export { holdsOfNothing } from './match.ts';
export { helperOf, versionOf } from './paths.ts';

/**
 * @returns the steps that answer a list: page and count share one `$match`. `$match` → `$sort` → `$skip`/`$limit` come
 *   first, on indexed fields; what reshapes and looks up comes after the limit
 */
export const planList = (query: Query, schema: Schema): Plan => {
  const { page } = query;
  const { match, sort, reshape, resolve } = compile(query, schema);
  return {
    resolve,
    page: {
      collection: query.type.collectionName,
      match,
      stages: [...sort, ...(page.start > 0 ? [{ $skip: page.start }] : []), { $limit: page.limit }, ...reshape],
    },
    withCount: page.withCount,
  };
};

/**
 * @param documentId the document; undefined: the one of a single type
 * @returns the steps that answer one document, the query's filters applied to it too
 */
export const planOne = (query: Query, schema: Schema, documentId: string | undefined): Plan => {
  const { match, reshape, resolve } = compile(query, schema);
  return {
    resolve,
    page: {
      collection: query.type.collectionName,
      match: documentId === undefined ? match : { documentId, ...match },
      stages: [{ $limit: 1 }, ...reshape],
    },
    withCount: false,
  };
};

interface Parts {
  readonly match: Document;
  readonly sort: readonly Document[];
  readonly reshape: readonly Document[];
  readonly resolve: Plan['resolve'];
}

const compile = (query: Query, schema: Schema): Parts => {
  const { type, status, locale } = query;
  const read = { schema, status, locale };
  const compiler = new MatchCompiler(read);
  const match = compiler.document(type, query.filter);
  const sort = sortStages(query.sort, type, read);
  const lookups = new PopulateCompiler(read, compiler).document(query.select, type);
  return {
    match,
    sort,
    reshape: [{ $project: projection(query.select, type, status) }, ...lookups],
    resolve: compiler.steps,
  };
};
