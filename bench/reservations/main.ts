// `npm run bench reservations`: measures what reserved values (docs/internals/shards.md) cost a write in place of unique indexes, as CPU
// time, and writes the section of the page of results.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { MongoClient, type ClientSession, type Collection } from 'mongodb';
import { requiredIndexes } from '../../lib/platform/db/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { moveReservations, type Reserved } from '../../tests/platform/db/reservations.ts';
import { article } from '../data/documents.ts';
import { insertDocuments } from '../data/load.ts';
import { machineOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { mongodWork } from '../profile/cpuTime.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { median } from '../statistics.ts';
import { writeSection } from '../writeSection.ts';
import { reservationReport, type ReservationRow } from './reservationReport.ts';

const rounds = 10;
const writesInRound = 200;
const paths = ['draft.slug', 'published.slug'];

interface Way {
  readonly title: string;
  readonly collection: Collection<Reserved>;
  readonly create: (document: Reserved, session: ClientSession) => Promise<unknown>;
}

interface StorageSizes {
  readonly size: number;
  readonly totalIndexSize: number;
  readonly count: number;
}

const bench = async (ending: Shutdown): Promise<void> => {
  const { results, documents } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const client = await new MongoClient(mongod.uri).connect();
  ending.add(() => client.close());
  const { schema } = await loadSchema(resolve('bench/content-types'));
  const indexes = requiredIndexes(schema).filter(({ collection }) => collection === 'articles');

  /** A database with articles. Without unique indexes, the same indexes find documents by their slugs. */
  const openArticles = async (name: string, hasUniqueIndexes: boolean): Promise<Collection<Reserved>> => {
    const db = client.db(name);
    await insertDocuments(db, 'articles', documents, article);
    const wanted = indexes.map(({ key, options: { unique, ...options } }) => {
      const isKept = hasUniqueIndexes || Object.keys(key)[0] === 'documentId';
      return { key: { ...key }, ...options, ...(unique === true && isKept ? { unique } : {}) };
    });
    await db.collection('articles').createIndexes(wanted);
    await db.createCollection('lectern_unique_values');
    return db.collection<Reserved>('articles', { writeConcern: { w: 'majority', journal: true } });
  };
  const [indexed, reserved] = [await openArticles('indexed', true), await openArticles('reserved', false)];
  const ways: readonly Way[] = [
    { title: 'one insert, unique indexes', collection: indexed, create: (document) => indexed.insertOne(document) },
    {
      title: 'the same in a transaction',
      collection: indexed,
      create: (document, session) => session.withTransaction(() => indexed.insertOne(document, { session })),
    },
    {
      title: 'in a transaction with two reserved values',
      collection: reserved,
      create: (document, session) =>
        session.withTransaction(async () => {
          await moveReservations(client.db('reserved'), 'articles', paths, { after: document }, session);
          await reserved.insertOne(document, { session });
        }),
    },
  ];

  let next = documents;
  const measure = async ({ create }: Way): Promise<{ readonly mongod: number; readonly node: number }> => {
    const session = client.startSession({
      defaultTransactionOptions: { writeConcern: { w: 'majority', journal: true } },
    });
    const written = Array.from({ length: writesInRound }, () => article(next++) as unknown as Reserved);
    const [before, start] = [await mongodWork(client.db()), process.cpuUsage()];
    for (const document of written) await create(document, session);
    const { user, system } = process.cpuUsage(start);
    const { cpuMs } = await mongodWork(client.db());
    await session.endSession();
    return { mongod: (cpuMs - before.cpuMs) / writesInRound, node: (user + system) / 1000 / writesInRound };
  };

  const measured = ways.map((): { readonly mongod: number; readonly node: number }[] => []);
  for (let round = 0; round <= rounds; round++)
    for (const at of round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) {
      const way = ways[at];
      const cost = way === undefined ? undefined : await measure(way);
      // The first round compiles.
      if (cost !== undefined && round > 0) measured[at]?.push(cost);
    }
  const rows = ways.map(({ title }, at): ReservationRow => {
    const of = (process: 'mongod' | 'node') => ({
      ms: median((measured[at] ?? []).map((cost) => cost[process])),
      ratio: median(
        (measured[at] ?? []).map((cost, round) => cost[process] / (measured[0]?.[round]?.[process] ?? NaN)),
      ),
    });
    return { title, mongod: of('mongod'), node: of('node') };
  });
  const sizes = indexed.aggregate<StorageSizes>([
    { $collStats: { storageStats: {} } },
    { $replaceWith: '$storageStats' },
  ]);
  const [{ size, totalIndexSize, count } = { size: NaN, totalIndexSize: NaN, count: NaN }] = await sizes.toArray();
  const perArticle = { data: size / count, indexes: totalIndexSize / count };
  const counts = { documents, rounds, writesInRound };
  const section = reservationReport(rows, counts, perArticle, await machineOf(client.db(), busy));
  console.log(section);
  await writeSection(results, section);
};

await runBenchmark(bench);
