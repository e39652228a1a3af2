// A lookup done for all rows together: one query, its results handed to the rows they belong to.
import { invalid } from '../../errors.ts';
import { lookupStage, narrows, type Lookup } from '../plan/index.ts';
import type { Ask, Row, Stage } from './ask.ts';

/** The values at a dotted path, through lists on the way as MongoDB goes through them. */
export const valuesAt = (value: unknown, path: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  return typeof value === 'object' && value !== null ? valuesAt((value as Row)[name], rest) : [];
};

/** Lookups done by stages, and those that one query each does for all rows together. */
export const splitLookups = (
  lookups: readonly Lookup[],
): { readonly stages: readonly Stage[]; readonly batches: readonly Lookup[] } => ({
  stages: lookups.filter(narrows).map(lookupStage),
  batches: lookups.filter((lookup) => !narrows(lookup)),
});

/** More than any answer can hold are not fetched. */
const mostFound = 20_000;

/**
 * What a lookup finds for all of the values, with what hangs below it.
 *
 * @param path from the rows of the answer to what is looked up
 */
const find = async (
  ask: Ask,
  { from, foreignField, stages: [first, ...rest], lookups }: Lookup,
  values: ReadonlySet<unknown>,
  path: string,
): Promise<readonly Row[]> => {
  if (values.size === 0) return [];
  const { stages, batches } = splitLookups(lookups);
  // A lookup's stages begin with a match. One match, and it can be a find, which is faster.
  const wanted = { $match: { $and: [{ [foreignField]: { $in: [...values] } }, first?.$match ?? {}] } };
  const about = `what is populated: ${path}`;
  const limit = { $limit: mostFound + 1 };
  const rows = await ask({ about, collection: from, stages: [wanted, ...rest, ...stages, limit] });
  if (rows.length > mostFound)
    throw invalid(`More than ${mostFound} documents are populated at ${path}: ask for fewer rows, or a limit there`, {
      path,
    });
  return attach(ask, rows, batches, path);
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
 * @param above the path from the rows of the answer to these rows; empty for those rows themselves
 * @returns the rows, each with what was found for it under the lookup's `as`, in the order it was found
 */
export const attach = async (
  ask: Ask,
  rows: readonly Row[],
  lookups: readonly Lookup[],
  above = '',
): Promise<readonly Row[]> => {
  if (rows.length === 0 || lookups.length === 0) return rows;
  const helpers = await Promise.all(
    lookups.map(async (lookup) => {
      const { as, localField, foreignField, path } = lookup;
      const local = localField.split('.');
      const asked = rows.map((row) => [...new Set(valuesAt(row, local))]);
      const found = await find(ask, lookup, new Set(asked.flat()), above === '' ? path : `${above}.${path}`);
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
