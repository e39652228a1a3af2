// Finds pictures that wait for their formats: the one in a bucket event, and those whose event got lost.
import { setTimeout } from 'node:timers/promises';
import type { Service } from '../../platform/service.ts';
import { recordIn, recordsOf } from './files.ts';
import { finish, type Finished } from './finish.ts';
import { pendingIn } from '../store/keys.ts';
import { discard } from './prepare.ts';
import { storeOf } from '../store/storeOf.ts';

/** The record is written right after the file, so the bucket event may come before the record. */
const [looks, betweenMs] = [5, 200];

/**
 * Makes the formats of the picture with this key.
 *
 * @returns undefined if the key is not of a waiting picture
 * @throws Error if its record does not exist yet; and as `makePendingFormats`
 */
export const makeFormats = async (service: Service, key: string): Promise<Finished | undefined> => {
  const documentId = pendingIn(key);
  if (documentId === undefined) return undefined;
  const records = await recordsOf(service);
  const store = storeOf(service.config.upload);
  for (let look = 0; look < looks; look++) {
    // A deleted record leaves a tombstone.
    const found = await records.findOne({ documentId });
    if (found !== null) {
      const record = found.published && recordIn(found);
      if (record?.pending?.key === key) return record.pending.fault === undefined ? finish(service, found) : 'faulty';
      await discard(store, [key]);
      return 'gone';
    }
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
export const finishPending = async (
  service: Service,
): Promise<{ readonly made: number; readonly faulty: number; readonly failed: number }> => {
  const before = new Date(service.now().getTime() - graceMs);
  const waiting = (await recordsOf(service)).find({
    'published.pending.key': { $exists: true },
    'published.pending.fault': { $exists: false },
    'published.provider': storeOf(service.config.upload).provider,
    'published.createdAt': { $lt: before },
  });
  const count = { made: 0, faulty: 0, gone: 0, failed: 0 };
  // Loaded completely, because a cursor would time out during this work.
  for (const stored of await waiting.toArray()) {
    const finished = await finish(service, stored).catch((error: unknown): 'failed' => {
      console.error(`the formats of ${stored.documentId} could not be made:`, error);
      return 'failed';
    });
    count[finished] += 1;
  }
  const { made, faulty, failed } = count;
  return { made, faulty, failed };
};
