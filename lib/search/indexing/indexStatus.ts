// Reads how far the indexes of a site are.
import type { Service } from '../../platform/service.ts';
import { collections } from '../../platform/db/index.ts';
import type { Partition, StoredIndex } from '../types.ts';
import { partitionsOf } from './partitions.ts';
import { planBuilding, type Plan } from './planBuilding.ts';
import { indexesCollection, isOfPartition } from './storedIndexes.ts';

interface PlannedIndexes {
  readonly partitions: readonly Partition[];
  readonly indexes: readonly StoredIndex[];
  readonly plan: Plan;
}

const readPlan = async (service: Service, type?: string): Promise<PlannedIndexes> => {
  const partitions = (await partitionsOf(service)).filter((one) => type === undefined || one.type.uid === type);
  const indexes = await indexesCollection(await service.database.get())
    .find()
    .toArray();
  return { partitions, indexes, plan: await planBuilding(service, partitions, indexes) };
};

/** How far the indexes are that are to be built. */
export interface BuildProgress {
  readonly partitions: number;
  /** How many of the partitions have no complete index. */
  readonly unfinished: number;
  /** How many documents the unfinished indexes have. */
  readonly documents: number;
}

/** Reads how far the indexes of the site, or of a type, are. */
export const readBuildProgress = async (service: Service, type?: string): Promise<BuildProgress> => {
  const {
    partitions,
    plan: { missing, unfinished },
  } = await readPlan(service, type);
  return {
    partitions: partitions.length,
    unfinished: missing.length + unfinished.length,
    documents: unfinished.reduce((sum, [, { ordinals }]) => sum + ordinals, 0),
  };
};

export interface PartitionStatus {
  readonly partition: Partition;
  /** `outdated`: searches read an index that another one is to replace; `missing`: searches find nothing. */
  readonly state: 'current' | 'outdated' | 'missing';
  /** How many documents the index has that searches read; undefined: the search engine counts them, not Lectern. */
  readonly documents: number | undefined;
  /** How many documents the index has that is being built; undefined: none is. */
  readonly built: number | undefined;
}

export interface IndexStatus {
  readonly partitions: readonly PartitionStatus[];
  /** How many changed documents no index has yet, although the relay has processed their events. */
  readonly waiting: number;
}

/** Reads the state of the indexes of all partitions. @throws MongoError when the database does not answer */
export const readIndexStatus = async (service: Service): Promise<IndexStatus> => {
  const db = await service.database.get();
  const { partitions, indexes, plan } = await readPlan(service);
  const counts = service.config.search.backend === 'mongodb';
  const waiting = await Promise.all(
    [collections.searchPostponed, collections.searchWaiting].map((name) => db.collection(name).countDocuments()),
  );
  return {
    partitions: partitions.map((partition): PartitionStatus => {
      const used = indexes.find((index) => index.state === 'used' && isOfPartition(index, partition));
      const building = plan.unfinished.find(([one]) => one === partition)?.[1];
      const isOutdated = building !== undefined || plan.missing.includes(partition);
      return {
        partition,
        state: used === undefined ? 'missing' : isOutdated ? 'outdated' : 'current',
        documents: counts ? (used?.ordinals ?? 0) - (used?.removed ?? 0) : undefined,
        built: building === undefined ? undefined : building.ordinals - building.removed,
      };
    }),
    waiting: waiting.reduce((sum, count) => sum + count, 0),
  };
};
