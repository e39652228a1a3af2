// Changes of many documents that end in the middle.
import { expect, it, vi } from 'vitest';
import { changeMany, readMatching } from '../../editor/src/api/bulk.ts';
import { maxReleaseSize } from '../../editor/src/api/releases.ts';
import { maxActions } from '../../lib/releases/contract.ts';

it('keeps what failed before a request was refused', async () => {
  const [failed, changed] = [{ status: 404, error: { message: 'Not Found' } }, { status: 200 }];
  const first = Response.json({ data: [failed, ...Array.from({ length: 49 }, () => changed)] });
  const refused = Response.json({ error: { name: 'ServiceUnavailableError', message: 'Busy' } }, { status: 503 });
  vi.stubGlobal('fetch', vi.fn().mockResolvedValueOnce(first).mockResolvedValueOnce(refused));
  const ids = Array.from({ length: 60 }, (_, index) => `id${index}`);
  const change = { action: 'publish', locale: undefined } as const;
  const work = { signal: new AbortController().signal, onProgress: vi.fn() };
  expect(await changeMany({ name: 'articles', draftAndPublish: true }, ids, change, work)).toMatchObject({
    failures: [{ documentId: 'id0', faults: [{ path: [], message: 'Not Found' }] }],
    done: 50,
    error: { status: 503 },
  });
});

it('moves and assigns each draft by a request of its own: what one may not be does not keep the others back', async () => {
  const refusal = (status: number) =>
    Response.json({ error: { name: 'ForbiddenError', message: 'No', details: {} } }, { status });
  const fetch = vi.fn<(url: string, options: { readonly body: string }) => Promise<Response>>();
  fetch.mockImplementation(() => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetch);
  const run = (change: { readonly action: 'stage' | 'assignee'; readonly id: number | null }) =>
    changeMany(
      { name: 'articles', draftAndPublish: true },
      ['a', 'b', 'c', 'd', 'e', 'f'],
      { locale: 'fr', ...change },
      {
        ...{ signal: new AbortController().signal, onProgress: vi.fn() },
      },
    );
  fetch.mockResolvedValueOnce(refusal(403));
  expect(await run({ action: 'stage', id: 2 })).toEqual({
    failures: [{ documentId: 'a', faults: [{ path: [], message: 'No' }] }],
    done: 6,
  });
  expect(fetch.mock.calls.map(([url, { body }]) => [url, body])[5]).toEqual([
    '/api/articles/f/stage?locale=fr',
    '{"data":{"id":2}}',
  ]);
  expect(await run({ action: 'assignee', id: null })).toMatchObject({ failures: [], done: 6 });
  expect(fetch.mock.calls.at(-1)?.[1].body).toBe('{"data":{"id":null}}');
  fetch.mockResolvedValueOnce(refusal(503));
  expect(await run({ action: 'stage', id: 2 })).toMatchObject({ failures: [], done: 0, error: { status: 503 } });
});

it('stops after the request that is under way', async () => {
  const stop = new AbortController();
  vi.stubGlobal(
    'fetch',
    vi.fn(() => {
      stop.abort();
      return Promise.resolve(Response.json({ data: Array.from({ length: 50 }, () => ({ status: 200 })) }));
    }),
  );
  const ids = Array.from({ length: 60 }, (_, index) => `id${index}`);
  const work = { signal: stop.signal, onProgress: vi.fn() };
  const change = { action: 'delete', locale: undefined } as const;
  expect(await changeMany({ name: 'articles', draftAndPublish: true }, ids, change, work)).toEqual({
    failures: [],
    done: 50,
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('reads all that a search by words finds, in its order', async () => {
  const found = (documentId: string) => ({ type: 'api::article.article', documentId, entry: { documentId } });
  const page = (ids: readonly string[], nextCursor: string | null) =>
    Response.json({ data: ids.map(found), meta: { pagination: { nextCursor } } });
  const fetch = vi
    .fn()
    .mockResolvedValueOnce(page(['b', 'a'], 'next'))
    .mockResolvedValueOnce(page(['c'], null));
  vi.stubGlobal('fetch', fetch);
  const work = { signal: new AbortController().signal, onProgress: vi.fn() };
  const documents = await readMatching({ name: 'articles', mainAttribute: 'title' }, { q: 'ink', view: 'edit' }, work);
  expect(documents.map(({ documentId }) => documentId)).toEqual(['b', 'a', 'c']);
  const [first, second] = fetch.mock.calls.map(([url]) => new URL(String(url), 'http://localhost'));
  expect([first?.pathname, first?.searchParams.get('types'), first?.searchParams.get('sort')]).toEqual([
    '/api/search',
    'articles',
    null,
  ]);
  expect(second?.searchParams.get('pagination[cursor]')).toBe('next');
});

it('adds at most as many documents to a release as the API takes', () => {
  expect(maxReleaseSize).toBe(maxActions);
});
