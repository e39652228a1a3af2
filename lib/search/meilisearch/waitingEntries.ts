// Keeps what Meilisearch should have until it has it, in a collection that the relay's transactions write.
//
// Each document of an index has at most one row, its newest state. So states are never sent in a wrong order, and whatever is
// sent twice has the same result. A row is removed when Meilisearch has finished the task that it was sent with, unless a
// newer one has replaced it.
import { ObjectId, type AnyBulkWriteOperation, type Collection, type Db } from 'mongodb';
import { collections, type Transaction } from '../../platform/db/index.ts';
import { documentKey, indexRange } from '../indexing/index.ts';

/** A document as Meilisearch has it: its words are in fields by weight. */
export interface MeilisearchDocument {
  /** Only letters, digits and hyphens. */
  readonly id: string;
  /** The number of the index. */
  readonly index: number;
  readonly documentId: string;
  readonly [weightField: string]: unknown;
}

/** What to do: store a document, delete one, or delete all of an index. */
export type Change =
  | { readonly document: MeilisearchDocument }
  | { readonly deletedId: string }
  | { readonly deletedIndex: number };

export interface WaitingEntry {
  /** `<index>|<documentId>`; without a documentId, the index is to be deleted. */
  readonly _id: string;
  /** Another one in each row that replaces one; ascending. */
  readonly version: ObjectId;
  readonly change: Change;
  /** The task of Meilisearch that has it; null: it must be sent. */
  readonly task: number | null;
  /** How often Meilisearch refused it. */
  readonly failures: number;
  /** It is not sent before. */
  readonly due: Date;
}

export const waitingEntries = (db: Db): Collection<WaitingEntry> => db.collection(collections.searchWaiting);

/** Meilisearch accepts up to 511 letters, digits, hyphens and underscores; a documentId may be any text. */
export const meilisearchId = (index: number, documentId: string): string =>
  `${index}-${Buffer.from(documentId).toString('base64url')}`;

/** Lets these changes wait; each replaces an earlier one of its document. */
export const addWaiting = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  changes: ReadonlyMap<string, Change>,
): Promise<void> => {
  const rows = [...changes].map(([_id, change]): AnyBulkWriteOperation<WaitingEntry> => {
    const replacement = { version: new ObjectId(), change, task: null, failures: 0, due: new Date(0) };
    return { replaceOne: { filter: { _id }, replacement, upsert: true } };
  });
  if (rows.length > 0) await waitingEntries(db).bulkWrite(rows, options);
};

/** Lets Meilisearch delete the documents of an index. What else waits for the index is no longer sent. */
export const addIndexDeletion = async (db: Db, index: number): Promise<void> => {
  const _id = documentKey(index, '');
  await waitingEntries(db).deleteMany({ _id: { ...indexRange(index), $ne: _id } });
  const row = { version: new ObjectId(), change: { deletedIndex: index }, task: null, failures: 0, due: new Date(0) };
  await waitingEntries(db).updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
};

/** Whether something waits for an index. */
export const isWaiting = async (db: Db, index: number): Promise<boolean> =>
  (await waitingEntries(db).findOne({ _id: indexRange(index) }, { projection: { _id: 1 } })) !== null;

/** The tasks that were sent and may not be finished. */
export const findSentTasks = async (db: Db, count: number): Promise<readonly number[]> => {
  const found = waitingEntries(db).aggregate<{ readonly _id: number }>([
    { $match: { task: { $gte: 0 } } },
    { $group: { _id: '$task' } },
    { $sort: { _id: 1 } },
    { $limit: count },
  ]);
  return (await found.toArray()).map(({ _id }) => _id);
};

/** Removes the rows of a finished task, and returns the indexes that it deleted. */
export const removeFinished = async (db: Db, task: number): Promise<readonly number[]> => {
  const deletions = await waitingEntries(db)
    .find({ task, 'change.deletedIndex': { $exists: true } })
    .toArray();
  await waitingEntries(db).deleteMany({ task, 'change.deletedIndex': { $exists: false } });
  return deletions.flatMap(({ change }) => ('deletedIndex' in change ? [change.deletedIndex] : []));
};

/** Lets the rows of a task be sent again at once, because Meilisearch does not know the task. */
export const sendAgain = async (db: Db, task: number): Promise<void> => {
  await waitingEntries(db).updateMany({ task }, { $set: { task: null } });
};

const firstRetryMs = 10_000;
const maxRetryMs = 3_600_000;

/** Lets rows that Meilisearch refused be sent later, each by itself: so one of them does not hold up the others. */
export const postpone = async (db: Db, rows: readonly WaitingEntry[], now: Date): Promise<void> => {
  const changed = rows.map(({ _id, version, failures }): AnyBulkWriteOperation<WaitingEntry> => {
    // The first retry shows which row it was.
    const ms = failures === 0 ? 0 : Math.min(firstRetryMs * 2 ** failures, maxRetryMs);
    const update = { $set: { task: null, failures: failures + 1, due: new Date(now.getTime() + ms) } };
    return { updateOne: { filter: { _id, version }, update } };
  });
  if (changed.length > 0) await waitingEntries(db).bulkWrite(changed);
};

/** Stores which task has the rows, except those that newer ones have replaced. */
export const storeTask = async (db: Db, rows: readonly WaitingEntry[], task: number): Promise<void> => {
  const changed = rows.map(({ _id, version }): AnyBulkWriteOperation<WaitingEntry> => ({
    updateOne: { filter: { _id, version }, update: { $set: { task } } },
  }));
  await waitingEntries(db).bulkWrite(changed);
};

const maxBatchRows = 500;
const maxBatchBytes = 5_000_000;

const kindOf = ({ change }: WaitingEntry): string => Object.keys(change)[0] ?? '';

/** The next rows to send in one request: of one kind, in the order of their versions. */
export const nextBatch = async (db: Db, now: Date): Promise<readonly WaitingEntry[]> => {
  const batch: WaitingEntry[] = [];
  let bytes = 0;
  const rows = waitingEntries(db)
    .find({ task: null, due: { $lte: now } })
    .sort({ version: 1 })
    .limit(maxBatchRows);
  for await (const row of rows) {
    const [first] = batch;
    // The order of different documents does not matter.
    if (first !== undefined && (kindOf(row) !== kindOf(first) || row.failures > 0)) continue;
    batch.push(row);
    bytes += JSON.stringify(row.change).length;
    if (row.failures > 0 || kindOf(row) === 'deletedIndex' || bytes >= maxBatchBytes) break;
  }
  return batch;
};
