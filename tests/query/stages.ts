// Plans taken apart: which operators stand in them, and whether all are Lectern's own.
import { planList, type Plan, Resolved } from '../../lib/read/plan/index.ts';
import type { Query } from '../../lib/read/query/index.ts';
import { schema } from './read.ts';

export const planOf = (query: Query): Plan => planList(query, schema);

/** Every operator that lib/read/plan writes. */
const own = new Set(
  [
    ['$match', '$sort', '$skip', '$limit', '$project', '$lookup', '$set', '$min', '$max'],
    ['$unionWith', '$group', '$push', '$unwind', '$replaceWith', '$arrayElemAt', '$indexOfArray', '$literal'],
    ['$and', '$or', '$nor', '$not', '$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$nin'],
    ['$regex', '$options', '$elemMatch', '$exists', '$type'],
  ].flat(),
);

/** What is compared with is a value: MongoDB looks for no operator in it. */
const literal = new Set(['$eq', '$ne', '$lt', '$lte', '$gt', '$gte']);

/** Operators in the plan that are not Lectern's own, and values of the caller's where MongoDB reads an expression. */
export const foreignOperators = (plan: unknown): readonly string[] => {
  if (Array.isArray(plan)) return plan.flatMap(foreignOperators);
  if (typeof plan !== 'object' || plan === null || plan instanceof Resolved || plan instanceof Date) return [];
  return Object.entries(plan).flatMap(([key, value]) => {
    if (key.startsWith('$') && !own.has(key)) return [key];
    if (literal.has(key)) return [];
    // `$in` takes values, but looks into objects for operators.
    if (key === '$in' && Array.isArray(value))
      return value.flatMap((item: unknown) =>
        Object.keys(Object(item) as object).filter((name) => name.startsWith('$')),
      );
    return foreignOperators(value);
  });
};
