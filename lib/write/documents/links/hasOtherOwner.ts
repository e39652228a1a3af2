// Finds out whether another document owns the target of an exclusive relation.
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';
import type { ContentType, Status } from '../../../schema/index.ts';

/**
 * @param owner a document of the type, which does not count
 * @param name the relation, at the top of documents
 * @param target the documentId of the target
 * @returns whether a document in the same locale links to the target in that version
 */
export const hasOtherOwner = async (
  { db, options }: Transaction,
  { collectionName }: ContentType,
  { documentId, locale }: Pick<StoredDocument, 'documentId' | 'locale'>,
  version: Status,
  name: string,
  target: string,
): Promise<boolean> => {
  const other = { documentId: { $ne: documentId }, locale, [`${version}.${name}.to`]: target };
  const found = await db
    .collection<StoredDocument>(collectionName)
    .findOne(other, { ...options, projection: { _id: 1 } });
  return found !== null;
};
