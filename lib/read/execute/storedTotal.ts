// Reads stored totals.
import type { StoredTotals } from '../../platform/db/index.ts';
import type { StoredTotalPlan } from '../plan/index.ts';
import type { RunQuery } from './databaseQuery.ts';

interface TotalRow extends Pick<StoredTotals, 'totals'> {
  /** Empty if the total includes all documents. */
  readonly uncounted: readonly { readonly sum: number }[];
}

/** @returns undefined if there is no stored total */
export const readStoredTotal = async (
  ask: RunQuery,
  { about, collection, stages, locale }: StoredTotalPlan,
): Promise<number | undefined> => {
  // One snapshot has both: between two reads, the relay could move a document into the total.
  const [row] = await ask({ about, collection, stages, snapshot: true });
  if (row === undefined) return undefined;
  // The cast is safe: the stages of the plan return such rows.
  const { totals, uncounted } = row as unknown as TotalRow;
  const counted = Object.entries(totals).filter(([key]) => locale === undefined || key === locale);
  return counted.reduce((sum, [, total]) => sum + total, uncounted[0]?.sum ?? 0);
};
