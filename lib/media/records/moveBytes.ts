// Moves the bytes of a file to the trash when its record is deleted, and back when it is restored. A note, which is written
// with the change of the record, lasts until they are where the record says, so that another process can finish the move.
import { ObjectId, type WithId } from 'mongodb';
import { collections, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids, type ContentType } from '../../schema/index.ts';
import { andThen, asTransaction, type PreparedWrite } from '../../write/documents/index.ts';
import { storeOf } from '../store/storeOf.ts';
import { fileRecordOf, recordCollection } from './files.ts';
import { discardKeys, keysOfRecord } from './removedFiles.ts';

interface FileMove {
  /** The documentId of the record. */
  readonly _id: string;
  /** Is another one after each change of the record, so that a process knows whether its move is still the right one. */
  readonly change: ObjectId;
  /** Until then one process moves the bytes, and no other. */
  readonly claimedUntil?: Date | undefined;
}

const movesIn = ({ db }: Pick<Transaction, 'db'>) => db.collection<FileMove>(collections.fileMoves);

/** Longer than any copy within a bucket takes, and than a function runs. */
const claimMs = 900_000;

/** Copying more within a bucket takes too long for a request: the job of each minute does it. */
const maxBytesInRequest = 200_000_000;

const noteMove = async (unit: Pick<Transaction, 'db' | 'options'>, documentId: string): Promise<void> => {
  await movesIn(unit).updateOne(
    { _id: documentId },
    { $set: { change: new ObjectId() } },
    { ...unit.options, upsert: true },
  );
};

/** Moves the bytes to where the record says. */
const followRecord = async (service: Service, documentId: string): Promise<void> => {
  const records = await recordCollection(service);
  const { trash } = storeOf(service.config.upload);
  const found = await records.findOne({ documentId });
  if (found === null) return;
  const keys = keysOfRecord(found);
  if (found.published !== undefined) return trash.giveBack(keys);
  await trash.take(keys);
  const after = await records.findOne({ documentId });
  // It was erased meanwhile.
  if (after !== null && keysOfRecord(after).length === 0) await discardKeys(service, keys);
};

/**
 * Moves the bytes of a file to where its record says. Does nothing if another process does it, or if there is no note.
 *
 * @throws Error if the store or the database does not answer; the job tries again
 */
const moveBytes = async (service: Service, documentId: string): Promise<void> => {
  const moves = movesIn({ db: await service.database.get() });
  const isFree = { $lt: [{ $ifNull: ['$claimedUntil', new Date(0)] }, '$$NOW'] };
  let move: WithId<FileMove> | null = await moves.findOneAndUpdate(
    { _id: documentId, $expr: isFree },
    [{ $set: { claimedUntil: { $add: ['$$NOW', claimMs] } } }],
    { returnDocument: 'after' },
  );
  while (move !== null) {
    const claim = { _id: documentId, claimedUntil: move.claimedUntil };
    try {
      await followRecord(service, documentId);
    } catch (error) {
      await moves.updateOne(claim, { $unset: { claimedUntil: 1 } });
      throw error;
    }
    const { deletedCount } = await moves.deleteOne({ ...claim, change: move.change });
    // The record was deleted or restored meanwhile.
    move = deletedCount === 0 ? await moves.findOne(claim) : null;
  }
};

const moveOrLog = (service: Service, documentId: string): Promise<boolean> =>
  moveBytes(service, documentId).then(
    () => true,
    (error: unknown) => {
      const message = 'the bytes of a file cannot be moved to the trash or back';
      console.error(JSON.stringify({ level: 'error', message, documentId, error: String(error) }));
      return false;
    },
  );

const isSmall = async (service: Service, documentId: string): Promise<boolean> => {
  if (service.config.upload.provider === 'local') return true;
  const found = await (await recordCollection(service)).findOne({ documentId });
  const published = found?.published ?? found?.removed?.published;
  return published !== undefined && fileRecordOf({ published }).size * 1_000 <= maxBytesInRequest;
};

/**
 * Notes in a transaction that the bytes of a record have to move, and moves them when it is committed. If that fails, the job of
 * each minute tries again.
 */
export const moveAfterCommit = async (service: Service, unit: Transaction, documentId: string): Promise<void> => {
  await noteMove(unit, documentId);
  await unit.afterCommit(async () => {
    if (await isSmall(service, documentId)) await moveOrLog(service, documentId);
  });
};

/** The restore of a document, after which a file has its bytes again. Documents of other types have none. */
export const withRestoredBytes = <T>(
  service: Service,
  { uid }: ContentType,
  documentId: string,
  restore: PreparedWrite<T>,
): PreparedWrite<T> =>
  uid === builtInUids.file
    ? asTransaction(
        andThen(restore, async (restored, unit) => {
          await moveAfterCommit(service, unit, documentId);
          return restored;
        }),
      )
    : restore;

/** Moves the bytes of these files, where they are not where their records say. */
export const moveMisplaced = async (service: Service, documentIds: Iterable<string>): Promise<void> => {
  const unit = { db: await service.database.get(), options: {} };
  for (const documentId of documentIds) {
    await noteMove(unit, documentId);
    await moveOrLog(service, documentId);
  }
};

/** The job: finishes the moves that were interrupted or have failed. @returns how many notes it read without an error */
export const finishMoves = async (service: Service): Promise<number> => {
  const notes = movesIn({ db: await service.database.get() }).find({}, { projection: { _id: 1 } });
  let count = 0;
  for (const { _id } of await notes.toArray()) if (await moveOrLog(service, _id)) count += 1;
  return count;
};
