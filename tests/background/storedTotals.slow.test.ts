// Checks the stored totals: the relay keeps them, and lists read them.
import { setTimeout } from 'node:timers/promises';
import { AggregationCursor } from 'mongodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  collections,
  inTransaction,
  prepareIndexes,
  resetTotals,
  tombstoneSeconds,
  totalsCollection,
  type StoredDocument,
} from '../../lib/platform/db/index.ts';
import type { Job } from '../../lib/background/job.ts';
import { relayLoop, Worker } from '../../lib/background/index.ts';
import { TotalsKeeper } from '../../lib/background/totalsKeeper.ts';
import { countBatch, findUncounted } from '../../lib/background/typeTotals.ts';
import { Timings } from '../../lib/platform/timings.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import { planRead, runRead } from '../../lib/read/execute/index.ts';
import { readQuery } from '../../lib/read/query/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { createAtlasApi } from '../setup/atlas.ts';
import { runLoop, type LoopOptions } from './testWorker.ts';

const api = await createAtlasApi();
const db = () => api.service().database.get();

let clockOffsetMs = 0;
const days = (count: number): number => count * 24 * 3_600_000;

/** Runs one round of a relay that counts documents until none are left. */
const runRelay = async (options: LoopOptions = {}): Promise<void> => {
  const now = (): Date => new Date(Date.now() + clockOffsetMs);
  await runLoop({ ...api.service(), now }, { totalsMs: 10_000, ...options });
};

const stored = async (collection: string) => totalsCollection(await db()).findOne({ _id: collection });
const documents = async (collection: string) => (await db()).collection<StoredDocument>(collection);
const uncounted = async (collection: string): Promise<readonly unknown[]> =>
  (await (await documents(collection)).find({ uncounted: { $exists: true } }).toArray()).map((one) => one.uncounted);

/** The total of a list, in the answer. */
const totalOf = async (path: string): Promise<unknown> =>
  (await api.get(`/api/${path}`)).body.meta.pagination.total as unknown;

/**
 * Whether the answered total depends on the stored ones of these locales. A process remembers for a while that a type has
 * no stored total, so where a test finds none, the tests after it use another type.
 */
const isStored = async (path: string, ...totals: readonly string[]): Promise<boolean> => {
  const before = await totalOf(path);
  const _id = path.replace(/\?.*/, '');
  const change = (by: number) =>
    totals.map(async (name) => totalsCollection(await db()).updateOne({ _id }, { $inc: { [`totals.${name}`]: by } }));
  await Promise.all(change(1000));
  const after = await totalOf(path);
  await Promise.all(change(-1000));
  return Number(after) === Number(before) + 1000 * totals.length;
};

beforeEach(async () => {
  clockOffsetMs = 0;
  for (const name of ['places', 'trips', 'signs']) await (await documents(name)).deleteMany({});
  await resetTotals(await db());
  await (await db()).collection(collections.leases).deleteMany({});
  await runRelay();
});

describe('the total of a list', () => {
  it('is stored, for one locale, for all, and for a type without locales', async () => {
    const rome = await api.make('/api/places', { name: 'Rome' });
    await api.change(`/api/places/${rome}?locale=fr`, { name: 'Rome (fr)' });
    await api.make('/api/places', { name: 'Oslo' });
    await api.make('/api/trips', { name: 'North' });
    for (const run of [() => Promise.resolve(), runRelay]) {
      await run();
      expect(await Promise.all(['places', 'places?locale=fr', 'places?locale=*', 'trips'].map(totalOf))).toEqual([
        ...[2, 1, 3, 1],
      ]);
      expect(await isStored('places', 'en')).toBe(true);
      expect(await isStored('places?locale=fr', 'fr')).toBe(true);
      expect(await isStored('places?locale=*', 'en', 'fr')).toBe(true);
      expect(await isStored('trips', '-')).toBe(true);
      expect(await isStored('places?locale=de', 'de')).toBe(true);
    }
    expect((await stored('places'))?.totals).toMatchObject({ en: 2, fr: 1 });
    expect(await uncounted('places')).toEqual([]);
  });

  it('is counted where conditions apply, and for drafts', async () => {
    await api.make('/api/places', { name: 'Rome' });
    expect(await isStored('places?status=draft', 'en')).toBe(false);
    expect(await isStored('places?filters[name]=Rome', 'en')).toBe(false);
    expect(await isStored('places?locale=fr&fallbackLocale=en', 'en')).toBe(false);
  });

  it('includes each write at once, whether the document is in the stored total or not', async () => {
    const post = (path: string) => api.request('POST', path);
    for (const run of [() => Promise.resolve(), runRelay]) {
      const [start] = [Number(await totalOf('places'))];
      const expectTotal = async (by: number): Promise<void> => {
        await run();
        expect(await totalOf('places')).toBe(start + by);
      };
      const one = await api.make('/api/places', { name: 'One' });
      await expectTotal(1);
      await api.change(`/api/places/${one}`, { name: 'One again' });
      await expectTotal(1);
      await post(`/api/places/${one}/actions/unpublish`);
      await expectTotal(0);
      await post(`/api/places/${one}/actions/publish`);
      await expectTotal(1);
      await post(`/api/places/${one}/actions/unpublish`);
      await api.delete(`/api/places/${one}`);
      await expectTotal(0);
      const two = await api.make('/api/places', { name: 'Two' });
      await api.change(`/api/places/${two}?locale=fr`, { name: 'Deux' });
      await expectTotal(1);
      await api.delete(`/api/places/${two}?locale=en`);
      await expectTotal(0);
      // The tombstone becomes the document again.
      await api.change(`/api/places/${two}?locale=en`, { name: 'Two again' });
      await expectTotal(1);
      await api.delete(`/api/places/${two}?locale=*`);
      await expectTotal(0);
      await api.make('/api/places?status=draft', { name: 'Draft' });
      await expectTotal(0);
    }
  });

  it('includes a batch by one of its documents, whatever happens to that one', async () => {
    const data = ['A', 'B', 'C'].map((name) => ({ create: { data: { name } } }));
    expect(await api.request('POST', '/api/trips/actions/bulk', { body: { data } })).toMatchObject({ status: 200 });
    expect([await uncounted('trips'), await totalOf('trips')]).toEqual([[3], 3]);
    const carrier = await (await documents('trips')).findOne({ uncounted: 3 });
    await api.delete(`/api/trips/${carrier?.documentId ?? ''}`);
    expect([await uncounted('trips'), await totalOf('trips')]).toEqual([[2], 2]);
    await runRelay();
    expect([(await stored('trips'))?.totals, await uncounted('trips')]).toEqual([{ '-': 2 }, []]);
  });

  it('is read with its documents at one moment', async () => {
    const own = await db();
    await own.setProfilingLevel('all');
    await totalOf('trips');
    await own.setProfilingLevel('off');
    const reads = own.collection('system.profile').find({ 'command.aggregate': collections.totals });
    const levels = (await reads.toArray()).map(({ command }) => command.readConcern?.level as unknown);
    expect(new Set(levels)).toEqual(new Set(['snapshot']));
  });

  it('is that of the transaction inside a transaction', async () => {
    await api.make('/api/trips', { name: 'North' });
    const service = api.service();
    const context = { ...service, locales: await service.locales.known() };
    const query = readQuery('', typeOf(service.schema, 'api::trip.trip'), administrator, context);
    await inTransaction(service.database, async (unit) => {
      const read = () => runRead(service, planRead(service, query, new Timings()), new Timings(), unit);
      // The first operation of a transaction must run alone.
      await unit.db.collection('trips').findOne({}, unit.options);
      expect((await read()).total).toBe(1);
      await api.make('/api/trips', { name: 'South' });
      expect((await read()).total).toBe(1);
      await totalsCollection(unit.db).updateOne({ _id: 'trips' }, { $inc: { 'totals.-': 1000 } }, unit.options);
      expect((await read()).total).toBe(1001);
      await totalsCollection(unit.db).updateOne({ _id: 'trips' }, { $inc: { 'totals.-': -1000 } }, unit.options);
    });
    expect(await totalOf('trips')).toBe(2);
  });
});

describe('the relay', () => {
  it('counts documents only when there are many, or once a day', async () => {
    for (const title of ['A', 'B', 'C']) await api.make('/api/trips', { name: title });
    await runRelay({ maxUncounted: 4 });
    expect([(await stored('trips'))?.totals, await uncounted('trips')]).toEqual([{}, [1, 1, 1]]);
    clockOffsetMs = days(1.1);
    await runRelay({ maxUncounted: 4 });
    expect([(await stored('trips'))?.totals, await uncounted('trips')]).toEqual([{ '-': 3 }, []]);
    expect(await isStored('trips', '-')).toBe(true);
  });

  it('counts more documents than one transaction takes', async () => {
    const trip = { locale: null, revision: 1, uncounted: 1 };
    const now = new Date();
    const published = (id: number) => ({ id, createdAt: now, updatedAt: now });
    const many = Array.from({ length: 120 }, (_, id) => ({ ...trip, documentId: `t${id}`, published: published(id) }));
    await (await documents('trips')).insertMany(many);
    await runRelay();
    expect([(await stored('trips'))?.totals, await uncounted('trips'), await totalOf('trips')]).toEqual([
      ...[{ '-': 120 }, [], 120],
    ]);
  });

  it('leaves a document that changed since it was found for the next batch', async () => {
    for (const name of ['A', 'B']) await api.make('/api/trips', { name });
    const { database, schema } = api.service();
    const type = typeOf(schema, 'api::trip.trip');
    const batch = await findUncounted({ db: await db() }, type, 10);
    await (await documents('trips')).updateOne({}, { $set: { uncounted: 5 } });
    await inTransaction(database, (unit) => countBatch(unit, type, batch, new Date()));
    expect([(await stored('trips'))?.totals, await uncounted('trips')]).toEqual([{ '-': 1 }, [5]]);
  });

  it.each([
    ['at once while nobody waits', true, []],
    ['later while requests are answered', false, [1]],
  ])('counts on %s', async (_when, quiet, left) => {
    await api.make('/api/trips', { name: 'A' });
    let totalsMs = 0;
    const budget = { isQuiet: () => quiet, maxUncounted: 1 };
    const start: Job['start'] = (context) =>
      new TotalsKeeper({
        ...context,
        settings: Object.defineProperty({ ...context.settings }, 'totalsMs', { get: () => totalsMs }),
      });
    const worker = new Worker(api.service(), budget, [
      { ...relayLoop, everyMs: 60_000, jobs: [{ name: 'totals', start }] },
    ]);
    for (totalsMs of [0, 10_000]) await worker.loops[0]?.round();
    await worker.stop();
    expect(await uncounted('trips')).toEqual(left);
  });

  it('makes a total that is missing without the documents that it does not include', async () => {
    for (const title of ['A', 'B', 'C']) await api.make('/api/trips', { name: title });
    await runRelay();
    const deleted = (await (await documents('trips')).findOne({}))?.documentId ?? '';
    await api.delete(`/api/trips/${deleted}`);
    for (const name of ['D', 'E']) await api.make('/api/trips', { name });
    await resetTotals(await db());
    await runRelay({ totalsMs: 0 });
    // It is not complete yet, so lists count.
    expect((await stored('trips'))?.totals).toEqual({ '-': 3 });
    expect([(await stored('trips'))?.completeAt, (await uncounted('trips')).toSorted()]).toEqual([
      ...[undefined, [-1, 1, 1]],
    ]);
    expect(await totalOf('trips')).toBe(4);
    await runRelay();
    expect([(await stored('trips'))?.totals, await uncounted('trips')]).toEqual([{ '-': 4 }, []]);
  });

  it('does not use a total that is older than a tombstone may be', async () => {
    await api.make('/api/signs', { text: 'A' });
    await runRelay();
    const setAge = async (ms: number) =>
      totalsCollection(await db()).updateOne({ _id: 'signs' }, { $set: { completeAt: new Date(Date.now() - ms) } });
    await setAge(days(19));
    expect(await isStored('signs', 'en')).toBe(true);
    await setAge(days(21));
    expect(await isStored('signs', 'en')).toBe(false);
    expect(days(21)).toBeLessThan(tombstoneSeconds * 1000);
  });

  it('makes no total while work changes documents without `uncounted`', async () => {
    await resetTotals(await db(), 'paused');
    await resetTotals(await db()); // as `lectern sweep` meanwhile
    await runRelay();
    expect(await stored('trips')).toBeNull();
    await resetTotals(await db(), 'running');
    await runRelay();
    expect((await stored('trips'))?.totals).toEqual({});
  });

  it('loses a total that it makes during such work', async () => {
    const own = await db();
    const admin = own.client.db('admin');
    // MongoDB counts the conflicts of an operation while it waits for the transaction of the relay.
    const waits = [
      { $currentOp: {} },
      { $match: { ns: `${own.databaseName}.${collections.totals}`, writeConflicts: { $gt: 0 } } },
    ];
    const trips = await documents('trips');
    await resetTotals(await db());
    let reset: Promise<void> | undefined;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its cursor below
    const { toArray } = AggregationCursor.prototype;
    const reading = vi.spyOn(AggregationCursor.prototype, 'toArray');
    reading.mockImplementation(async function (this: AggregationCursor) {
      if (this.namespace.collection !== 'trips') return toArray.call(this);
      reading.mockRestore();
      const now = new Date();
      const published = { id: 1, createdAt: now, updatedAt: now };
      await trips.insertOne({ documentId: 'changed', locale: null, revision: 1, published });
      reset = resetTotals(own);
      while (!(await admin.aggregate(waits).hasNext())) await setTimeout(5);
      return toArray.call(this);
    });
    await runRelay();
    await reset;
    expect([reset !== undefined, await stored('trips')]).toEqual([true, null]);
    await runRelay();
    expect((await stored('trips'))?.totals).toEqual({ '-': 1 });
  });

  it('makes a total again that was complete so long ago that tombstones may be gone', async () => {
    for (const text of ['A', 'B']) await api.make('/api/signs', { text });
    await runRelay();
    const deleted = (await (await documents('signs')).findOne({}))?.documentId ?? '';
    await api.delete(`/api/signs/${deleted}`);
    // What MongoDB does 30 days after the deletion.
    await (await documents('signs')).deleteOne({ documentId: deleted });
    const completeAt = new Date(Date.now() - days(21));
    await totalsCollection(await db()).updateOne({ _id: 'signs' }, { $set: { completeAt } });
    await runRelay({ maxUncounted: 100 });
    expect((await stored('signs'))?.totals).toEqual({ en: 1 });
    expect((await stored('signs'))?.completeAt?.getTime()).toBeGreaterThan(Date.now() - days(1));
  });

  it('makes no total without its index', async () => {
    await resetTotals(await db());
    await (await documents('trips')).dropIndex('uncounted');
    await runRelay();
    expect([await stored('trips'), (await stored('places'))?._id]).toEqual([null, 'places']);
    await prepareIndexes(await db(), api.service().schema);
    await runRelay();
    expect((await stored('trips'))?._id).toBe('trips');
  });
});
