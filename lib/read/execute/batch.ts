// Runs a lookup for all rows at once: one query, whose results are distributed to the rows.
import { invalid } from '../../errors.ts';
import { lookupStage, isLimited, type Lookup } from '../plan/index.ts';
import type { IndexKeys } from '../../schema/index.ts';
import type { RunQuery, Row, Stage } from './databaseQuery.ts';

const collectValues = (value: unknown, path: readonly string[], level: number, into: unknown[]): void => {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collectValues(item, path, level, into);
    return;
  }
  const name = path[level];
  if (name === undefined) into.push(value);
  else if (typeof value === 'object') collectValues((value as Row)[name], path, level + 1, into);
};

/** The values at a dotted path; as in MongoDB, the path continues into the elements of lists. */
export const valuesAt = (value: unknown, path: readonly string[]): readonly unknown[] => {
  const values: unknown[] = [];
  collectValues(value, path, 0, values);
  return values;
};

/** Separates lookups that need a stage for each row from those that one query can do for all rows. */
export const splitLookups = (
  lookups: readonly Lookup[],
): { readonly stages: readonly Stage[]; readonly batches: readonly Lookup[] } => ({
  stages: lookups.filter(isLimited).map(lookupStage),
  batches: lookups.filter((lookup) => !isLimited(lookup)),
});

/** No answer can contain more documents than this. */
const maxFound = 20_000;

/**
 * MongoDB caches its choice of an index by the form of a query, and chooses again whenever a query needs ten times as many
 * reads as the first: then a query for many ids took three times as long after one for a single id.
 */
const byDocumentId: IndexKeys = { documentId: 1, locale: 1 };

/**
 * Finds the documents that a lookup joins to any of the values, with their own lookups.
 *
 * @param path from the rows of the answer to these documents, for errors
 */
const findTargets = async (
  ask: RunQuery,
  { from, foreignField, stages: [first, ...rest], lookups }: Lookup,
  values: ReadonlySet<unknown>,
  path: string,
): Promise<readonly Row[]> => {
  if (values.size === 0) return [];
  const { stages, batches } = splitLookups(lookups);
  // The first stage of a lookup is a `$match`. Merged into one `$match`, the query can be a `find`, which is faster.
  const wanted = { $match: { $and: [{ [foreignField]: { $in: [...values] } }, first?.$match ?? {}] } };
  const about = `the populated documents at ${path}`;
  const limit = { $limit: maxFound + 1 };
  const hint = foreignField === 'documentId' ? byDocumentId : undefined;
  const rows = await ask({ about, collection: from, stages: [wanted, ...rest, ...stages, limit], hint });
  if (rows.length > maxFound)
    throw invalid(
      `More than ${maxFound} documents are populated at ${path}: request fewer rows, or set a limit there`,
      {
        path,
      },
    );
  return attachLookups(ask, rows, batches, path);
};

/** The positions of the found documents, by the value that joins them, in ascending order without duplicates. */
const positionsByValue = (found: readonly Row[], path: readonly string[]): ReadonlyMap<unknown, readonly number[]> => {
  const by = new Map<unknown, number[]>();
  for (const [position, row] of found.entries())
    for (const value of valuesAt(row, path)) {
      const list = by.get(value);
      if (list === undefined) by.set(value, [position]);
      else if (list.at(-1) !== position) list.push(position);
    }
  return by;
};

/** The documents that any of the values joins, in the order of the query's result. */
const joinedTo = (
  values: readonly unknown[],
  found: readonly Row[],
  positions: ReturnType<typeof positionsByValue>,
): readonly unknown[] => {
  const joined = new Set<number>();
  for (const value of values) for (const position of positions.get(value) ?? []) joined.add(position);
  return [...joined].sort((a, b) => a - b).map((position) => found[position]);
};

/**
 * @param rows documents with the localField of every lookup; the joined documents must contain the foreignField
 * @param above the path from the rows of the answer to these rows; empty for the rows of the answer
 * @returns the rows, each with its joined documents under the lookup's `as`, in the order of the query's result
 */
export const attachLookups = async (
  ask: RunQuery,
  rows: readonly Row[],
  lookups: readonly Lookup[],
  above = '',
): Promise<readonly Row[]> => {
  if (rows.length === 0 || lookups.length === 0) return rows;
  const helpers = await Promise.all(
    lookups.map(async (lookup) => {
      const { as, localField, foreignField, path } = lookup;
      const local = localField.split('.');
      const valuesOfRows = rows.map((row) => valuesAt(row, local));
      const found = await findTargets(
        ask,
        lookup,
        new Set(valuesOfRows.flat()),
        above === '' ? path : `${above}.${path}`,
      );
      const by = positionsByValue(found, foreignField.split('.'));
      const own = valuesOfRows.map((values) => joinedTo(values, found, by));
      return { as, own };
    }),
  );
  return rows.map((row, index) => {
    const whole: Record<string, unknown> = { ...row };
    for (const { as, own } of helpers) whole[as] = own[index];
    return whole;
  });
};
