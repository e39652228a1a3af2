// Answers that are made in turns: the same as at once, ended with their client, and refused while they grow.
import { beforeAll, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { standaloneOperations } from '../../../lib/platform/db/index.ts';
import type { Plan } from '../../../lib/read/plan/index.ts';
import { maxCheapBytes, readSharesOf } from '../../../lib/read/execute/readShares.ts';
import { runShared } from '../../../lib/read/execute/runShared.ts';
import { addPublicRole } from '../../setup/accounts.ts';
import { createApi, schemaOf, typeFile, type Reply } from '../../setup/api.ts';

const { maxResponseBytes } = defaultConfig.api.rest;

const api = createApi(
  schemaOf({
    'node.json': typeFile('node', {
      name: { type: 'string' },
      next: { type: 'relation', relation: 'manyToMany', target: 'api::node.node' },
    }),
    'text.json': typeFile('text', { text: { type: 'text' }, note: { type: 'string' } }),
  }),
);

const count = 20;

beforeAll(async () => {
  const db = await api.service().database.get();
  const at = new Date(0);
  const nodes = Array.from({ length: count }, (_, n) => ({
    ...{ documentId: `node${String(n).padStart(20, '0')}`, locale: null, revision: 1 },
    published: { id: n + 1, createdAt: at, updatedAt: at, publishedAt: at, name: `Node ${n}` },
  }));
  const links = nodes.map(({ documentId }, place) => ({ to: documentId, at: place }));
  await db
    .collection<object>('nodes')
    .insertMany(nodes.map((node) => ({ ...node, published: { ...node.published, next: links } })));
});

const textLength = Math.ceil(maxCheapBytes({ isPublic: false }) / 100);
const texts = 100;

beforeAll(async () => {
  await addPublicRole(api.service(), ['api::text.text.find']);
  const at = new Date(0);
  const text = 'a'.repeat(textLength);
  await (
    await api.collection<object>('texts')
  ).insertMany(
    Array.from({ length: texts }, (_, n) => ({
      ...{ documentId: `text${String(n).padStart(20, '0')}`, locale: null, revision: 1 },
      published: { id: n + 1, createdAt: at, updatedAt: at, publishedAt: at, text, note: 'a' },
    })),
  );
});

/** Lets each look at the clock take longer than a turn. */
const endEachTurn = (): void => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 6));
};

const nodes = (depth: number, more = ''): string =>
  `/api/nodes?populate${'[next][populate]'.repeat(depth - 1)}=next${more}`;

it.each([1, 2])('an answer of %i levels is the same in turns', async (depth) => {
  const atOnce = await api.get(nodes(depth, '&sort=name'));
  expect(atOnce.body.data).toHaveLength(count);
  endEachTurn();
  const inTurns = await api.get(nodes(depth, '&sort=name'));
  expect([inTurns.status, inTurns.body]).toEqual([200, atOnce.body]);
});

it('an answer that repeats its documents is refused while it grows', async () => {
  const { status, body } = await api.get(nodes(3));
  expect(status).toBe(400);
  const { message } = (body as { readonly error: { readonly message: string } }).error;
  expect(message).toContain(`and ${maxResponseBytes} can be sent; most of them are at next`);
  const [bytes = 0] = (/\d+/.exec(message) ?? []).map(Number);
  expect(bytes).toBeGreaterThan(maxResponseBytes);
  // All twenty documents together have five times as much.
  expect(bytes).toBeLessThan(2 * maxResponseBytes);
});

it.each([
  ['a token', 'full-access', texts, 'costly'],
  ['no credentials', null, texts / 2, 'costlyPublic'],
] as const)(
  'a read with %s, with many bytes of rows, takes the place of a costly one, and the next time at once',
  async (_, as, count, share) => {
    const db = await api.service().database.get();
    const { [share]: costly, queries } = readSharesOf(db);
    const [takeCostly, takeQuery] = [vi.spyOn(costly, 'take'), vi.spyOn(queries, 'tryTake')];
    const list = (size: number, field: string): Promise<Reply> =>
      api.get(`/api/texts?pagination[pageSize]=${size}&pagination[withCount]=false&fields=${field}`, { as });
    expect((await list(count, 'note')).body.data).toHaveLength(count);
    expect((await list(count / 2, 'text')).body.data).toHaveLength(count / 2);
    expect(takeCostly).not.toHaveBeenCalled();
    const first = await list(count, 'text');
    expect([first.status, takeCostly.mock.calls.length]).toEqual([200, 1]);
    expect(first.body.data).toHaveLength(count);
    takeQuery.mockClear();
    const second = await list(count, 'text');
    expect(second.body).toEqual(first.body);
    expect([takeCostly.mock.calls.length, takeQuery.mock.calls.length]).toEqual([2, 0]);
  },
);

it('each document of an answer that is measured while it grows is measured once', async () => {
  const entries = vi.spyOn(Object, 'entries');
  const { status, body } = await api.get(nodes(2));
  expect([status, (body.data as readonly unknown[]).length]).toEqual([200, count]);
  const measured = entries.mock.calls.map(([value]) => value).filter((value) => 'documentId' in Object(value));
  expect(measured.length).toBeGreaterThan(count);
  expect(new Set(measured).size).toBe(measured.length);
});

it('a list that is costly without credentials is not costly for callers with credentials, although they share its plan', async () => {
  const unit = await standaloneOperations(api.service().database);
  const stages = [{ $limit: texts / 2 + 5 }];
  const plan: Plan = { collection: 'texts', match: {}, stages, resolve: [], lookups: [], batches: [] };
  const { costly, costlyPublic } = readSharesOf(unit.db);
  const [takeOthers, takePublic] = [vi.spyOn(costly, 'take'), vi.spyOn(costlyPublic, 'take')];
  for (const isPublic of [true, false, true])
    await runShared(unit, () => plan, { key: String(isPublic), isPublic, maxCost: 1, maxBytes: maxResponseBytes });
  expect([takePublic.mock.calls.length, takeOthers.mock.calls.length]).toEqual([2, 0]);
});
