// Decides which indexes are to be built, replaced and removed.
import type { Service } from '../../platform/service.ts';
import type { Partition, StoredIndex } from '../types.ts';
import { partitionFingerprint } from './partitions.ts';
import { isOfPartition } from './storedIndexes.ts';
import { keptMs } from './usedIndexes.ts';

/** Below this number of ordinals it does not matter how many are removed. */
const minOrdinals = 1_000;

/** Whether an index should be replaced because of its removed ordinals. */
const isMostlyRemoved = ({ ordinals, removed }: StoredIndex): boolean =>
  ordinals >= minOrdinals && removed * 2 > ordinals;

/** What is to do for the indexes of a site. */
export interface Plan {
  /** Indexes that nothing uses any more. */
  readonly outdated: readonly StoredIndex[];
  /** Partitions for which an index is missing. */
  readonly missing: readonly Partition[];
  readonly unfinished: readonly (readonly [Partition, StoredIndex])[];
  /** Replaced indexes that no search reads any more. */
  readonly unused: readonly StoredIndex[];
}

/** Compares the indexes that there are with those that there should be. */
export const planBuilding = async (
  service: Service,
  partitions: readonly Partition[],
  indexes: readonly StoredIndex[],
): Promise<Plan> => {
  const { defaultLocale } = await service.locales.known();
  const current = indexes.filter(({ state }) => state !== 'replaced');
  const outdated = new Set(current);
  const missing: Partition[] = [];
  const unfinished: (readonly [Partition, StoredIndex])[] = [];
  for (const partition of partitions) {
    const fingerprint = partitionFingerprint(service, partition.type, partition.locale ?? defaultLocale);
    const ofPartition = current.filter((index) => isOfPartition(index, partition));
    const used = ofPartition.find(({ state }) => state === 'used');
    // Searches read it until its successor is complete.
    if (used !== undefined) outdated.delete(used);
    if (used?.fingerprint === fingerprint && !isMostlyRemoved(used)) continue;
    const building = ofPartition.find((index) => index.state === 'building' && index.fingerprint === fingerprint);
    if (building === undefined) missing.push(partition);
    else {
      outdated.delete(building);
      unfinished.push([partition, building]);
    }
  }
  const unused = indexes.filter(
    ({ state, replacedAt }) =>
      state === 'replaced' && service.now().getTime() - (replacedAt ?? new Date(0)).getTime() > keptMs,
  );
  return { outdated: [...outdated], missing, unfinished, unused };
};
