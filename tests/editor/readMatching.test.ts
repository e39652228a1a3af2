// The documents of a list that a release takes.
import { expect, it, vi } from 'vitest';
import { readMatching } from '../../editor/src/api/readMatching.ts';
import { maxReleaseSize } from '../../editor/src/api/releases.ts';
import { maxActions } from '../../lib/releases/contract.ts';

it('reads all that a search by words finds, in its order', async () => {
  const found = (documentId: string) => ({ type: 'api::article.article', documentId, entry: { documentId } });
  const page = (ids: readonly string[], nextCursor: string | null) =>
    Response.json({ data: ids.map(found), meta: { pagination: { nextCursor } } });
  const fetch = vi
    .fn()
    .mockResolvedValueOnce(page(['b', 'a'], 'next'))
    .mockResolvedValueOnce(page(['c'], null));
  vi.stubGlobal('fetch', fetch);
  const documents = await readMatching({ name: 'articles', mainAttribute: 'title' }, { q: 'ink', view: 'edit' });
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
