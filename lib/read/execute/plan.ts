// Compiles the plan of a query, and compiles it again only when a step finds too many.
import { planForDocument, planList, planOne, type Plan } from '../plan/index.ts';
import type { Query } from '../query/index.ts';
import type { Schema } from '../../schema/index.ts';
import type { PlanOf } from './run.ts';

const planners = { list: planList, one: planOne };

/** Kept as long as the query; one query can read a list, and one document of it. */
const compiledPlans = { list: new WeakMap<Query, Plan>(), one: new WeakMap<Query, Plan>() };

const compile = (query: Query, schema: Schema, of: keyof typeof planners, streamed: ReadonlySet<number>): Plan => {
  if (streamed.size > 0) return planners[of](query, schema, streamed);
  const plan = compiledPlans[of].get(query) ?? planners[of](query, schema);
  compiledPlans[of].set(query, plan);
  return plan;
};

/** The plan of a list, or of one document when `documentId` names it or the type is a single type. */
export const planOf =
  (query: Query, schema: Schema, documentId?: string): PlanOf =>
  (streamed) => {
    const isOne = documentId !== undefined || query.type.kind === 'singleType';
    const plan = compile(query, schema, isOne ? 'one' : 'list', streamed);
    return documentId === undefined ? plan : planForDocument(documentId, plan);
  };
