// The daily cleanup: deletes stored files without a record, aborts unfinished uploads, and makes missing formats.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { recordCollection } from './files.ts';
import { isSentKey } from './fileNames.ts';
import { makeMissingFormats } from './makeFormats.ts';
import { keysOfRecord } from './removedFiles.ts';
import { abortParts } from '../store/s3Parts.ts';
import { storeOf } from '../store/storeOf.ts';

/** Younger files may still get a record. */
const graceMs = 24 * 60 * 60 * 1000;

/** The keys that Lectern makes. Other files in the store are never deleted. */
const ownKeyPattern = /_[0-9a-f]{10}(?:\.[a-z\d]{1,10})?$|^\..+_[0-9a-f]{10}(?:\.[a-z\d]{1,10})?\.[0-9a-f-]{36}$/;

const recordedKeys = async (service: Service): Promise<ReadonlySet<string>> => {
  const names = ['hash', 'ext', 'formats', 'pending'];
  const paths = ['published', 'removed.published'].flatMap((version) => names.map((name) => `${version}.${name}`));
  const records = (await recordCollection(service))
    .find({ $or: [{ published: { $exists: true } }, { 'removed.published': { $exists: true } }] })
    .project<StoredDocument>(Object.fromEntries(paths.map((path) => [path, 1])));
  const keys = new Set<string>();
  for await (const record of records) for (const key of keysOfRecord(record)) keys.add(key);
  return keys;
};

/**
 * Deletes stored files that are a day old and belong to no record. Records stay, even if their files are missing.
 *
 * @returns how many files it deleted
 * @throws Error if there are files but no records, because the database is then probably the wrong one
 */
export const sweepFiles = async (service: Service): Promise<number> => {
  const store = storeOf(service.config.upload);
  const before = service.now().getTime() - graceMs;
  const keys = await recordedKeys(service);
  const orphans: string[] = [];
  for await (const { key, storedAt } of store.list())
    if (storedAt.getTime() < before && ownKeyPattern.test(key) && !keys.has(key)) orphans.push(key);
  if (orphans.length > 0 && keys.size === 0)
    throw new Error('There are stored files but no records of files. Check that MONGODB_URI names the right database.');
  await store.delete(orphans);
  return orphans.length;
};

/** Aborts uploads in parts that began a day ago. Returns how many it aborted. */
const sweepParts = async ({ config: { upload }, now }: Service): Promise<number> =>
  upload.provider === 's3' ? abortParts(upload.s3, isSentKey, now().getTime() - graceMs) : 0;

export interface SweepResult {
  /** Deleted files. */
  readonly files: number;
  /** Aborted uploads. */
  readonly uploads: number;
  /** Pictures that got formats, that cannot have any, and that failed. */
  readonly pictures: { readonly made: number; readonly faulty: number; readonly failed: number };
}

/** Runs the daily cleanup. Throws as `sweepFiles`. */
export const sweepMedia = async (service: Service): Promise<SweepResult> => ({
  uploads: await sweepParts(service),
  files: await sweepFiles(service),
  // Last, because a picture may use all remaining time or memory.
  pictures: await makeMissingFormats(service),
});
