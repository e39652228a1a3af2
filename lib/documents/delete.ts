// The end of a document: a tombstone, and no link to it.
import type { Service } from '../service.ts';
import { commit, Overtaken } from './commit.ts';
import { checkExpected } from './expected.ts';
import type { WriteTarget } from './prepare.ts';
import { releaseDeleted } from './release.ts';
import { livingOf, type Stored, type Unit } from '../db/index.ts';
import { alone, nameOf, type Write } from './write.ts';

/** What a deletion is about. */
export type Deleted = Pick<WriteTarget, 'type' | 'locale' | 'expected'>;

/** `deleteDocument`, made ready. */
export const deleting = (
  service: Service,
  { type, locale, expected }: Deleted,
  documentId: string | undefined,
): Write<void> => ({
  about: nameOf(type, documentId),
  attempt: async (unit) => {
    const { collectionName } = type;
    const there = await unit.db
      .collection<Stored>(collectionName)
      .findOne(livingOf(locale, documentId), { ...unit.options, projection: { documentId: 1, revision: 1 } });
    checkExpected(expected, there);
    if (there === null) return;
    const { documentId: id, revision } = there;
    const tombstone = {
      $set: { deletedAt: service.now() },
      $unset: { draft: 1, published: 1, single: 1 } as const,
      $inc: { revision: 1 },
    };
    const own = async ({ db, options }: Unit): Promise<void> => {
      const filter = { ...livingOf(locale, id), ...(expected === undefined ? {} : { revision }) };
      const { matchedCount } = await db.collection<Stored>(collectionName).updateOne(filter, tombstone, options);
      if (matchedCount === 0 && expected !== undefined) throw new Overtaken();
    };
    await commit(unit, own, [releaseDeleted(type, id, service.schema)]);
  },
});

/**
 * Deletes both versions of one locale. A document that is not there is deleted already.
 *
 * @param documentId undefined: the one document of a single type
 * @throws ApiError 412 when it is not what the target expects
 */
export const deleteDocument = (service: Service, target: Deleted, documentId: string | undefined): Promise<void> =>
  alone(service, deleting(service, target, documentId));
