// The plans of queries: compiled once, and again only where a step finds too many.
import { planAbout, planList, planOne, type Plan } from '../plan/index.ts';
import type { Query } from '../query/index.ts';
import type { Schema } from '../../schema/index.ts';
import type { PlanOf } from './run.ts';

const planners = { list: planList, one: planOne };

/** For as long as the query is kept; one query may be asked of a list, and of a document in it. */
const compiled = { list: new WeakMap<Query, Plan>(), one: new WeakMap<Query, Plan>() };

const compile = (query: Query, schema: Schema, of: keyof typeof planners, streamed: ReadonlySet<number>): Plan => {
  if (streamed.size > 0) return planners[of](query, schema, streamed);
  const plan = compiled[of].get(query) ?? planners[of](query, schema);
  compiled[of].set(query, plan);
  return plan;
};

/** The plan of a list, or of one document where `documentId` names it, or where a single type has but one. */
export const planOf =
  (query: Query, schema: Schema, documentId?: string): PlanOf =>
  (streamed) => {
    const isOne = documentId !== undefined || query.type.kind === 'singleType';
    const plan = compile(query, schema, isOne ? 'one' : 'list', streamed);
    return documentId === undefined ? plan : planAbout(documentId, plan);
  };
