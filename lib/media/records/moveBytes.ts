// Moves the bytes of a file to the trash when its record is deleted, back when it is restored, and erases those that no record
// has any more. A note, which is written with the change of the record, lasts until this is done, so that another process can finish it.
import { ObjectId, type WithId } from 'mongodb';
import { collections, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import { errorDetails, writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids, type ContentType } from '../../schema/index.ts';
import { andThen, asTransaction, type PreparedWrite } from '../../write/documents/index.ts';
import { storeOf } from '../store/storeOf.ts';
import { fileRecordOf, recordCollection } from './files.ts';
import { allKeysOf, type FileCopy } from './fileRecord.ts';

interface FileMove {
  /** The documentId of the record. */
  readonly _id: string;
  /** Is another one after each change of the record, so that a process knows whether its move is still the right one. */
  readonly change: ObjectId;
  /** Until then one process moves the bytes, and no other. */
  readonly claimedUntil?: Date | undefined;
  /** The bytes of the record are where they belong: there is only something to erase. */
  readonly isInPlace?: true;
  /** Files to copy to addresses that other files had. They are `erased` after it. */
  readonly copies?: readonly FileCopy[];
  /** Keys that no record has any more. */
  readonly erased?: readonly string[];
}

const movesIn = ({ db }: Pick<Transaction, 'db'>) => db.collection<FileMove>(collections.fileMoves);

/** Longer than any copy within a bucket takes, and than a function runs. */
const claimMs = 900_000;

/** Copying more within a bucket takes too long for a request: the job of each minute does it. */
const maxBytesInRequest = 200_000_000;

/** The keys of a record, also of one in the trash; none if its content is removed. */
export const keysOfRecord = ({ published, removed }: StoredDocument): readonly string[] => {
  const version = published ?? removed?.published;
  return version === undefined ? [] : allKeysOf(fileRecordOf({ published: version }));
};

const noteMove = async (unit: Pick<Transaction, 'db' | 'options'>, documentId: string): Promise<void> => {
  await movesIn(unit).updateOne(
    { _id: documentId },
    { $set: { change: new ObjectId() }, $unset: { isInPlace: 1 } },
    { ...unit.options, upsert: true },
  );
};

const noteErased = async (
  unit: Transaction,
  documentId: string,
  keys: readonly string[],
  copies: readonly FileCopy[] | undefined,
): Promise<void> => {
  await movesIn(unit).updateOne(
    { _id: documentId },
    {
      $set: { change: new ObjectId(), ...(copies === undefined ? {} : { copies }) },
      $setOnInsert: { isInPlace: true },
      $addToSet: { erased: { $each: [...keys] } },
    },
    { ...unit.options, upsert: true },
  );
};

/** Moves the bytes to where the record says, with those that replace them, and deletes the erased ones in both places. */
const followRecord = async (
  service: Service,
  { _id, isInPlace, copies = [], erased = [] }: FileMove,
): Promise<void> => {
  const store = storeOf(service.config.upload);
  const found = isInPlace === true ? null : await (await recordCollection(service)).findOne({ documentId: _id });
  const keys = found === null ? [] : keysOfRecord(found);
  const isDeleted = found?.published === undefined;
  if (!isDeleted) await store.trash.giveBack(keys);
  for (const { from, to } of copies) await store.copy(from, to);
  if (isDeleted && keys.length > 0) await store.trash.take(keys);
  if (erased.length === 0) return;
  await store.delete(erased);
  if (isInPlace !== true) await store.trash.delete(erased);
};

/**
 * Moves and deletes the bytes of a file as its note says. Does nothing if another process does it, or if there is no note.
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
      await followRecord(service, move);
    } catch (error) {
      await moves.updateOne(claim, { $unset: { claimedUntil: 1 } });
      throw error;
    }
    const { deletedCount } = await moves.deleteOne({ ...claim, change: move.change });
    // The record was deleted, restored, replaced or erased meanwhile.
    move = deletedCount === 0 ? await moves.findOne(claim) : null;
  }
};

/** @returns the error that it logged */
const moveOrLog = (service: Service, documentId: string): Promise<unknown> =>
  moveBytes(service, documentId).catch((error: unknown) => {
    const message = 'the bytes of a file cannot be moved or deleted';
    writeLog('error', { message, documentId, error: errorDetails(error) });
    return error;
  });

const isSmall = async (service: Service, documentId: string): Promise<boolean> => {
  if (service.config.upload.provider === 'local') return true;
  const found = await (await recordCollection(service)).findOne({ documentId });
  const published = found?.published ?? found?.removed?.published;
  return published === undefined || fileRecordOf({ published }).size * 1_000 <= maxBytesInRequest;
};

const followAfterCommit = (service: Service, unit: Transaction, documentId: string): Promise<void> =>
  unit.afterCommit(async () => {
    if (await isSmall(service, documentId)) await moveOrLog(service, documentId);
  });

/**
 * Notes in a transaction that the bytes of a record have to move, and moves them when it is committed. If that fails, the job of
 * each minute tries again.
 */
export const moveAfterCommit = async (service: Service, unit: Transaction, documentId: string): Promise<void> => {
  await noteMove(unit, documentId);
  await followAfterCommit(service, unit, documentId);
};

/**
 * The same for bytes that no record has any more: they are deleted.
 *
 * @param documentId of the record that had them
 * @param copies which are made before, instead of those of an earlier change; undefined: those are made
 */
export const eraseAfterCommit = async (
  service: Service,
  unit: Transaction,
  documentId: string,
  keys: readonly string[],
  copies?: readonly FileCopy[],
): Promise<void> => {
  await noteErased(unit, documentId, keys, copies);
  await followAfterCommit(service, unit, documentId);
};

/** Deletes the bytes of files that a transaction erases from the trash. Documents of other types have none. */
export const eraseRemovedBytes = async (
  service: Service,
  unit: Transaction,
  { uid }: ContentType,
  tombstones: readonly StoredDocument[],
): Promise<void> => {
  if (uid !== builtInUids.file) return;
  for (const tombstone of tombstones) {
    // They may not have reached the trash yet.
    await noteMove(unit, tombstone.documentId);
    await eraseAfterCommit(service, unit, tombstone.documentId, keysOfRecord(tombstone));
  }
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

/** The keys of files that have still to be copied, with the documentIds of the records that get their bytes. */
export const findUncopied = async (
  service: Service,
): Promise<readonly (readonly [key: string, documentId: string])[]> => {
  const notes = movesIn({ db: await service.database.get() }).find({ copies: { $exists: true } });
  return (await notes.toArray()).flatMap(({ _id, copies = [] }) => copies.map(({ from }) => [from, _id] as const));
};

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
  for (const { _id } of await notes.toArray()) {
    const error = await moveOrLog(service, _id);
    if (error === undefined) count += 1;
    // The other jobs of this minute do not wait for each file while the bucket is silent.
    else if (error instanceof Error && error.name === 'TimeoutError') break;
  }
  return count;
};
