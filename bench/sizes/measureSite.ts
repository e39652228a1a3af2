// Measures one size: requests, sync, what runs in the background, and the commands that read or write everything.
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ObjectId, type Db } from 'mongodb';
import { totalsCollection } from '../../lib/platform/db/index.ts';
import { cpuMs } from '../profile/cpuTime.ts';
import { peakMegabytes, resetPeak, runProgram } from '../processes.ts';
import { logProgress } from '../progress.ts';
import { environment, untilDispatched, withDatabase, type ProductSite } from '../site.ts';
import { requestsOf } from './requests.ts';
import type { Measure, Used, Work } from './rows.ts';

const pollMs = 200;

/** Measures the process of a site, which works while the step waits. */
const measureProduct = async (
  measure: Measure,
  { product: { pid } }: ProductSite,
  title: string,
  work: Work,
  step: () => Promise<unknown>,
): Promise<void> =>
  measure(title, work, async (): Promise<Used> => {
    await resetPeak(pid);
    const before = await cpuMs(pid);
    await step();
    return { cpu: (await cpuMs(pid)) - before, megabytes: await peakMegabytes(pid) };
  });

interface SyncAnswer {
  readonly data: readonly unknown[];
  readonly meta: { readonly next: string; readonly hasMore: boolean };
}

/** How many documents a whole run of the sync reads. */
const syncedDocuments = 100_000;

const measureSync = async (measure: Measure, site: ProductSite, count: number): Promise<void> => {
  const read = async (since?: string, limit = 100): Promise<SyncAnswer> =>
    (await site.get(
      `/api/sync?types=records&pagination[limit]=${limit}${since === undefined ? '' : `&since=${encodeURIComponent(since)}`}`,
    )) as SyncAnswer;
  await measureProduct(measure, site, 'sync, first page', { requests: count }, async () => {
    for (let index = 0; index < count; index++) await read();
  });
  const documents = Math.min(syncedDocuments, site.documents);
  let { meta } = await read();
  await measureProduct(measure, site, 'sync, whole run', { documents }, async () => {
    for (let read_ = 100; read_ < documents && meta.hasMore; read_ += 100) ({ meta } = await read(meta.next));
  });
};

/** Measures the requests and the background of a site that is served. */
export const measureServed = async (measure: Measure, site: ProductSite, count: number): Promise<void> => {
  const { db, documents } = site;
  await measureProduct(measure, site, 'counting the total of a type', { documents }, async () => {
    while ((await totalsCollection(db).findOne({ _id: 'records' }))?.completeAt === undefined) await setTimeout(pollMs);
  });
  for (const { title, count: times, send } of await requestsOf(site, count)) {
    await send(times).catch(() => undefined);
    try {
      await measureProduct(measure, site, title, { requests: times }, async () => {
        for (let index = 0; index < times; index++) await send(index);
      });
    } catch (error) {
      logProgress(`${title} failed: ${String(error)}`);
    }
  }
  await measureSync(measure, site, count);
  const waiting = Math.min(100_000, documents);
  await measureProduct(measure, site, 'the relay, an outbox of 100,000', { documents: waiting }, async () => {
    await addEvents(db, waiting);
    await untilDispatched(site, 'records');
  });
};

/** Gives the oldest records an event that no relay has dispatched. */
const addEvents = async (db: Db, count: number): Promise<void> => {
  const records = db.collection('records');
  const last = await records.findOne({}, { sort: { _id: 1 }, skip: count, projection: { _id: 1 } });
  await records.updateMany(last === null ? {} : { _id: { $lt: last._id } }, {
    $set: { pending: [{ id: new ObjectId(), action: 'update', at: new Date() }] },
  });
};

/** Copies the content types, with one attribute more. @returns the folder */
const withRank = async (folder: string, contentTypes: string): Promise<string> => {
  const target = join(folder, 'content-types');
  await cp(contentTypes, target, { recursive: true });
  const file = join(target, 'record.json');
  const type = JSON.parse(await readFile(file, 'utf8')) as { attributes: object };
  type.attributes = { ...type.attributes, rank: { type: 'integer', default: 1 } };
  await writeFile(file, JSON.stringify(type));
  return target;
};

/** Measures the commands that read or write all documents. */
export const measureCommands = async (
  measure: Measure,
  db: Db,
  {
    uri,
    contentTypes,
    documents,
    restores,
  }: { readonly uri: string; readonly contentTypes: string; readonly documents: number; readonly restores: boolean },
): Promise<void> => {
  const folder = await mkdtemp(join(process.env.LECTERN_BENCH_DATA ?? tmpdir(), 'lectern-sizes-'));
  const run = (title: string, args: readonly string[], types = contentTypes, database = db.databaseName) =>
    measure(title, { documents }, () =>
      runProgram(['dist/lectern.mjs', ...args], environment(withDatabase(uri, database), types)),
    );
  try {
    const archive = join(folder, 'site.tar.gz');
    await run('lectern backup', ['backup', archive]);
    logProgress(`the archive has ${Math.round((await stat(archive)).size / 1e6)} MB`);
    if (restores) {
      const target = db.client.db(`${db.databaseName}-restored`);
      await target.dropDatabase();
      await run('lectern restore', ['restore', archive], contentTypes, target.databaseName);
      await target.dropDatabase();
    }
    await rm(archive);
    await runProgram(
      ['dist/lectern.mjs', 'types', 'migrate', '--baseline', '--yes'],
      environment(withDatabase(uri, db.databaseName), contentTypes),
    );
    const types = await withRank(folder, contentTypes);
    await run('types migrate, a default is filled in', ['types', 'migrate', '--yes', '--fill', 'record.rank'], types);
    await run('types migrate, an attribute is dropped', ['types', 'migrate', '--yes', '--drop', 'record.rank']);
    await run('lectern sweep', ['sweep']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
