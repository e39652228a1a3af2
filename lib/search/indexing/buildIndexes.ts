// Builds the indexes of partitions: those that are missing, and those of which a newer one must replace the one in use.
//
// Each step is one transaction, which also stores how far the index is, so a process that dies loses one step.
import type { Db, Filter, UpdateFilter } from 'mongodb';
import type { Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { loadStemmers } from '../text/index.ts';
import type { IndexEntry, Partition, StoredIndex } from '../types.ts';
import { writeBatch, type IndexWriter } from './followDocuments.ts';
import { maxBatchWords, splitByWords } from './batches.ts';
import { partitionFingerprint, partitionsOf } from './partitions.ts';
import { planBuilding, type Plan } from './planBuilding.ts';
import { readNextDocuments } from './readNextDocuments.ts';
import { indexesCollection } from './storedIndexes.ts';
import { forgetUsedIndexes } from './usedIndexes.ts';

/** A step goes on with the next index below this number of documents, and of indexes. */
const stepSize = { documents: 100, indexes: 20 };

const replaceIndexes = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  filter: Filter<StoredIndex>,
  now: Date,
): Promise<void> => {
  await indexesCollection(db).updateMany(filter, { $set: { state: 'replaced', replacedAt: now } }, options);
};

const addIndex = async (
  { db, options }: Transaction,
  service: Service,
  { type, status, locale }: Partition,
): Promise<void> => {
  const indexes = indexesCollection(db);
  const language = locale ?? (await service.locales.known()).defaultLocale;
  const fingerprint = partitionFingerprint(service, type, language);
  // Until it is replaced, documents that change are written into it as the new schema has them. So it must not count as current again
  // if the schema changes back.
  await indexes.updateMany({ type: type.uid, status, locale, state: 'used' }, { $unset: { fingerprint: 1 } }, options);
  const last = await indexes.findOne({}, { ...options, sort: { _id: -1 }, projection: { _id: 1 } });
  await indexes.insertOne(
    {
      ...{ _id: (last?._id ?? 0) + 1, type: type.uid, status, locale, language },
      ...{ createdAt: service.now(), fingerprint, state: 'building', ordinals: 0, removed: 0 },
    },
    options,
  );
};

/**
 * Adds the next documents to an index that is being built, and lets it replace the one in use when it is complete.
 *
 * @returns how many documents it added; undefined if the backend must first take over what was added
 */
const buildStep = async (
  db: Db,
  service: Service,
  writer: IndexWriter,
  [partition, index]: Plan['unfinished'][number],
): Promise<number | undefined> => {
  const { run, backend } = writer;
  // If the package lacks it, the index must not become one of no documents.
  await loadStemmers([index.language]);
  const { entries, position, isLast } = await readNextDocuments(db, service, partition, index);
  const isComplete = isLast && (await backend.isCurrent(db, index._id, entries.length === 0));
  if (entries.length === 0 && isLast && !isComplete) return undefined;
  const store = async (unit: Transaction, added: readonly IndexEntry[]): Promise<void> => {
    const indexes = indexesCollection(unit.db);
    const { _id } = index;
    const fingerprint = partitionFingerprint(service, partition.type, index.language);
    // Without a fingerprint, something has written documents that the index does not know of.
    const [stored] = await indexes.find({ _id, state: 'building', fingerprint }, unit.options).toArray();
    if (stored === undefined) return;
    await backend.indexEntries(unit, added, [stored]);
    if (isComplete) {
      const { type, status, locale } = stored;
      await replaceIndexes(unit, { type, status, locale, state: 'used' }, service.now());
    }
    const step: UpdateFilter<StoredIndex> = isComplete
      ? { $set: { state: 'used' }, $unset: { position: 1 } }
      : { $set: position === undefined ? {} : { position } };
    await indexes.updateOne({ _id }, step, unit.options);
  };
  try {
    await run((unit) => store(unit, entries));
  } catch (error) {
    if (entries.length === 0 || writer.mustStop(error)) throw error;
    // MongoDB may have no room for so many words at once. One document that cannot be indexed must not stop the others, nor the
    // indexes that follow.
    for (const batch of splitByWords(entries, maxBatchWords / 2)) await writeBatch(writer, batch);
    await run((unit) => store(unit, []));
  }
  // In the process of a server, searches need not wait to notice it.
  if (isComplete) forgetUsedIndexes(db);
  return entries.length;
};

/**
 * Does the next piece of work for the indexes of a site.
 *
 * @returns whether there is more to do now
 * @throws Error of the writer if this process may no longer write, and if a stemmer is missing; MongoError when the database does not
 *   answer
 */
export const buildIndexes = async (service: Service, writer: IndexWriter): Promise<boolean> => {
  const db = await service.database.get();
  const indexes = await indexesCollection(db).find().toArray();
  const plan = await planBuilding(service, await partitionsOf(service), indexes);
  const { outdated, missing, unfinished, unused } = plan;
  if (outdated.length > 0 || missing.length > 0) {
    await writer.run(async (unit) => {
      await replaceIndexes(unit, { _id: { $in: outdated.map(({ _id }) => _id) } }, service.now());
      for (const partition of missing) await addIndex(unit, service, partition);
    });
    return true;
  }
  let [documents, steps] = [0, 0];
  for (const next of unfinished) {
    const added = await buildStep(db, service, writer, next);
    if (added === undefined) continue;
    documents += added;
    steps += 1;
    if (documents >= stepSize.documents || steps >= stepSize.indexes) break;
  }
  if (steps > 0) return true;
  for (const { _id } of unused) if (await writer.backend.removeSome(db, _id)) return true;
  for (const index of indexes)
    if (index.state === 'used' && (await writer.backend.sweepSome(writer.run, index))) return true;
  return false;
};

/** Lets all indexes, or those of a type, be built anew. A search reads the old ones until then. */
export const markIndexes = async (db: Db, type?: string): Promise<void> => {
  const filter = { state: { $ne: 'replaced' as const }, ...(type === undefined ? {} : { type }) };
  await indexesCollection(db).updateMany(filter, { $unset: { fingerprint: 1 } });
};
