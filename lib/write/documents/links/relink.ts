// Links of many documents to one that is about to go, turned to another.
import { versionsOf, type ContentType, type RelationAttribute } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { changedNow } from '../outbox.ts';
import { lockDeadline, unitOf, type Stored } from '../../../platform/db/index.ts';

/**
 * Whatever links to one document by a to-one relation links to another from now on. Each document changes in one atomic
 * update; who is interrupted begins again.
 *
 * @param attribute of the type; keeps its links
 * @param from the documentId of the one, `to` that of the other
 */
export const relink = async (
  { database, now }: Service,
  type: ContentType,
  { name }: RelationAttribute,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const { db, options } = await unitOf(database, lockDeadline());
  const documents = db.collection<Stored>(type.collectionName);
  for (const version of versionsOf(type))
    await documents.updateMany(
      { [`${version}.${name}.to`]: from },
      {
        $set: { [`${version}.${name}.to`]: to, [`${version}.updatedAt`]: now() },
        $inc: { revision: 1 },
        ...(version === 'published' ? changedNow : {}),
      },
      options,
    );
};
