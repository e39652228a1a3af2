// Opens sites of published entries, whose index this process builds in a third of the time that the relay takes.
import type { Db } from 'mongodb';
import { collections, type Transaction } from '../../lib/platform/db/index.ts';
import { createServiceFromEnvironment, type Service } from '../../lib/platform/service.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { chooseBackend } from '../../lib/search/index.ts';
import { buildIndexes, indexesCollection, readBuildProgress } from '../../lib/search/indexing/index.ts';
import { entryOf } from '../../lib/search/indexing/readEntries.ts';
import { logProgress } from '../progress.ts';
import { environment, openProductSite, withDatabase, type ProductSite } from '../site.ts';
import { loadEntries, speedTypes, storedEntry } from './entries.ts';
import { zipfTextAt } from './zipfTexts.ts';

export interface SpeedSite extends ProductSite {
  /** How long the index took to build; undefined: the database had it. */
  readonly buildSeconds: number | undefined;
}

/** How many entries are indexed at a time: the postings of a word are written once for all of them. */
const batchSize = 20_000;

/** Builds the index of a database that no product uses, without transactions. @returns whether it was missing */
const buildMissing = async (service: Service, documents: number): Promise<boolean> => {
  if ((await readBuildProgress(service)).unfinished === 0) return false;
  const db = await service.database.get();
  const { searchIndexes, searchDocuments, searchPostings, searchWords } = collections;
  for (const name of [searchIndexes, searchDocuments, searchPostings, searchWords])
    await db.collection(name).deleteMany({});
  const unit = { db, options: {} };
  const backend = chooseBackend(service);
  // The first step adds the indexes. The cast is safe: it needs no more of a transaction.
  await buildIndexes(service, { backend, run: (work) => work(unit as unknown as Transaction), mustStop: () => true });
  const [type] = service.schema.served.values();
  if (type === undefined) throw new Error('There is no type');
  for (let start = 0; start < documents; start += batchSize) {
    const entries = Array.from({ length: Math.min(batchSize, documents - start) }, (_, at) =>
      entryOf(service.schema, type, 'published', storedEntry(zipfTextAt(start + at), start + at, false), 'en'),
    );
    await backend.indexEntries(
      unit,
      entries.filter((entry) => entry !== undefined),
    );
    logProgress(`${start + entries.length} entries indexed`);
  }
  await indexesCollection(db).updateMany({}, { $set: { state: 'used' } });
  return true;
};

/** @returns the seconds that building the index took */
const buildIndex = async (uri: string, documents: number): Promise<number | undefined> => {
  const service = await createServiceFromEnvironment({ ...process.env, ...environment(uri, speedTypes) });
  const startedAt = performance.now();
  try {
    const hasBuilt = await buildMissing(service, documents);
    return hasBuilt ? (performance.now() - startedAt) / 1000 : undefined;
  } finally {
    await service.database.close();
  }
};

/** Is in a database whose entries are complete. */
const completeMark = 'bench_complete';

/** Loads entries, if a kept database does not have them, and starts the product on them when their index is complete. */
export const openSpeedSite = async (
  uri: string,
  schema: Schema,
  documents: number,
  isKept: boolean,
): Promise<SpeedSite> => {
  let buildSeconds: number | undefined;
  const load = async (db: Db): Promise<void> => {
    if ((await db.collection(completeMark).findOne({})) === null) {
      logProgress(`Loading ${documents} entries`);
      await db.dropDatabase();
      await loadEntries(db, schema, { count: documents, textAt: zipfTextAt });
      await db.collection(completeMark).insertOne({});
    }
    buildSeconds = await buildIndex(withDatabase(uri, db.databaseName), documents);
  };
  const site = await openProductSite({
    ...{ uri, schema, contentTypes: speedTypes, documents, load },
    keptDatabase: isKept ? `lectern-search-${documents}` : undefined,
  });
  return { ...site, buildSeconds };
};
