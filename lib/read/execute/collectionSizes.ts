// Reads how large collections are, and remembers it for a minute.
import type { Db } from 'mongodb';
import type { CollectionSize } from '../plan/index.ts';

const rememberedMs = 60_000;

interface Known {
  readonly size: Promise<CollectionSize>;
  readonly until: number;
}

const known = new WeakMap<Db, Map<string, Known>>();

const readSize = async (db: Db, collection: string): Promise<CollectionSize> => {
  const stages = [{ $collStats: { storageStats: {} } }, { $project: { storageStats: { count: 1, avgObjSize: 1 } } }];
  // MongoDB has no statistics of a collection that does not exist yet.
  const [row] = await db
    .collection(collection)
    .aggregate(stages)
    .toArray()
    .catch(() => []);
  const { count = 0, avgObjSize = 0 } = (row?.storageStats ?? {}) as { count?: number; avgObjSize?: number };
  return { documents: count, averageBytes: avgObjSize };
};

export const collectionSize = (db: Db, collection: string): Promise<CollectionSize> => {
  const sizes = known.get(db) ?? new Map<string, Known>();
  known.set(db, sizes);
  const recent = sizes.get(collection);
  if (recent !== undefined && recent.until > performance.now()) return recent.size;
  const size = readSize(db, collection);
  sizes.set(collection, { size, until: performance.now() + rememberedMs });
  return size;
};
