// The daily cleanup: deletes stored files without a record, aborts unfinished uploads, and makes missing formats.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { recordCollection } from './files.ts';
import { isSentKey } from './fileNames.ts';
import { makeMissingFormats } from './makeFormats.ts';
import { findUncopied, keysOfRecord, moveMisplaced } from './moveBytes.ts';
import { abortParts } from '../store/s3Parts.ts';
import type { StoredFile } from '../store/store.ts';
import { storeOf } from '../store/storeOf.ts';

/** Younger files may still get a record. */
const graceMs = 24 * 60 * 60 * 1000;

/** The keys that Lectern makes. Other files in the store are never deleted. */
const ownKeyPattern = /_[0-9a-f]{10}(?:\.[a-z\d]{1,10})?$|^\..+_[0-9a-f]{10}(?:\.[a-z\d]{1,10})?\.[0-9a-f-]{36}$/;

/** The documentIds of records, by the keys that they use. */
interface RecordedKeys {
  readonly living: ReadonlyMap<string, string>;
  /** Of records in the trash. */
  readonly removed: ReadonlyMap<string, string>;
}

const recordedKeys = async (service: Service): Promise<RecordedKeys> => {
  const names = ['hash', 'ext', 'formats', 'pending'];
  const paths = ['published', 'removed.published'].flatMap((version) => names.map((name) => `${version}.${name}`));
  const records = (await recordCollection(service))
    .find({ $or: [{ published: { $exists: true } }, { 'removed.published': { $exists: true } }] })
    .project<StoredDocument>(Object.fromEntries(['documentId', ...paths].map((path) => [path, 1])));
  const keys = { living: new Map<string, string>(), removed: new Map<string, string>() };
  for await (const record of records)
    for (const key of keysOfRecord(record))
      keys[record.published === undefined ? 'removed' : 'living'].set(key, record.documentId);
  for (const [key, documentId] of await findUncopied(service)) keys.living.set(key, documentId);
  return keys;
};

interface Sorted {
  /** The keys of old files without a record. */
  readonly orphans: readonly string[];
  /** The documentIds of records whose bytes belong elsewhere. */
  readonly misplaced: readonly string[];
}

/** @param right the keys of files that belong here; `wrong`: of those that belong elsewhere */
const sortFiles = async (
  files: AsyncIterable<StoredFile>,
  before: number,
  right: ReadonlyMap<string, string>,
  wrong: ReadonlyMap<string, string>,
): Promise<Sorted> => {
  const [orphans, misplaced]: [string[], string[]] = [[], []];
  for await (const { key, storedAt } of files) {
    const elsewhere = wrong.get(key);
    if (elsewhere !== undefined) misplaced.push(elsewhere);
    else if (storedAt.getTime() < before && ownKeyPattern.test(key) && !right.has(key)) orphans.push(key);
  }
  return { orphans, misplaced };
};

/**
 * Deletes stored files that are a day old and belong to no record, and moves those of deleted records to the trash, and those of
 * others back. Records stay, even if their files are missing.
 *
 * @returns how many files it deleted
 * @throws Error if there are files but no records, because the database is then probably the wrong one
 */
export const sweepFiles = async (service: Service): Promise<number> => {
  const store = storeOf(service.config.upload);
  const before = service.now().getTime() - graceMs;
  const { living, removed } = await recordedKeys(service);
  const served = await sortFiles(store.list(), before, living, removed);
  const inTrash = await sortFiles(store.trash.list(), before, removed, living);
  const count = served.orphans.length + inTrash.orphans.length;
  if (count > 0 && living.size + removed.size === 0)
    throw new Error('There are stored files but no records of files. Check that MONGODB_URI names the right database.');
  await store.delete(served.orphans);
  await store.trash.delete(inTrash.orphans);
  await moveMisplaced(service, new Set([...served.misplaced, ...inTrash.misplaced]));
  return count;
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
