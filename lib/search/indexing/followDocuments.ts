// Lets the indexes follow documents that have changed.
import type { Db } from 'mongodb';
import { isLockTimeout, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { ContentType } from '../../schema/index.ts';
import type { SearchBackend } from '../searchBackend.ts';
import { loadStemmers } from '../text/index.ts';
import type { ChangedDocument, IndexEntry, StoredIndex } from '../types.ts';
import { maxBatchWords, splitByWords } from './batches.ts';
import { searchedStatuses, searchedTypes } from './partitions.ts';
import { findPostponed, forgetPostponed, postponeDocuments } from './postponedDocuments.ts';
import { entriesOf, indexedFields, logSkipped } from './readEntries.ts';
import { findFollowingIndexes, indexesCollection } from './storedIndexes.ts';

/** How the only process writes that may write the indexes. */
export interface IndexWriter {
  readonly backend: SearchBackend;
  /** Runs work in a transaction; throws if this process is no longer the one that may write. */
  readonly run: (work: (unit: Transaction) => Promise<void>) => Promise<void>;
  /** Whether after an error of `run` another attempt is useless: nothing more can be written now. */
  readonly mustStop: (error: unknown) => boolean;
}

/** How many documents are read at a time: each may be long. */
const maxDocuments = 50;

const readChanged = async (
  db: Db,
  { schema, locales }: Service,
  type: ContentType,
  changed: readonly ChangedDocument[],
): Promise<readonly IndexEntry[]> => {
  const statuses = searchedStatuses(type);
  const { defaultLocale } = await locales.known();
  const found = db
    .collection<StoredDocument>(type.collectionName)
    .find({ _id: { $in: changed.map(({ _id }) => _id) } }, { projection: indexedFields(type, statuses) });
  const entries = new Map<string, readonly IndexEntry[]>();
  // Documents may be long, and MongoDB returns at most 16 MB of them at a time.
  for await (const document of found)
    entries.set(document._id.toHexString(), entriesOf(schema, type, statuses, document, defaultLocale));
  return changed.flatMap(
    (one) => entries.get(one._id.toHexString()) ?? entriesOf(schema, type, statuses, one, defaultLocale),
  );
};

/**
 * Writes a batch in one transaction. If that fails, it writes each document separately and skips those that fail.
 *
 * @throws Error of the writer if nothing more can be written now; LockTimeout if another transaction holds the index
 */
export const writeBatch = async (writer: IndexWriter, batch: readonly IndexEntry[]): Promise<void> => {
  try {
    await writer.run((unit) => writer.backend.indexEntries(unit, batch));
  } catch (error) {
    if (writer.mustStop(error)) throw error;
    if (isLockTimeout(error)) throw error;
    const [only] = batch;
    if (batch.length > 1) for (const entry of batch) await writeBatch(writer, [entry]);
    else if (only !== undefined) logSkipped(only.partition.type, only.documentId, error);
  }
};

/** Writes a batch, or remembers its documents if another transaction holds the index. @returns whether it is written */
const writeOrPostpone = async (
  { db, now }: { readonly db: Db; readonly now: Date },
  writer: IndexWriter,
  batch: readonly IndexEntry[],
  changed: readonly ChangedDocument[],
): Promise<boolean> => {
  try {
    await writeBatch(writer, batch);
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const documentIds = new Set(batch.map(({ documentId }) => documentId));
    await postponeDocuments(
      db,
      changed.filter(({ documentId }) => documentIds.has(documentId)),
      now,
    );
    return false;
  }
};

/**
 * Marks indexes that should have the changes, but that this process does not write: the search is off in its configuration, or its
 * schema does not search the version. Otherwise they would lack the changes, and a process that searches would take them
 * for current.
 */
const markUnwritten = async (
  db: Db,
  types: readonly ContentType[],
  changed: readonly ChangedDocument[],
  indexes: readonly StoredIndex[],
): Promise<void> => {
  const isWritten = ({ type, status }: StoredIndex): boolean =>
    types.some((one) => one.uid === type && searchedStatuses(one).includes(status));
  const unwritten = indexes.filter(
    (index) =>
      index.fingerprint !== undefined && !isWritten(index) && changed.some(({ type: { uid } }) => uid === index.type),
  );
  if (unwritten.length === 0) return;
  await indexesCollection(db).updateMany(
    { _id: { $in: unwritten.map(({ _id }) => _id) } },
    { $unset: { fingerprint: 1 } },
  );
};

/**
 * Writes documents as they are stored now into all indexes where they belong. It may be repeated. A document that cannot be
 * indexed is skipped with a log line; one whose index another transaction holds is tried again by `followPostponed`.
 *
 * @returns whether all are written
 * @throws Error of the writer if this process may no longer write, and if a stemmer is missing; MongoError when the database does not
 *   answer
 */
export const followDocuments = async (
  service: Service,
  writer: IndexWriter,
  changed: readonly ChangedDocument[],
): Promise<boolean> => {
  if (changed.length === 0) return true;
  const types = searchedTypes(service).filter((type) => changed.some((one) => one.type === type));
  const db = await service.database.get();
  const unit = { db, now: service.now() };
  const indexes = await findFollowingIndexes({ db, options: {} });
  await markUnwritten(db, types, changed, indexes);
  const written = indexes.filter(({ type }) => types.some(({ uid }) => uid === type));
  // If the package lacks one, no document is at fault: its changes wait for another package.
  await loadStemmers(written.map(({ language }) => language));
  const indexed = new Set(indexes.map(({ type }) => type));
  let areAllWritten = true;
  // While a batch is written, the next documents are read.
  let writing: Promise<void> = Promise.resolve();
  const write = async (batch: readonly IndexEntry[], ofType: readonly ChangedDocument[]): Promise<void> => {
    await writing;
    writing = writeOrPostpone(unit, writer, batch, ofType).then((isWritten) => {
      areAllWritten &&= isWritten;
    });
    // It is thrown where it is awaited.
    writing.catch(() => undefined);
  };
  try {
    for (const type of types.filter(({ uid }) => indexed.has(uid))) {
      const ofType = changed.filter((one) => one.type === type);
      let rest: readonly IndexEntry[] = [];
      for (let start = 0; start < ofType.length; start += maxDocuments) {
        const found = await readChanged(db, service, type, ofType.slice(start, start + maxDocuments));
        const entries = await writer.backend.omitUnchanged(db, found, indexes);
        const batches = splitByWords([...rest, ...entries], maxBatchWords);
        // The last batch may have room for more.
        for (const batch of batches.slice(0, -1)) await write(batch, ofType);
        rest = batches.at(-1) ?? [];
      }
      if (rest.length > 0) await write(rest, ofType);
    }
  } finally {
    await writing;
  }
  return areAllWritten;
};

/**
 * Writes documents that were postponed, as they are now.
 *
 * @throws as `followDocuments`
 */
export const followPostponed = async (service: Service, writer: IndexWriter): Promise<void> => {
  const db = await service.database.get();
  const postponed = await findPostponed(db);
  if (postponed.length === 0) return;
  const documents = postponed.flatMap(({ type: uid, ...document }): readonly ChangedDocument[] => {
    const type = service.schema.types.get(uid);
    return type === undefined ? [] : [{ ...document, type }];
  });
  if (await followDocuments(service, writer, documents)) await forgetPostponed(db, postponed);
};
