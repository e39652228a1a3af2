// Checks meta.status: how a draft differs from the published version.
import { describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply } from '../setup/api.ts';

const api = createApi(library);

const metaOf = ({ body }: Reply): unknown => body.meta;

const runAction = (path: string, action: string): Promise<Reply> => api.request('POST', `${path}/actions/${action}`);

describe('the answer for one draft', () => {
  it('has the status, whatever else the query requests', async () => {
    const made = await api.post('/api/books?status=draft', { title: 'One' });
    const book = `/api/books/${made.body.data.documentId as string}`;
    const read = async (): Promise<unknown> => {
      const queries = ['', '&fields=title', '&populate=*', '&fields=updatedAt&populate=authors'];
      const replies = await Promise.all(queries.map((query) => api.get(`${book}?status=draft${query}`)));
      const metas = new Set(replies.map((reply) => JSON.stringify(metaOf(reply))));
      expect(metas.size).toBe(1);
      expect(Object.keys(replies[1]?.body.data)).toEqual(['id', 'documentId', 'title']);
      return replies.map(metaOf)[0];
    };
    expect([metaOf(made), await read()]).toEqual([{ status: 'draft' }, { status: 'draft' }]);
    await api.put(book, {});
    expect(await read()).toEqual({ status: 'published' });
    const changed = await api.put(`${book}?status=draft&populate=authors`, { title: 'Two' });
    expect([metaOf(changed), await read()]).toEqual([{ status: 'modified' }, { status: 'modified' }]);
    expect(metaOf(await runAction(book, 'discard-draft'))).toEqual({ status: 'published' });
    expect(await read()).toEqual({ status: 'published' });
    expect(metaOf(await runAction(book, 'unpublish'))).toEqual({ status: 'draft' });
    expect(await read()).toEqual({ status: 'draft' });
  });
});

it('other answers have no status: published versions, types without drafts, lists', async () => {
  const book = await api.post('/api/books', { title: 'b' });
  const shelf = await api.post('/api/shelves?status=draft', { name: 's' });
  const url = `/api/books/${book.body.data.documentId as string}`;
  const read = await api.get(`/api/shelves/${shelf.body.data.documentId as string}?status=draft`);
  for (const reply of [book, shelf, read, await api.get(url), await api.put(url, {}), await runAction(url, 'publish')])
    expect([reply.body.data.publishedAt, metaOf(reply)]).toEqual([expect.any(String), {}]);
  expect(Object.keys((await api.get('/api/books?status=draft')).body.meta)).toEqual(['pagination']);
});
