// Reads the documents of a partition in the order of their last changes, from a position on.
import type { Db, Document, Filter } from 'mongodb';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { IndexEntry, Partition, StoredIndex } from '../types.ts';
import { countWords, maxBuiltWords } from './batches.ts';
import { entryOf, indexedFields } from './readEntries.ts';

/** How many documents are read at most. */
const maxDocuments = 2_000;

/** How many of them are read at a time: each may be long. */
const maxRead = 50;

type Position = NonNullable<StoredIndex['position']>;

/**
 * Lists the next documents of a partition: so those with equal scores rank as if they had been followed. Each query has one range
 * of the index on `updatedAt`, which also has the order: MongoDB reads no more keys than it returns.
 */
const listPositions = async (
  db: Db,
  { type, status, locale }: Partition,
  position: StoredIndex['position'],
): Promise<readonly Position[]> => {
  const updatedAt = `${status}.updatedAt`;
  const inPartition = { ...(type.localized ? { locale } : {}), [`${status}.id`]: { $gte: 0 } };
  const list = (after: Filter<Document>, limit: number): Promise<readonly Position[]> =>
    db
      .collection(type.collectionName)
      .find<Position>({ ...inPartition, ...after }, { projection: { at: `$${updatedAt}` } })
      .sort({ [updatedAt]: 1, _id: 1 })
      .limit(limit)
      .toArray();
  if (position === undefined) return list({}, maxDocuments);
  const equal = await list({ [updatedAt]: position.at, _id: { $gt: position._id } }, maxDocuments);
  const rest = maxDocuments - equal.length;
  return rest === 0 ? equal : [...equal, ...(await list({ [updatedAt]: { $gt: position.at } }, rest))];
};

/** What follows in a partition. */
export interface NextDocuments {
  readonly entries: readonly IndexEntry[];
  /** The last document. */
  readonly position: StoredIndex['position'];
  readonly isLast: boolean;
}

/** Reads the next documents of a partition that are not yet in an index: as many as one transaction can write. */
export const readNextDocuments = async (
  db: Db,
  { schema }: Pick<Service, 'schema'>,
  partition: Partition,
  index: StoredIndex,
): Promise<NextDocuments> => {
  const { type, status } = partition;
  const listed = await listPositions(db, partition, index.position);
  const entries: IndexEntry[] = [];
  let { position } = index;
  let words = 0;
  for (let start = 0; start < listed.length; start += maxRead) {
    const positions = listed.slice(start, start + maxRead);
    const found = await db
      .collection<StoredDocument>(type.collectionName)
      .find({ _id: { $in: positions.map(({ _id }) => _id) } }, { projection: indexedFields(type, [status]) })
      .toArray();
    const stored = new Map(found.map((document) => [document._id.toHexString(), document]));
    for (const { _id, at } of positions) {
      const document = stored.get(_id.toHexString());
      const entry =
        document?.[status] === undefined ? undefined : entryOf(schema, type, status, document, index.language);
      position = { at, _id };
      if (entry === undefined) continue;
      entries.push(entry);
      words += countWords(entry);
      if (words >= maxBuiltWords) return { entries, position, isLast: false };
    }
  }
  return { entries, position, isLast: listed.length < maxDocuments };
};
