// Checks documents that relate to themselves, where a change of the inverse side changes the same document.
import { beforeEach, expect, it } from 'vitest';
import { createApi, type Reply } from '../../setup/api.ts';
import { library } from './library.ts';

const api = createApi(library);

let book = '';
beforeEach(async () => {
  book = await api.create('/api/books', { title: 'self' });
});

const put = (data: object, query = ''): Promise<Reply> => api.put(`/api/books/${book}${query}`, data);
const runAction = (action: string): Promise<Reply> => api.request('POST', `/api/books/${book}/actions/${action}`);

const revisionOf = ({ headers }: Reply): string | undefined => /"(\d+)/.exec(String(headers.etag))?.[1];

const stored = async (): Promise<string> => {
  const documents = await api.collection('books');
  return String((await documents.findOne({ documentId: book }))?.revision);
};

it.each<[name: string, write: () => Promise<Reply>]>([
  ['on the owning side', () => put({ sequel: book })],
  ['on the inverse side', () => put({ prequel: book })],
  ['in a draft', () => put({ prequel: book }, '?status=draft')],
  [
    'when it is published',
    async () => {
      await put({ sequel: book }, '?status=draft');
      return runAction('publish');
    },
  ],
  [
    'when its draft is discarded',
    async () => {
      await put({ sequel: book });
      await put({ sequel: null }, '?status=draft');
      return runAction('discard-draft');
    },
  ],
])('a write that links a document to itself returns the ETag of the stored document: %s', async (_name, write) => {
  const reply = await write();
  expect([reply.status, revisionOf(reply)]).toEqual([200, await stored()]);
  const { etag } = reply.headers;
  const next = await api.request('PUT', `/api/books/${book}`, {
    body: { data: { year: 1 } },
    headers: { 'If-Match': String(etag) },
  });
  expect(next.status).toBe(200);
});
