// How a write reaches the database: one atomic update, or a transaction where other documents change with it.
import type { Unit } from '../db/index.ts';
import type { Reach } from './reach.ts';

/** Another write came between reading a document and writing it: compute again. */
export class Overtaken extends Error {}

/**
 * @param own the write of the document itself
 * @param reaches changes of other documents that come with it; with any, all of them happen or none
 * @throws Overtaken when the document is no longer what the write was computed from
 */
export const commit = async (
  unit: Unit,
  own: (unit: Unit) => Promise<unknown>,
  reaches: readonly Reach[],
): Promise<void> => {
  if (reaches.length === 0) {
    await own(unit);
    return;
  }
  await unit.together(async (whole) => {
    await own(whole);
    for (const reach of reaches) await reach(whole);
  });
};
