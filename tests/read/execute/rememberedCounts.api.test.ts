// Remembered counts with a real database: what moves the state of a type, and that totals are exact whatever happens at the same time.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetTotals, standaloneOperations } from '../../../lib/platform/db/index.ts';
import { administrator, permissionsIn } from '../../../lib/platform/access/index.ts';
import { planList } from '../../../lib/read/plan/index.ts';
import { readQuery } from '../../../lib/read/query/index.ts';
import { queryRunner } from '../../../lib/read/execute/databaseQuery.ts';
import { rememberedCounts } from '../../../lib/read/execute/rememberedCounts.ts';
import { runPlan } from '../../../lib/read/execute/run.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { changeTimeUpdate } from '../../../lib/write/documents/index.ts';
import { addPublicRole } from '../../setup/accounts.ts';
import { createProjectApi } from '../../setup/api.ts';
import { createAtlasApi } from '../../setup/atlas.ts';
import { relationTo, schemaOf, typeFile } from '../../setup/schema.ts';

const api = await createAtlasApi();
const database = () => api.service().database.get();

const totalOf = async (path: string): Promise<unknown> =>
  (await api.get(`/api/${path}`)).body.meta.pagination.total as unknown;

/** The total of a list, and whether it was counted. */
const totalIn = async (name: string, text: string) => {
  const { schema } = api.service();
  const context = { ...api.service(), locales: await api.service().locales.known() };
  const query = readQuery(text, typeOf(schema, `api::${name}.${name}`), administrator, context);
  const unit = await standaloneOperations(api.service().database);
  const run = queryRunner(unit);
  let isCounted = false;
  const { total } = await runPlan(
    (question) => {
      isCounted ||= question.about === 'the count';
      return run(question);
    },
    (unresolved) => planList(query, schema, unresolved),
    undefined,
    rememberedCounts(unit.db),
  );
  return { total, isCounted };
};

/** Counts until the total is remembered. @returns it */
const remember = async (name: string, text: string): Promise<unknown> => {
  for (let time = 0; time < 2; time++) await totalIn(name, text);
  const { total, isCounted } = await totalIn(name, text);
  expect(isCounted).toBe(false);
  return total;
};

const post = (path: string, body?: unknown) => api.request('POST', path, body === undefined ? {} : { body });

describe('each kind of write lets a filtered list be counted again', () => {
  let place = '';
  let region = '';

  beforeEach(async () => {
    region = await api.make('/api/regions', { name: 'North', area: 5 });
    place = await api.make('/api/places', { name: 'Rome', height: 20, region });
  });

  const ofPlace = (action: string, query = ''): Promise<unknown> =>
    post(`/api/places/${place}/actions/${action}${query}`);
  const rome = 'filters[name]=Rome';
  const inNorth = 'filters[region][name]=North';

  it.each<[string, string, () => Promise<unknown>]>([
    ['create', rome, () => api.make('/api/places', { name: 'Rome' })],
    [
      'bulk',
      rome,
      () => post('/api/places/actions/bulk', { data: ['a', 'b'].map(() => ({ create: { data: { name: 'Rome' } } })) }),
    ],
    ['update', rome, () => api.change(`/api/places/${place}`, { name: 'Oslo' })],
    ['unpublish', rome, () => ofPlace('unpublish')],
    ['delete', rome, () => api.delete(`/api/places/${place}`)],
    [
      'add a locale',
      'locale=fr&filters[height]=20',
      () => api.change(`/api/places/${place}?locale=fr`, { name: 'Rome' }),
    ],
    [
      'change a shared attribute',
      'filters[height]=20',
      () => api.change(`/api/places/${place}`, { name: 'Rome', height: 21 }),
    ],
    [
      'link from the inverse side',
      inNorth,
      async () => {
        const other = await api.make('/api/places', { name: 'Oslo' });
        await api.change(`/api/regions/${region}`, { area: 5, places: [place, other] });
      },
    ],
    ['unlink from the inverse side', inNorth, () => api.change(`/api/regions/${region}`, { area: 5, places: [] })],
    ['delete the target', 'filters[region][name][$null]=true', () => api.delete(`/api/regions/${region}`)],
  ])('%s', async (_, text, write) => {
    const before = await remember('place', text);
    await write();
    const { total } = await totalIn('place', text);
    expect(total).not.toBe(before);
    expect((await totalIn('place', text)).total).toBe(total);
  });

  it('publish, after a change of the draft, which changes no total', async () => {
    const before = await remember('place', rome);
    await api.put(`/api/places/${place}?status=draft`, { name: 'Oslo' });
    expect((await totalIn('place', rome)).total).toBe(before);
    await ofPlace('publish');
    expect(await totalIn('place', rome)).toEqual({ total: Number(before) - 1, isCounted: true });
  });

  it('a program that resets the totals, and none is remembered before its end', async () => {
    const total = await remember('place', rome);
    await resetTotals(await database(), 'paused');
    for (let time = 0; time < 3; time++) expect(await totalIn('place', rome)).toEqual({ total, isCounted: true });
    await resetTotals(await database(), 'running');
  });
});

describe('a remembered count', () => {
  it('is counted again when a transaction commits that was open while it was counted', async () => {
    const oslo = await api.make('/api/trips', { name: 'Oslo' });
    const before = await remember('trip', 'filters[name]=Oslo');
    const client = await api.service().database.client();
    await client.withSession(async (session) => {
      session.startTransaction();
      const trips = await api.collection('trips');
      const update = { $set: { 'published.name': 'Rome' }, $inc: { revision: 1 }, ...changeTimeUpdate };
      await trips.updateOne({ documentId: oslo }, update, { session });
      await api.make('/api/trips', { name: 'Oslo' });
      expect(await remember('trip', 'filters[name]=Oslo')).toBe(Number(before) + 1);
      await session.commitTransaction();
    });
    expect(await totalIn('trip', 'filters[name]=Oslo')).toEqual({ total: before, isCounted: true });
  });

  it('is exact whenever writers pause', async () => {
    let seed = 4;
    const below = (end: number): number => (seed = (seed * 48_271) % 2_147_483_647) % end;
    const names = ['A', 'B', 'C'];
    const filters = names.flatMap((name) => [
      [{ 'published.text': name }, `signs?filters[text]=${name}`],
      [{ 'published.text': { $gte: name } }, `signs?filters[text][$gte]=${name}`],
    ]) as [object, string][];
    const ids = await Promise.all(names.map((text) => api.make('/api/signs', { text })));
    const signs = await api.collection('signs');
    for (let round = 0; round < 25; round++) {
      const writes = Array.from({ length: 3 }, async () => {
        const [text = '', at] = [names[below(names.length)], below(ids.length)];
        const choice = below(10);
        if (choice < 3) ids.push(await api.make('/api/signs', { text }));
        else if (choice < 4 && ids.length > 3) await api.delete(`/api/signs/${ids.splice(at, 1)[0] ?? ''}`);
        else await api.put(`/api/signs/${ids[at] ?? ''}`, { text });
      });
      await Promise.all([...writes, ...filters.map(([, path]) => totalOf(path))]);
      const totals = await Promise.all(filters.map(([, path]) => totalOf(path)));
      expect(totals).toEqual(
        await Promise.all(filters.map(([match]) => signs.countDocuments({ locale: 'en', ...match }))),
      );
    }
  });
});

describe('callers with different conditions', () => {
  const hotel = schemaOf({
    'room.json': typeFile('room', { name: { type: 'string' }, owner: relationTo('manyToOne', 'owner') }),
    'owner.json': typeFile('owner', { name: { type: 'string' } }),
  });
  let owned = 'Ann';
  const site = createProjectApi(hotel, {
    types: {
      'api::room.room': {
        canRead: ({ caller }) => (caller.kind === 'public' ? { owner: { name: { $eq: owned } } } : true),
      },
    },
  });
  beforeAll(async () => {
    await addPublicRole(site.service(), [...permissionsIn({ schema: hotel })]);
  });
  const totalAs = async (as: 'full-access' | null): Promise<unknown> =>
    (await site.get('/api/rooms?filters[name][$notNull]=true', { as })).body.meta.pagination.total as unknown;

  it('never share a count, and a condition that changes has another one', async () => {
    const [ann, bob] = [
      await site.create('/api/owners', { name: 'Ann' }),
      await site.create('/api/owners', { name: 'Bob' }),
    ];
    for (const owner of [ann, bob, bob]) await site.create('/api/rooms', { name: 'room', owner });
    for (let time = 0; time < 3; time++) {
      expect(await totalAs('full-access')).toBe(3);
      expect(await totalAs(null)).toBe(1);
    }
    owned = 'Bob';
    expect([await totalAs(null), await totalAs('full-access')]).toEqual([2, 3]);
    await site.put(`/api/owners/${bob}`, { name: 'Eve' });
    expect([await totalAs(null), await totalAs('full-access')]).toEqual([0, 3]);
  });
});
