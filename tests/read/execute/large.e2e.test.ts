// Large results: narrowed in the database, fetched in several queries, or refused in time.
import { beforeAll, describe, expect, test } from 'vitest';
import { standaloneOperations } from '../../../lib/platform/db/index.ts';
import { queryRunner } from '../../../lib/read/execute/index.ts';
import { readSharesOf } from '../../../lib/read/execute/readShares.ts';
import { takePlace } from '../../../lib/platform/fairQueue.ts';
import type { PlanResult } from '../../../lib/read/execute/run.ts';
import { runShared } from '../../../lib/read/execute/runShared.ts';
import type { Plan } from '../../../lib/read/plan/index.ts';
import { createApi, schemaOf, typeFile, relationTo } from '../../setup/api.ts';

const api = createApi(
  schemaOf({
    'hall.json': typeFile('hall', {
      name: { type: 'string' },
      events: relationTo('oneToMany', 'event', { mappedBy: 'hall' }),
      visits: relationTo('manyToMany', 'event', { mappedBy: 'visited' }),
    }),
    'event.json': typeFile('event', {
      name: { type: 'string' },
      text: { type: 'text' },
      hall: relationTo('manyToOne', 'hall', { inversedBy: 'events' }),
      visited: relationTo('manyToMany', 'hall', { inversedBy: 'visits' }),
    }),
  }),
);
const db = () => api.service().database.get();

const halls = 12;
const perHall = 4;

const stored = (id: string, at: number, values: object) => ({
  documentId: id,
  locale: null,
  revision: 1,
  published: { id: at, createdAt: new Date(at), updatedAt: new Date(at), publishedAt: new Date(at), ...values },
});

// Every hall has four events, linked in the order d, c, b, a; the thirteenth has 18 MB of events.
beforeAll(async () => {
  const hall = (index: number) => stored(`hall${index}`, index, { name: `hall ${index}` });
  await (await db()).collection('halls').insertMany(Array.from({ length: halls + 1 }, (_, index) => hall(index)));
  const small = Array.from({ length: halls * perHall }, (_, index) => {
    const link = { to: `hall${Math.floor(index / perHall)}`, at: perHall - (index % perHall) };
    const name = 'abcd'.charAt(index % perHall);
    return stored(`small${index}`, index, { name, hall: link, visited: [{ to: 'hall99', at: 0 }, link] });
  });
  const large = Array.from({ length: 300 }, (_, index) =>
    stored(`large${index}`, 1_000 + index, {
      name: `large ${index}`,
      text: 'x'.repeat(60_000),
      hall: { to: `hall${halls}`, at: index },
    }),
  );
  await (await db()).collection('events').insertMany([...small, ...large]);
});

const namesOf = (hall: Readonly<Record<string, readonly { name: string }[]>>, name: string): string =>
  (hall[name] ?? []).map((event) => event.name).join('');

describe('populate of a relation', () => {
  test.each([
    ['events', '', 'limit=2', 'dc'],
    ['events', '', 'start=1&limit=2', 'cb'],
    ['events', '', 'start=3', 'a'],
    ['events', '', 'limit=0', ''],
    ['events', 'sort=name', 'limit=3', 'abc'],
    ['events', 'sort=name:desc', 'start=1&limit=1', 'c'],
    ['events', 'filters[name][$ne]=d', 'limit=2', 'cb'],
    ['visits', '', 'limit=2', 'dc'],
    ['visits', 'sort=name', 'start=2&limit=9', 'cd'],
  ])('with %s %s %s gives the same for few rows and for many', async (name, option, bounds, expected) => {
    const populate = [option, ...bounds.split('&')]
      .filter((part) => part !== '')
      .map((part) => part.replace(/^(\w+)/, `populate[${name}][$1]`))
      .join('&');
    for (const size of [5, halls]) {
      const { body } = await api.get(`/api/halls?pagination[limit]=${size}&${populate}`);
      expect(body.data.map((hall: never) => namesOf(hall, name))).toEqual(Array<string>(size).fill(expected));
    }
  });

  test('with a limit or a count reads nothing more', async () => {
    const one = await api.get(`/api/halls/hall${halls}?populate[events][limit]=1`);
    expect(one.body.data.events.map(({ name }: { name: string }) => name)).toEqual(['large 0']);
    const counted = await api.get(`/api/halls?populate[events][count]=true&pagination[start]=${halls - 1}`);
    expect(counted.body.data.map(({ events }: { events: unknown }) => events)).toEqual([
      { count: perHall },
      { count: 300 },
    ]);
  });
});

describe('populate of more than MongoDB can return in one document', () => {
  test('is answered if it selects few fields', async () => {
    const { status, body } = await api.get(`/api/halls/hall${halls}?populate[events][fields]=name`);
    expect([status, body.data.events.length]).toEqual([200, 300]);
  });

  test.each([
    `halls/hall${halls}?populate=events`,
    `halls?populate=events&pagination[limit]=5&sort=name:desc&filters[id]=12`,
    'halls?populate=events',
  ])('is refused for %s, naming the largest field', async (path) => {
    const { status, body } = await api.get(`/api/${path}`);
    expect([status, body.error.details.path]).toEqual([400, 'events.text']);
  });
});

describe('the time limit of a read', () => {
  const runQuery = async (timeMs: number, stages: readonly object[]) =>
    queryRunner(
      { db: await db(), options: {} },
      { timeMs },
    )({ about: 'the rows', collection: 'halls', stages: stages as never });

  test('ends a query that takes longer', async () => {
    const slow = { $match: { $where: 'function () { sleep(100); return true; }' } };
    await expect(runQuery(150, [slow])).rejects.toMatchObject({ status: 503, name: 'ServiceUnavailableError' });
    await expect(runQuery(0, [])).rejects.toMatchObject({ status: 503 });
    expect(await runQuery(20_000, [{ $limit: 1 }])).toHaveLength(1);
  });

  test('moves a read with a slow query to the places of costly reads', async () => {
    const reader = { key: 'a', isPublic: true, maxBytes: Infinity, maxCost: 4_000 };
    // Longer than the time of a cheap read.
    const slow = { $where: 'function () { if (this.documentId === "hall1") sleep(2_100); return true; }' };
    const plan: Plan = {
      ...{ collection: 'halls', match: slow, stages: [], resolve: [], lookups: [], batches: [] },
    };
    const unit = await standaloneOperations(api.service().database);
    const read = (): Promise<PlanResult> => runShared(unit, () => plan, reader);
    const { costlyPublic } = readSharesOf(unit.db);
    await takePlace(costlyPublic, 'b');
    const unlimited = runShared(unit, () => plan, { ...reader, maxBytes: Infinity, maxCost: Infinity });
    await expect(read()).rejects.toMatchObject({ status: 503, message: /Too many reads wait/ });
    costlyPublic.leave('b');
    for (const answer of [unlimited, read()]) expect((await answer).rows).toHaveLength(halls + 1);
  }, 30_000);

  test('limits the number of conditions through relations', async () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, index) => `filters[$or][${index}][events][name]=x`).join('&');
    expect((await api.get(`/api/halls?${many(100)}`)).status).toBe(200);
    expect((await api.get(`/api/halls?${many(101)}`)).body.error).toMatchObject({
      status: 400,
      message: 'The query has more than 100 conditions and sorts through relations: use fewer',
    });
  });
});

describe('populate of documents that are all related to each other', () => {
  const nodes = 30;
  const ids = Array.from({ length: nodes }, (_, index) => `node${index}`);
  const dense = createApi(
    schemaOf({
      'node.json': typeFile('node', {
        next: relationTo('manyToMany', 'node', {}),
        name: { type: 'string' },
        text: { type: 'text' },
      }),
    }),
  );
  const levels = (count: number): string => `populate[next]${'[populate][next]'.repeat(count - 1)}=true`;

  beforeAll(async () => {
    const next = ids.map((to, at) => ({ to, at }));
    const documents = ids.map((id, index) => stored(id, index, { name: id, text: 'x'.repeat(3_000), next }));
    await (await dense.service().database.get()).collection('nodes').insertMany(documents);
  });

  test('is answered as far as it can be sent', async () => {
    const populate = 'populate[next][fields]=name&populate[next][populate][next][fields]=name';
    const { status, body } = await dense.get(`/api/nodes?fields=name&pagination[limit]=2&${populate}`);
    expect([status, body.data[1].next[2].next.length]).toEqual([200, nodes]);
  });

  // As one MongoDB document, one row would have 80 MB: 27,000 documents of 3 kB.
  test('is refused where MongoDB cannot build a row', async () => {
    const { status, body } = await dense.get(`/api/nodes?pagination[limit]=1&${levels(3)}`);
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
  });

  // 30 documents with 30 documents each, six times: 700 million in all.
  test('is refused before its JSON is written', async () => {
    const { status, body } = await dense.get(`/api/nodes?fields=name&${levels(6)}`);
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
    expect(body.error.details.path).toMatch(/^next\.next/);
    expect(
      (await dense.get(`/api/nodes?fields=name&${levels(6)}`, { headers: { 'Strapi-Response-Format': 'v4' } })).status,
    ).toBe(400);
  });
});
