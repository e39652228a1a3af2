// The end of a document: a tombstone, and no link to it.
import type { Service } from '../service.ts';
import { commit } from './commit.ts';
import type { WriteTarget } from './prepare.ts';
import { releaseDeleted } from './release.ts';
import { livingOf, type Stored } from '../db/index.ts';
import { alone, nameOf, type Write } from './write.ts';

/** What a deletion is about. */
export type Deleted = Pick<WriteTarget, 'type' | 'locale'>;

/** `deleteDocument`, made ready. */
export const deleting = (service: Service, { type, locale }: Deleted, documentId: string | undefined): Write<void> => ({
  about: nameOf(type, documentId),
  attempt: async (unit) => {
    const { collectionName } = type;
    const there = await unit.db
      .collection<Stored>(collectionName)
      .findOne(livingOf(locale, documentId), { ...unit.options, projection: { documentId: 1 } });
    if (there === null) return;
    const tombstone = {
      $set: { deletedAt: service.now() },
      $unset: { draft: 1, published: 1, single: 1 } as const,
      $inc: { revision: 1 },
    };
    await commit(
      unit,
      ({ db, options }) =>
        db.collection<Stored>(collectionName).updateOne(livingOf(locale, there.documentId), tombstone, options),
      [releaseDeleted(type, there.documentId, service.schema)],
    );
  },
});

/**
 * Deletes both versions of one locale. A document that is not there is deleted already.
 *
 * @param documentId undefined: the one document of a single type
 */
export const deleteDocument = (service: Service, target: Deleted, documentId: string | undefined): Promise<void> =>
  alone(service, deleting(service, target, documentId));
