// Answers of writes that populate something: once the write is committed, other reads and limits do not refuse them.
import { expect, it, vi } from 'vitest';
import { readSharesOf } from '../../../lib/read/execute/readShares.ts';
import { createApi, schemaOf, testConfig, typeFile, type Reply, type TestApi } from '../../setup/api.ts';

const schema = schemaOf({
  'note.json': typeFile(
    'note',
    {
      name: { type: 'string' },
      text: { type: 'text' },
      next: { type: 'relation', relation: 'manyToMany', target: 'api::note.note' },
    },
    { options: { draftAndPublish: true } },
  ),
});

const api = createApi(schema);
/** Reads no rows of more than eight times `maxResponseBytes`, and nothing that has a cost. */
const limits = { maxResponseBytes: 1_000, maxReadCost: 0 };
const limited = createApi(schema, {
  ...testConfig,
  api: { ...testConfig.api, rest: { ...testConfig.api.rest, ...limits } },
});

type Write = (api: TestApi, path: string, query: string) => Promise<Reply>;

const writes: readonly (readonly [string, Write])[] = [
  ['an update', (api, path, query) => api.put(`${path}?${query}`, { name: 'changed' })],
  ['publishing', (api, path, query) => api.request('POST', `${path}/actions/publish?${query}`)],
];

it.each(writes)('%s is answered in full while other reads have all places', async (_, write) => {
  const next = [await api.create('/api/notes', { name: 'a' }), await api.create('/api/notes', { name: 'b' })];
  const path = `/api/notes/${await api.create('/api/notes', { name: 'one', next })}`;
  for (const queue of Object.values(readSharesOf(await api.service().database.get()))) {
    vi.spyOn(queue, 'tryTake').mockReturnValue(false);
    vi.spyOn(queue, 'take').mockResolvedValue(false);
  }
  expect((await api.get(path)).status).toBe(503);
  const { status, body } = await write(api, path, 'populate=next');
  expect([status, body.data]).toMatchObject([200, { next: next.map((documentId) => ({ documentId })) }]);
});

const refused = [
  ['too large', 'populate=next', limits.maxResponseBytes * 8],
  ['too costly', 'populate[next][populate][next][populate]=next', 1],
] as const;

it.each(writes.flatMap(([name, write]) => refused.map((one) => [name, ...one, write] as const)))(
  '%s is answered without relations that are %s to read',
  async (_, _reason, query, length, write) => {
    const next = [await limited.create('/api/notes', { text: 'x'.repeat(length) })];
    const documentId = await limited.create('/api/notes', { name: 'one', next });
    const path = `/api/notes/${documentId}`;
    expect((await limited.get(`${path}?${query}`)).status).toBe(400);
    const { status, body } = await write(limited, path, query);
    expect([status, body.data]).toEqual([200, expect.objectContaining({ documentId })]);
    expect(body.data).not.toHaveProperty('next');
  },
);
