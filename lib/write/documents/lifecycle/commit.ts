// How a write reaches the database: one atomic update, or a transaction where other documents change with it.
import type { ContentType } from '../../../schema/index.ts';
import type { Reach } from '../links/types.ts';
import type { Stored, Unit } from '../../../platform/db/index.ts';

/** Another write came between reading a document and writing it: compute again. */
export class Overtaken extends Error {}

/**
 * @param own the write of the document itself, which returns it as it leaves it
 * @param reaches changes of other documents that come with it; with any, all of them happen or none
 * @returns the document as stored when all is done: who links to itself is among the others
 * @throws Overtaken when the document is no longer what the write was computed from
 */
export const commit = async (
  unit: Unit,
  { collectionName }: ContentType,
  own: (unit: Unit) => Promise<Stored>,
  reaches: readonly Reach[],
): Promise<Stored> => {
  if (reaches.length === 0) return own(unit);
  return unit.together(async (whole) => {
    const written = await own(whole);
    for (const reach of reaches) await reach(whole);
    const { documentId, locale } = written;
    const stored = await whole.db
      .collection<Stored>(collectionName)
      .findOne({ documentId, locale }, { ...whole.options, useBigInt64: true });
    return stored ?? written;
  });
};
