// A localized single type is one document in all of its locales, also when two locales are made at once.
import type { ContentType } from '../../../schema/index.ts';
import { Overtaken } from '../lifecycle/commit.ts';
import type { Reach } from '../links/types.ts';
import { collections, type Stored, type Unit } from '../../../platform/db/index.ts';

/** The revision before the first of a document: of a single type those before it had some, and no ETag may mean two. */
export const revisionBefore = async (
  { db, options }: Unit,
  { kind, collectionName }: ContentType,
  locale: string | null,
): Promise<number> => {
  if (kind !== 'singleType') return 0;
  const last = await db
    .collection<Stored>(collectionName)
    .findOne({ locale }, { ...options, sort: { revision: -1 }, projection: { revision: 1 } });
  return last?.revision ?? 0;
};

/**
 * What comes with making the document of a localized single type: no other is there. The index is per locale, so those
 * who make one write one counter, and wait for one another.
 *
 * @throws Overtaken when there is one already
 */
export const onlyOne =
  ({ collectionName }: ContentType, documentId: string): Reach =>
  async ({ db, options }) => {
    await db
      .collection<{ _id: string }>(collections.sequences)
      .updateOne({ _id: `${collectionName} made` }, { $inc: { last: 1 } }, { ...options, upsert: true });
    const other = { single: true as const, documentId: { $ne: documentId } };
    if ((await db.collection<Stored>(collectionName).findOne(other, options)) !== null) throw new Overtaken();
  };
