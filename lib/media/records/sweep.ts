// What was left to do: stored files that no record points to, of requests that ended in between, and of uploads that nobody
// completed; uploads that nobody sent to their end; pictures that have no formats yet.
import type { Stored } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { recordIn, recordsOf } from './files.ts';
import { isSentKey } from '../store/keys.ts';
import { finishPending } from './pending.ts';
import { keysOf } from './record.ts';
import { abortParts } from '../store/s3Parts.ts';
import { storeOf } from '../store/storeOf.ts';

/** What is younger may get its record yet. */
const graceMs = 24 * 60 * 60 * 1000;

/** Names that are made here; whatever else is stored beside is not ours to delete. */
const ours = /_[0-9a-f]{10}(?:\.[a-z\d]{1,10})?$|^\..+_[0-9a-f]{10}(?:\.[a-z\d]{1,10})?\.[0-9a-f-]{36}$/;

const recorded = async (service: Service): Promise<ReadonlySet<string>> => {
  const records = (await recordsOf(service))
    .find({ published: { $exists: true } })
    .project<Stored>({ 'published.hash': 1, 'published.ext': 1, 'published.formats': 1, 'published.pending': 1 });
  const keys = new Set<string>();
  for await (const record of records) for (const key of keysOf(recordIn(record))) keys.add(key);
  return keys;
};

/**
 * Deletes stored files of which no record tells, when they are a day old. Records stay, whatever is stored of them.
 *
 * @returns how many it deleted
 * @throws Error where there is no record at all: it is more likely the wrong database than a site without files
 */
export const sweepFiles = async (service: Service): Promise<number> => {
  const store = storeOf(service.config.upload);
  const before = service.now().getTime() - graceMs;
  const keys = await recorded(service);
  const left: string[] = [];
  for await (const { key, storedAt } of store.list())
    if (storedAt.getTime() < before && ours.test(key) && !keys.has(key)) left.push(key);
  if (left.length > 0 && keys.size === 0)
    throw new Error('There are files, and no record of any: is this the database that they belong to?');
  await store.delete(left);
  return left.length;
};

/** What was begun to be sent in parts a day ago, and is not there as a whole. @returns how many that were */
const sweepParts = async ({ config: { upload }, now }: Service): Promise<number> =>
  upload.provider === 's3' ? abortParts(upload.s3, isSentKey, now().getTime() - graceMs) : 0;

export interface Swept {
  /** Files that are deleted. */
  readonly files: number;
  /** Uploads in parts that are given up. */
  readonly uploads: number;
  /** Pictures that have their formats now, that cannot have any, and of which it is not known. */
  readonly pictures: { readonly made: number; readonly faulty: number; readonly failed: number };
}

/** All that is to be done for files once a day. Throws as `sweepFiles`. */
export const sweepMedia = async (service: Service): Promise<Swept> => ({
  uploads: await sweepParts(service),
  files: await sweepFiles(service),
  // Last, since a picture may take all the time or memory there is.
  pictures: await finishPending(service),
});
