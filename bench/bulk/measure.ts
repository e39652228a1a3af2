// Measures how long the floor, bulk requests and `lectern seed` take for the same articles.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { articleInput } from '../data/documents.ts';
import { loadDocuments } from '../data/load.ts';
import { peakMegabytes, resetPeak, runProgram } from '../processes.ts';
import { environment, openSite, withDatabase, type SiteOptions } from '../site.ts';
import { bulkRequests, publishedArticle } from './articles.ts';

export interface Measurement {
  readonly seconds: number;
  /** The peak of the product's memory; undefined for the floor. */
  readonly megabytes?: number | undefined;
}

const floorBatch = 1_000;

const checkCount = async (db: Db, count: number): Promise<void> => {
  const stored = await db.collection('articles').countDocuments({ 'published.id': { $gte: 0 } });
  if (stored !== count) throw new Error(`${stored} of ${count} articles were written`);
};

/** Runs work with a database that has categories, authors and all indexes, but no articles. */
const withEmptySite = async <T>(
  { uri, schema }: SiteOptions,
  name: string,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  // The same write concern as the product's.
  const client = await new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } }).connect();
  const db = client.db(name);
  try {
    await loadDocuments(db, schema, 0);
    return await work(db);
  } finally {
    await db.dropDatabase();
    await client.close();
  }
};

/** The driver's `insertMany`, in batches. Making the documents is not measured. */
export const measureFloor = (options: SiteOptions, count: number): Promise<Measurement> =>
  withEmptySite(options, `lectern-bench-${process.pid}-floor`, async (db) => {
    let milliseconds = 0;
    for (let from = 0; from < count; from += floorBatch) {
      const length = Math.min(floorBatch, count - from);
      const documents = Array.from({ length }, (_, at) => publishedArticle(from + at));
      const began = performance.now();
      await db.collection<StoredDocument>('articles').insertMany(documents);
      milliseconds += performance.now() - began;
    }
    await checkCount(db, count);
    return { seconds: milliseconds / 1000 };
  });

/** Bulk requests to a started product, one after the other. */
export const measureBulk = async (options: SiteOptions, count: number, mostEntries: number): Promise<Measurement> => {
  const { db, product, token, close } = await openSite(options);
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    let milliseconds = 0;
    await resetPeak(product.pid);
    for (const request of bulkRequests(count, mostEntries)) {
      const body = Buffer.from(request.body);
      const began = performance.now();
      const answer = await fetch(`${product.url}/api/articles/actions/bulk`, { method: 'POST', headers, body });
      const bytes = await answer.arrayBuffer();
      milliseconds += performance.now() - began;
      if (answer.status !== 200)
        throw new Error(`a bulk request gets the answer ${answer.status}: ${Buffer.from(bytes).toString()}`);
    }
    await checkCount(db, count);
    return { seconds: milliseconds / 1000, megabytes: await peakMegabytes(product.pid) };
  } finally {
    await close();
  }
};

/** `lectern seed` with a file of all articles, from the start of the process to its end. */
export const measureSeed = (options: SiteOptions, count: number): Promise<Measurement> => {
  const name = `lectern-bench-${process.pid}-seed`;
  return withEmptySite(options, name, async (db) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
    try {
      const file = join(folder, 'articles.json');
      const articles = Array.from({ length: count }, (_, index) => articleInput(index));
      await writeFile(file, JSON.stringify({ articles }));
      const env = environment(withDatabase(options.uri, name), options.contentTypes);
      const measurement = await runProgram(['dist/lectern.mjs', 'seed', file], env);
      await checkCount(db, count);
      return measurement;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
};
