// Builds the index of the search anew, for a command: the running relay does it, or, if none runs, this process.
import { setTimeout } from 'node:timers/promises';
import { Lease, LeaseLost } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { markIndexes, readBuildProgress, type BuildProgress } from '../../search/indexing/index.ts';
import { defaultRelaySettings } from './relaySettings.ts';
import { SearchKeeper } from './searchKeeper.ts';

/** How often it looks how far the running relay is. */
const pollMs = 500;

/** @returns whether this process did a step, and may do the next one now; without the lease the relay that has it does them */
const buildHere = async (keeper: SearchKeeper, lease: Lease): Promise<boolean> => {
  try {
    return (await lease.acquire()) && (await keeper.step());
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
};

/**
 * Builds the indexes of all types, or of one, anew, and waits until they are complete. Searches use the old ones until then.
 *
 * @param type the uid of a type
 * @param onProgress is called after each step, and while another process builds
 * @throws MongoError when the database does not answer
 */
export const rebuildSearch = async (
  service: Service,
  type: string | undefined,
  onProgress: (progress: BuildProgress) => void,
): Promise<void> => {
  await markIndexes(await service.database.get(), type);
  const lease = new Lease(service.database, defaultRelaySettings.leaseMs, 'relay');
  const keeper = new SearchKeeper(service, lease, defaultRelaySettings);
  try {
    for (;;) {
      const progress = await readBuildProgress(service, type);
      onProgress(progress);
      if (progress.unfinished === 0) return;
      if (!(await buildHere(keeper, lease))) await setTimeout(pollMs);
    }
  } finally {
    await lease.release();
  }
};
