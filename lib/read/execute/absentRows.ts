// Remembers queries that found nothing, so that a list does not look for its stored total each time in vain.
import type { Db } from 'mongodb';

const rememberedMs = 500;

/** By query: until when, by `performance.now()`, it finds nothing. */
const absentUntil = new WeakMap<Db, Map<string, number>>();

/** @param about names the query */
export const withAbsentRows = async <T>(
  db: Db,
  about: string,
  run: () => Promise<readonly T[]>,
): Promise<readonly T[]> => {
  const known = absentUntil.get(db) ?? new Map<string, number>();
  absentUntil.set(db, known);
  if (performance.now() < (known.get(about) ?? 0)) return [];
  const rows = await run();
  if (rows.length === 0) known.set(about, performance.now() + rememberedMs);
  return rows;
};
