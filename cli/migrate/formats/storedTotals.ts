// Format 1: every published document is counted in a stored total, or marked as `uncounted`.
import { resetTotals, totalsCollection } from '../../../lib/platform/db/index.ts';
import type { FormatMigration } from './types.ts';

/**
 * Servers before format 1 publish documents without a mark. While they run beside a newer server, its relay stores totals
 * that lack these documents. So the totals are deleted, and the relay makes them again.
 */
export const storedTotals: FormatMigration = {
  description: 'the totals of lists are stored',
  dryRun: async ({ database }) => [
    {
      change: 'stored totals that servers before this format may have made wrong are counted again',
      count: await totalsCollection(await database.get()).countDocuments({ madeAt: { $exists: true } }),
    },
  ],
  apply: async ({ database }) => {
    await resetTotals(await database.get());
  },
};
