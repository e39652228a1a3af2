// A lookup done for all rows together: one query, its results handed to the rows they belong to.
import { invalid } from '../../errors.ts';
import { narrows, type Lookup } from '../plan/index.ts';
import type { Ask, Row, Stage } from './ask.ts';

/** The values at a dotted path, through lists on the way as MongoDB goes through them. */
export const valuesAt = (value: unknown, path: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  return typeof value === 'object' && value !== null ? valuesAt((value as Row)[name], rest) : [];
};

const isBatched = (stage: object): stage is Lookup => '$lookup' in stage && !narrows(stage as Lookup);

/** Stages, and the lookups at their end that may be done for all rows together. */
export const apart = (
  stages: readonly object[],
): { readonly stages: readonly Stage[]; readonly lookups: readonly Lookup[] } => {
  const end = stages.findLastIndex((stage) => !isBatched(stage)) + 1;
  return { stages: stages.slice(0, end) as readonly Stage[], lookups: stages.slice(end).filter(isBatched) };
};

/** More than any answer can hold are not fetched. */
const mostFound = 20_000;

/** What a lookup finds for all of the values, with what hangs below it. */
const find = async (ask: Ask, { $lookup }: Lookup, values: ReadonlySet<unknown>): Promise<readonly Row[]> => {
  if (values.size === 0) return [];
  const { from, foreignField, as, pipeline } = $lookup;
  const { stages, lookups } = apart(pipeline);
  // A lookup's pipeline begins with a match. One match, and it can be a find, which is faster.
  const [first, ...rest] = stages;
  const wanted = { $match: { $and: [{ [foreignField]: { $in: [...values] } }, first?.$match ?? {}] } };
  const path = as.slice(1).replaceAll('/', '.');
  const about = `what is populated: ${path}`;
  const rows = await ask({ about, collection: from, stages: [wanted, ...rest, { $limit: mostFound + 1 }] });
  if (rows.length > mostFound)
    throw invalid(`More than ${mostFound} documents are populated at ${path}: ask for fewer rows, or a limit there`, {
      path,
    });
  return attach(ask, rows, lookups);
};

/** Positions of the found by the value they were found for. */
const positions = (found: readonly Row[], path: readonly string[]): ReadonlyMap<unknown, readonly number[]> => {
  const by = new Map<unknown, number[]>();
  for (const [position, row] of found.entries())
    for (const value of valuesAt(row, path)) {
      const list = by.get(value);
      if (list === undefined) by.set(value, [position]);
      else list.push(position);
    }
  return by;
};

/**
 * @param rows hold every lookup's localField; what a lookup finds holds its foreignField
 * @returns the rows, each with what was found for it under the lookup's `as`, in the order it was found
 */
export const attach = async (ask: Ask, rows: readonly Row[], lookups: readonly Lookup[]): Promise<readonly Row[]> => {
  if (rows.length === 0 || lookups.length === 0) return rows;
  const helpers = await Promise.all(
    lookups.map(async (lookup) => {
      const { as, localField, foreignField } = lookup.$lookup;
      const path = localField.split('.');
      const asked = rows.map((row) => [...new Set(valuesAt(row, path))]);
      const found = await find(ask, lookup, new Set(asked.flat()));
      const by = positions(found, foreignField.split('.'));
      const own = asked.map((values) => {
        const places = [...new Set(values.flatMap((value) => by.get(value) ?? []))];
        return places.sort((a, b) => a - b).map((position) => found[position]);
      });
      return { as, own };
    }),
  );
  return rows.map((row, index) => {
    const whole: Record<string, unknown> = { ...row };
    for (const { as, own } of helpers) whole[as] = own[index];
    return whole;
  });
};
