// Checks that totals are exact at every moment, while writers change documents and relays are killed.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, inject, it } from 'vitest';
import { collections, totalsCollection, type StoredTotals } from '../../lib/platform/db/index.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import { Timings } from '../../lib/platform/timings.ts';
import { planRead, runRead } from '../../lib/read/execute/index.ts';
import { readQuery } from '../../lib/read/query/index.ts';
import { loadSchema, typeOf } from '../../lib/schema/index.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { relayProgram } from '../events/relay/relayProgram.ts';

/** How often all relays are killed. */
const kills = Number(process.env.LECTERN_TOTALS_KILLS ?? 6);
const writerCount = 16;

const { schema } = await loadSchema(join('tests', 'schemas', 'atlas'));
/** Four processes answer in turn. */
const api = createApi(schema, testConfig, 4);
const relay = relayProgram('relay');

beforeAll(async () => {
  expect((await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } })).status).toBe(200);
});

const random = (count: number): number => Math.floor(Math.random() * count);

/** Documents that all writers change. */
const known: string[] = [];
let isOver = false;
let writes = 0;

const action = (name: string, locale: string) => async (): Promise<{ readonly status: number }> =>
  api.request('POST', `/api/places/${known[random(known.length)] ?? ''}/actions/${name}?locale=${locale}`);

const create = async (query: string): Promise<{ readonly status: number }> => {
  const reply = await api.post(`/api/places${query}`, { name: 'Rome' });
  known.push(reply.body.data.documentId as string);
  if (known.length > 1_000) known.shift();
  return reply;
};

const createBatch = async (): Promise<{ readonly status: number }> => {
  const data = Array.from({ length: 1 + random(5) }, () => ({ create: { data: { name: 'Bergen' } } }));
  const reply = await api.post('/api/places/actions/bulk', data);
  // The first one carries what the others add to the total, so the writers change it, too.
  known.push(...((reply.body.data ?? []) as { data: { documentId: string } }[]).map((one) => one.data.documentId));
  return reply;
};

const runWriter = async (): Promise<void> => {
  while (!isOver) {
    const one = known[random(known.length)] ?? 'none';
    const locale = ['en', 'fr'][random(2)] ?? 'en';
    const steps = [
      () => create(''),
      () => create('?status=draft'),
      () => create('?locale=fr'),
      createBatch,
      action('publish', locale),
      action('unpublish', locale),
      action('unpublish', '*'),
      () => api.put(`/api/places/${one}?locale=${locale}`, { name: 'Oslo' }),
      () => api.delete(`/api/places/${one}?locale=${locale}`),
      () => api.delete(`/api/places/${one}?locale=*`),
    ];
    const { status } = (await steps[random(steps.length)]?.()) ?? { status: 0 };
    expect([200, 201, 204, 400, 404, 503]).toContain(status);
    writes += 1;
    // So that relays and checks get their part of the processor: the test is as long as the leases of the killed relays.
    await setTimeout(random(250));
  }
};

const lists = [
  ['', { locale: 'en' }],
  ['locale=fr', { locale: 'fr' }],
  ['locale=*', {}],
] as const;
let [checks, storedChecks] = [0, 0];

/** Compares totals with counts of the same moment, at random moments. */
const runChecker = async (): Promise<void> => {
  const service = api.service();
  const [client, db] = [await service.database.client(), await service.database.get()];
  const context = { ...service, locales: await service.locales.known() };
  while (!isOver) {
    await client.withSession({ snapshot: true }, async (session) => {
      const options = { session };
      const stored: StoredTotals | null = await totalsCollection(db).findOne({ _id: 'places' }, options);
      for (const [text, ofLocale] of lists) {
        const query = readQuery(text, typeOf(service.schema, 'api::place.place'), administrator, context);
        const published = { ...ofLocale, 'published.id': { $gte: 0 } };
        const [count] = await db
          .collection('places')
          .aggregate<{ readonly n: number }>([{ $match: published }, { $count: 'n' }], options)
          .toArray();
        const { total } = await runRead(service, planRead(service, query, new Timings()), new Timings(), {
          ...{ db, options },
          start: { monotonic: performance.now(), wall: Date.now() },
          lock: () => undefined,
          inTransaction: () => Promise.reject(new Error('not in a snapshot')),
          afterCommit: (work) => work(),
        });
        expect(total).toBe(count?.n ?? 0);
        checks += 1;
        if (stored?.completeAt !== undefined) storedChecks += 1;
      }
    });
    await setTimeout(random(100));
  }
};

/** Writes documents of its own type, and expects each acknowledged write in the next total. */
const runReader = async (): Promise<void> => {
  const own: string[] = [];
  while (!isOver) {
    const deleted = own.length > 5 && random(2) === 0 ? own.shift() : undefined;
    if (deleted === undefined) own.push(await api.create('/api/trips', { name: 'North' }));
    else expect((await api.delete(`/api/trips/${deleted}`)).status).toBe(204);
    expect((await api.get('/api/trips')).body.meta.pagination.total).toBe(own.length);
    await setTimeout(random(50));
  }
};

/** Waits until a relay has counted all documents of these types after this time. */
const waitForTotals = async (after: Date, ...names: readonly string[]): Promise<void> => {
  const totals = totalsCollection(await api.service().database.get());
  const counted = { completeAt: { $gt: after }, _id: { $in: names } };
  while (!isOver && (await totals.countDocuments(counted)) < names.length) await setTimeout(10);
};

it('totals are exact at every moment, and include each acknowledged write', async () => {
  const db = await api.service().database.get();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${db.databaseName}`;
  const relays = [relay.start(uri.href), relay.start(uri.href)];
  await waitForTotals(new Date(0), 'places', 'trips');
  const work = Promise.all([
    ...Array.from({ length: writerCount }, runWriter),
    runChecker(),
    runChecker(),
    runReader(),
  ]);
  work.catch(() => (isOver = true));
  for (let killed = 0; killed < kills && !isOver; killed++) {
    await waitForTotals(new Date(), 'trips');
    await setTimeout(random(200));
    await Promise.all(relays.splice(0).map(relay.kill));
    relays.push(relay.start(uri.href), relay.start(uri.href));
  }
  while (!isOver && (writes <= 100 || checks <= 100)) await setTimeout(10);
  isOver = true;
  await work;
  const [total, lease] = await Promise.all([
    totalsCollection(db).findOne({ _id: 'trips' }),
    db.collection<{ readonly _id: string; readonly token: number }>(collections.leases).findOne({ _id: 'relay' }),
  ]);
  await Promise.all(relays.map(relay.kill));
  expect(relay.errors()).toBe('');
  // All totals were stored ones, relays took over from killed ones, and counted documents meanwhile.
  expect(storedChecks).toBe(checks);
  expect(lease?.token).toBeGreaterThanOrEqual(kills);
  expect(Object.values(total?.totals ?? {}).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
});
