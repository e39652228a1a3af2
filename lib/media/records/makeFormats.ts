// Finds pictures that wait for their formats: the one in a bucket event, and those whose event got lost.
import { setTimeout } from 'node:timers/promises';
import type { Service } from '../../platform/service.ts';
import { fileRecordOf, recordCollection } from './files.ts';
import { makePendingFormats, type FormatsResult } from './makePendingFormats.ts';
import { documentIdOfPendingKey } from '../store/keys.ts';
import { discardFiles } from './prepareFile.ts';
import { storeOf } from '../store/storeOf.ts';

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
      // A deleted record leaves a tombstone.
      await discardFiles(store, [key]);
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
      console.error(`the formats of ${stored.documentId} could not be made:`, error);
      return 'failed';
    });
    count[finished] += 1;
  }
  const { made, faulty, failed } = count;
  return { made, faulty, failed };
};
