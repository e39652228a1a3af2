// The script in docs/examples that keeps a copy, which docs/sync.md names.
import { expect, it, vi } from 'vitest';
import { createApi } from '../setup/api.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';

vi.stubEnv('LECTERN_URL', 'http://127.0.0.1/api');
const { pull } = await import('../../docs/examples/pull.js');

const api = createApi(schemaOf({ 'tag.json': typeFile('tag', { name: { type: 'string' } }) }));

it('brings a copy up to date, and begins again after a 410', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, search } = new URL(new Request(input).url);
    const { status, body } = await api.get(`${pathname}${search}`);
    return Response.json(body, { status });
  });
  const { documentId } = (await api.post('/api/tags', { name: 'a' })).body.data as { readonly documentId: string };
  await api.post('/api/tags', { name: 'b' });
  const copy = await pull({ entries: new Map() });
  const names = (entries: ReadonlyMap<string, { readonly name: string }>) =>
    [...entries.values()].map(({ name }) => name);
  expect(names(copy.entries)).toEqual(['a', 'b']);
  await api.delete(`/api/tags/${documentId}`);
  expect(names((await pull(copy)).entries)).toEqual(['b']);
  vi.mocked(fetch).mockResolvedValueOnce(new Response('', { status: 410 }));
  expect(names((await pull({ ...copy, entries: new Map() })).entries)).toEqual(['b']);
});
