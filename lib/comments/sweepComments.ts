// Removes comments of documents that are deleted for good.
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { removedFilter } from '../write/documents/index.ts';
import { commentsIn, type StoredComment } from './storedComments.ts';

/** How many documents are looked up at once. */
const batchSize = 500;

type CommentKey = Pick<StoredComment, 'type' | 'documentId' | 'locale'>;

/** Documents in the trash keep their comments. Those of a type that the site does not have any more stay, like its documents. */
const findErased = async (
  { schema, database }: Service,
  keys: readonly CommentKey[],
): Promise<readonly CommentKey[]> => {
  const db = await database.get();
  const erased: CommentKey[] = [];
  for (const uid of new Set(keys.map(({ type }) => type))) {
    const type = schema.types.get(uid);
    if (type === undefined) continue;
    const ofType = keys.filter((key) => key.type === uid);
    const kept = await db
      .collection<StoredDocument>(type.collectionName)
      .find({ documentId: { $in: ofType.map(({ documentId }) => documentId) }, $or: [livingFilter, removedFilter] })
      .project<Pick<StoredDocument, 'documentId' | 'locale'>>({ documentId: 1, locale: 1 })
      .toArray();
    erased.push(
      ...ofType.filter((key) => !kept.some((one) => one.documentId === key.documentId && one.locale === key.locale)),
    );
  }
  return erased;
};

/** @returns of how many documents it removed the comments */
export const sweepComments = async (service: Service): Promise<number> => {
  const comments = commentsIn(await service.database.get());
  let count = 0;
  const remove = async (keys: readonly CommentKey[]): Promise<void> => {
    for (const key of await findErased(service, keys)) {
      await comments.deleteMany(key);
      count++;
    }
  };
  let batch: CommentKey[] = [];
  const fields = { type: '$type', documentId: '$documentId', locale: '$locale' };
  for await (const { _id } of comments.aggregate<{ readonly _id: CommentKey }>([{ $group: { _id: fields } }])) {
    batch.push(_id);
    if (batch.length < batchSize) continue;
    await remove(batch);
    batch = [];
  }
  await remove(batch);
  return count;
};
