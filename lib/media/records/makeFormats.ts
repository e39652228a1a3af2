// Makes the formats of pictures that were too large to process within their request: of the one in a bucket event, and of
// those whose event got lost.
import { setTimeout } from 'node:timers/promises';
import { errorDetails, writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
import { fileRecordOf, recordCollection, fileTarget, findRecord } from './files.ts';
import { documentIdOfPendingKey } from './fileNames.ts';
import { discardFiles, prepareStorage } from './prepareFile.ts';
import { storeOf } from '../store/storeOf.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { runWrite, prepareUpdate } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import { planPicture, processPicture, type Picture } from '../image/picture.ts';
import { fetchToFolder } from './prepareSent.ts';
import type { FileRecord } from './fileRecord.ts';
import { keysOfRecord, moveMisplaced } from './moveBytes.ts';
import { withTempDir } from '../store/withTempDir.ts';

/** `faulty`: the picture cannot have formats, and its record says why; `gone`: there is nothing left to do. */
type FormatsResult = 'made' | 'faulty' | 'gone';

/** @returns whether it was written: false if the record no longer waits for this key */
const writeIfPending = async (
  service: Service,
  documentId: string,
  key: string,
  data: Partial<FileRecord>,
): Promise<boolean> => {
  // This completes an upload, whose hooks have run.
  const target = { ...fileTarget(service.schema), hooks: undefined };
  const write = await prepareUpdate(service, target, documentId, data);
  return runWrite(service, {
    about: write.about,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const found = await findRecord(service, transaction, documentId);
        if (found === null || fileRecordOf(found).pending?.key !== key) return false;
        await write.attempt(transaction);
        return true;
      }),
  });
};

/** Decodes the picture. Returns a message if it is invalid or too large, because trying again would not help. */
const tryDecode = async (
  service: Service,
  path: string,
  record: FileRecord,
  folder: string,
): Promise<Picture | string> => {
  try {
    const type = { mime: record.mime, ext: record.ext };
    const { formats } = service.config.upload;
    const work = { folder, key: 'system' };
    const plan = await planPicture(path, type, formats, work);
    return plan === undefined ? 'File is not a valid image' : await processPicture(plan, formats, work);
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
};

/** Marks a record as faulty. It keeps the uploaded file, so nothing is lost, but the file stays without a URL. */
const markFaulty = async (service: Service, documentId: string, key: string, fault: string): Promise<FormatsResult> => {
  const isWritten = await writeIfPending(service, documentId, key, { pending: { key, fault } });
  if (!isWritten) return 'gone';
  writeLog('error', { message: 'the formats of a picture cannot be made', documentId, key, fault });
  return 'faulty';
};

/**
 * Makes the formats that a record waits for. Their keys come from `hash` of the record and always have the same
 * bytes, so processes that do this at the same time do no harm. The last one deletes files that the record does not
 * use.
 *
 * @param stored a record that waits for formats
 * @throws Error if the store or the database does not answer; the caller should try again
 */
const makePendingFormats = (service: Service, stored: StoredDocument): Promise<FormatsResult> =>
  withTempDir(async (folder) => {
    const { documentId } = stored;
    const record = fileRecordOf(stored);
    if (!record.pending) return 'gone';
    const { key } = record.pending;
    const store = storeOf(service.config.upload);
    const path = await fetchToFolder(store, key, folder);
    const picture = await tryDecode(service, path, record, folder);
    if (typeof picture === 'string') return markFaulty(service, documentId, key, picture);
    const { name, hash, mime, ext } = record;
    const file = { name, hash, type: { mime, ext }, picture, path, bytes: picture.bytes };
    const { record: made, parts } = prepareStorage(service.config.upload, file);
    for (const { put } of parts) await put();
    const { width, height, formats, size } = made;
    const written = await writeIfPending(service, documentId, key, { width, height, formats, size, pending: null });
    const current = await (await recordCollection(service)).findOne({ documentId });
    const kept = new Set(current === null ? [] : keysOfRecord(current));
    await discardFiles(
      store,
      [key, ...parts.map((part) => part.key)].filter((one) => !kept.has(one)),
    );
    // If it was deleted meanwhile, its bytes moved before these were stored.
    if (!written && current?.published === undefined) await moveMisplaced(service, [documentId]);
    return written ? 'made' : 'gone';
  });

/** The record is written right after the file, so the bucket event may come before it. */
const [maxLooks, betweenMs] = [5, 200];

/**
 * Makes the formats of the picture with this key.
 *
 * @returns undefined if the key is not of a waiting picture
 * @throws Error if no record has this key yet; and as `makePendingFormats`
 */
export const makeFormats = async (service: Service, key: string): Promise<FormatsResult | undefined> => {
  const documentId = documentIdOfPendingKey(key);
  if (documentId === undefined) return undefined;
  const records = await recordCollection(service);
  const store = storeOf(service.config.upload);
  for (let look = 0; look < maxLooks; look++) {
    const found = await records.findOne({ documentId });
    if (found !== null && found.published === undefined) {
      // A deleted record leaves a tombstone. If it is restored, the daily cleanup makes its formats.
      if (!keysOfRecord(found).includes(key)) await discardFiles(store, [key]);
      return 'gone';
    }
    if (found !== null) {
      const { pending } = fileRecordOf(found);
      if (pending?.key === key) return pending.fault === undefined ? makePendingFormats(service, found) : 'faulty';
    }
    // The write failed, or other bytes have replaced these, or another process has finished them.
    if ((await store.find(key)) === undefined) return 'gone';
    await setTimeout(betweenMs);
  }
  throw new Error(`${key} has no record yet`);
};

/** Younger pictures may be in progress. */
const graceMs = 60 * 60 * 1000;

/**
 * Makes the missing formats of older pictures, one picture after the other. Failures are logged, and tried again next
 * time.
 *
 * @returns how many pictures got formats, cannot have any, or failed
 */
export const makeMissingFormats = async (
  service: Service,
): Promise<{ readonly made: number; readonly faulty: number; readonly failed: number }> => {
  const before = new Date(service.now().getTime() - graceMs);
  const waiting = (await recordCollection(service)).find({
    'published.pending.key': { $exists: true },
    'published.pending.fault': { $exists: false },
    'published.provider': storeOf(service.config.upload).provider,
    'published.createdAt': { $lt: before },
  });
  const count = { made: 0, faulty: 0, gone: 0, failed: 0 };
  // Loaded completely, because a cursor would time out during this work.
  for (const stored of await waiting.toArray()) {
    const finished = await makePendingFormats(service, stored).catch((error: unknown): 'failed' => {
      const message = 'the formats of a picture cannot be made now';
      writeLog('error', { message, documentId: stored.documentId, error: errorDetails(error) });
      return 'failed';
    });
    count[finished] += 1;
  }
  const { made, faulty, failed } = count;
  return { made, faulty, failed };
};
