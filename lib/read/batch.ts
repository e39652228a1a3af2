// A lookup done for all rows together: one query, its results handed to the rows they belong to.
import type { Lookup } from '../pipeline/index.ts';
import type { Ask, Row } from './ask.ts';

/** The values at a dotted path, through lists on the way as MongoDB goes through them. */
export const valuesAt = (value: unknown, path: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  return typeof value === 'object' && value !== null ? valuesAt((value as Row)[name], rest) : [];
};

const isLookup = (stage: object): stage is Lookup => '$lookup' in stage;

/** What a lookup finds for all of the values, with what hangs below it. */
const find = async (ask: Ask, { $lookup }: Lookup, values: ReadonlySet<unknown>): Promise<readonly Row[]> => {
  if (values.size === 0) return [];
  const { from, foreignField, as, pipeline } = $lookup;
  const wanted = { $match: { [foreignField]: { $in: [...values] } } };
  // Lookups stand at the end, but for those that a sort needs.
  const end = pipeline.findLastIndex((stage) => !isLookup(stage)) + 1;
  const about = `what is populated: ${as.slice(1)}`;
  const rows = await ask({ about, collection: from, stages: [wanted, ...pipeline.slice(0, end)] });
  return attach(ask, rows, pipeline.slice(end).filter(isLookup));
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
      const asked = rows.map((row) => new Set(valuesAt(row, localField.split('.'))));
      const found = await find(ask, lookup, new Set(asked.flatMap((values) => [...values])));
      const by = positions(found, foreignField.split('.'));
      return asked.map((values) => {
        const own = new Set([...values].flatMap((value) => by.get(value) ?? []));
        return [as, [...own].sort((a, b) => a - b).map((position) => found[position])] as const;
      });
    }),
  );
  return rows.map((row, index) => ({
    ...row,
    ...Object.fromEntries(helpers.flatMap((of) => of.slice(index, index + 1))),
  }));
};
