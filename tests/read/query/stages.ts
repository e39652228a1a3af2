// Checks which operators a compiled plan contains.
import { isDeepStrictEqual } from 'node:util';
import { maxTotalsAgeMs } from '../../../lib/platform/db/index.ts';
import { planList, type Plan, ResolvedValues } from '../../../lib/read/plan/index.ts';
import type { Query } from '../../../lib/read/query/index.ts';
import { schema } from './read.ts';

export const planOf = (query: Query): Plan => planList(query, schema);

/** Every operator that lib/read/plan uses. */
const own = new Set(
  [
    ['$match', '$sort', '$skip', '$limit', '$project', '$lookup', '$set', '$min', '$max'],
    ['$unionWith', '$group', '$push', '$unwind', '$replaceWith', '$arrayElemAt', '$indexOfArray', '$literal'],
    ['$and', '$or', '$nor', '$not', '$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$nin'],
    ['$regex', '$options', '$elemMatch', '$exists', '$type', '$sum'],
  ].flat(),
);

/** The only expression in a condition: whether a stored total is recent. */
const isRecent = { $gt: ['$completeAt', { $subtract: ['$$NOW', maxTotalsAgeMs] }] };

/** MongoDB treats the operand of these operators as a value. */
const literal = new Set(['$eq', '$ne', '$lt', '$lte', '$gt', '$gte']);

/** Operators in the plan that Lectern does not use, and values of the caller where MongoDB would read an expression. */
export const foreignOperators = (plan: unknown): readonly string[] => {
  if (Array.isArray(plan)) return plan.flatMap(foreignOperators);
  if (typeof plan !== 'object' || plan === null || plan instanceof ResolvedValues || plan instanceof Date) return [];
  return Object.entries(plan).flatMap(([key, value]) => {
    if (key === '$expr' && isDeepStrictEqual(value, isRecent)) return [];
    if (key.startsWith('$') && !own.has(key)) return [key];
    if (literal.has(key)) return [];
    // The items of `$in` are values, but MongoDB looks for operators in objects among them.
    if (key === '$in' && Array.isArray(value))
      return value.flatMap((item: unknown) =>
        Object.keys(Object(item) as object).filter((name) => name.startsWith('$')),
      );
    return foreignOperators(value);
  });
};
