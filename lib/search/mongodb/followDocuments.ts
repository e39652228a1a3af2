// Lets the indexes follow documents that have changed.
import type { Db, ObjectId } from 'mongodb';
import { isLockTimeout, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { ContentType } from '../../schema/index.ts';
import type { SearchBackend } from '../searchBackend.ts';
import type { IndexEntry } from '../types.ts';
import { findFollowingIndexes, splitByWords } from './indexEntries.ts';
import { searchedStatuses, searchedTypes } from './partitions.ts';
import { entryOf, indexedFields, logSkipped } from './readEntries.ts';

/** How the only process writes that may write the indexes. */
export interface IndexWriter {
  readonly backend: SearchBackend;
  /** Runs work in a transaction; throws if this process is no longer the one that may write. */
  readonly run: (work: (unit: Transaction) => Promise<void>) => Promise<void>;
  /** Whether after an error of `run` another attempt is useless: nothing more can be written now. */
  readonly mustStop: (error: unknown) => boolean;
}

/** A document that has changed. */
export interface ChangedDocument {
  readonly _id: ObjectId;
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | null;
}

/** About how many words one transaction writes. It takes a second or two. */
const maxWords = 60_000;

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
  const found = await db
    .collection<StoredDocument>(type.collectionName)
    .find({ _id: { $in: changed.map(({ _id }) => _id) } }, { projection: indexedFields(type, statuses) })
    .toArray();
  const stored = new Map(found.map((document) => [document._id.toHexString(), document]));
  return changed.flatMap((one) =>
    statuses
      .map((status) => entryOf(schema, type, status, stored.get(one._id.toHexString()) ?? one, defaultLocale))
      .filter((entry) => entry !== undefined),
  );
};

/**
 * Writes a batch in one transaction. If that fails, it writes each document separately and skips those that fail.
 *
 * @throws Error of the writer if nothing more can be written now
 */
export const writeBatch = async (writer: IndexWriter, batch: readonly IndexEntry[]): Promise<void> => {
  try {
    await writer.run((unit) => writer.backend.indexEntries(unit, batch));
  } catch (error) {
    if (writer.mustStop(error)) throw error;
    const [only] = batch;
    if (batch.length > 1) for (const entry of batch) await writeBatch(writer, [entry]);
    // MongoDB may also abort a transaction again and again because it is too large, so smaller ones are tried before.
    else if (isLockTimeout(error)) throw error;
    else if (only !== undefined) logSkipped(only.partition.type, only.documentId, error);
  }
};

/**
 * Writes documents as they are stored now into all indexes where they belong. It may be repeated. A document that cannot be
 * indexed is skipped with a log line.
 *
 * @throws Error of the writer if this process may no longer write; MongoError when the database does not answer
 */
export const followDocuments = async (
  service: Service,
  writer: IndexWriter,
  changed: readonly ChangedDocument[],
): Promise<void> => {
  const types = searchedTypes(service).filter((type) => changed.some((one) => one.type === type));
  if (types.length === 0) return;
  const db = await service.database.get();
  const indexed = new Set((await findFollowingIndexes({ db, options: {} })).map(({ type }) => type));
  for (const type of types.filter(({ uid }) => indexed.has(uid))) {
    const ofType = changed.filter((one) => one.type === type);
    let rest: readonly IndexEntry[] = [];
    for (let start = 0; start < ofType.length; start += maxDocuments) {
      const entries = await readChanged(db, service, type, ofType.slice(start, start + maxDocuments));
      const batches = splitByWords([...rest, ...entries], maxWords);
      // The last batch may have room for more.
      for (const batch of batches.slice(0, -1)) await writeBatch(writer, batch);
      rest = batches.at(-1) ?? [];
    }
    if (rest.length > 0) await writeBatch(writer, rest);
  }
};
