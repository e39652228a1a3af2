// Runs the sweep of links as if minutes had passed since all deletions.
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { sweepLinks } from '../../../lib/write/documents/index.ts';

/** Moves all deletions some minutes into the past. */
export const backdateDeletions = async ({ database, schema }: Pick<Service, 'database' | 'schema'>): Promise<void> => {
  const db = await database.get();
  const earlier = { $set: { deletedAt: { $subtract: ['$deletedAt', 200_000] } } };
  for (const { collectionName } of schema.types.values())
    await db.collection<StoredDocument>(collectionName).updateMany({ deletedAt: { $exists: true } }, [earlier]);
};

/** @returns the number of deleted documents that others still linked to */
export const sweepLater = async (service: Service): Promise<number> => {
  await backdateDeletions(service);
  return sweepLinks(service);
};
