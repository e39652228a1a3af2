// Redirects the links from many documents to another target, before the old target is deleted.
import { versionsOf, type ContentType, type RelationAttribute } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { changeTimeUpdate } from '../outbox.ts';
import { lockDeadline, standaloneOperations, type StoredDocument } from '../../../platform/db/index.ts';

/**
 * Redirects all links of a to-one relation from one document to another. Each document changes in one atomic update;
 * after an interruption, calling it again finishes the work.
 *
 * @param attribute the relation; its type stores the links
 * @param from the documentId of the old target
 * @param to the documentId of the new target
 */
export const relink = async (
  { database, now }: Service,
  type: ContentType,
  { name }: RelationAttribute,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const { db, options } = await standaloneOperations(database, lockDeadline());
  const documents = db.collection<StoredDocument>(type.collectionName);
  for (const version of versionsOf(type))
    await documents.updateMany(
      { [`${version}.${name}.to`]: from },
      {
        $set: { [`${version}.${name}.to`]: to, [`${version}.updatedAt`]: now() },
        $inc: { revision: 1 },
        ...(version === 'published' ? changeTimeUpdate : {}),
      },
      options,
    );
};
