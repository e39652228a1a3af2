// Removes the content of deleted documents for good: when its time in the trash is over, or when somebody asks for it.
import type { Filter } from 'mongodb';
import { collections, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';
import { isContent, type ContentType } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { clearVersions } from '../versions/clearVersions.ts';
import { trashStart } from './trashFilter.ts';

/** How many documents of each type one run removes, so that it ends soon. */
const maxDocuments = 1_000;

const hasContent: Filter<StoredDocument> = { 'removed.deletion': { $exists: true } };

/**
 * Removes the contents of documents whose time in the trash is over.
 *
 * @param maxAgeMs leaves out documents whose time ended earlier, which a complete run has removed
 * @returns how many documents it removed
 */
export const expireRemoved = async (service: Service, maxAgeMs = Infinity): Promise<number> => {
  const db = await service.database.get();
  const until = trashStart(service);
  const from = new Date(Math.max(0, until.getTime() - maxAgeMs));
  let count = 0;
  for (const type of [...service.schema.types.values()].filter(isContent)) {
    const documents = db.collection<StoredDocument>(type.collectionName);
    for (let found = maxDocuments; found === maxDocuments;) {
      const ids = await documents
        .find({ deletedAt: { $gt: from, $lte: until }, ...hasContent }, { projection: { _id: 1 }, limit: maxDocuments })
        .map(({ _id }) => _id)
        .toArray();
      found = ids.length;
      count += found;
      if (found > 0)
        await documents.updateMany({ _id: { $in: ids }, deletedAt: { $lte: until } }, { $unset: { removed: 1 } });
      // The next run goes on: this one has other work too.
      if (maxAgeMs < Infinity) break;
    }
  }
  return count;
};

/**
 * Erases a deleted document: its content in the trash, in the events that wait in its outbox, and the record of the links
 * to it. The tombstone stays, because clients that synchronise have to learn of the deletion.
 *
 * @param locale null if the type is not localized; undefined: every deleted locale
 * @returns the tombstones as they were
 */
export const eraseRemoved = async (
  unit: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null | undefined,
): Promise<readonly StoredDocument[]> => {
  const { db, options, lock } = unit;
  lock(type, [documentId]);
  const documents = db.collection<StoredDocument>(type.collectionName);
  const filter = {
    documentId,
    ...(locale === undefined ? {} : { locale }),
    deletedAt: { $exists: true },
    ...hasContent,
  };
  const tombstones = await documents.find(filter, options).toArray();
  if (tombstones.length === 0) return [];
  const ids = tombstones.map(({ _id }) => _id);
  await documents.updateMany({ _id: { $in: ids } }, { $unset: { removed: 1 }, $inc: { revision: 1 } }, options);
  await clearVersions(unit, type, { _id: { $in: ids } });
  const deletions = tombstones.flatMap(({ removed }) => removed?.deletion ?? []);
  await db.collection(collections.removedLinks).deleteMany({ deletion: { $in: deletions } }, options);
  return tombstones;
};
