// Checks what tests/reference does not compare with Strapi of creating and changing documents.
import { expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi } from '../setup/api.ts';

const api = createApi(library);

it('a created document is returned as the query requests', async () => {
  const url = '/api/books?fields=title&populate[page][populate]=quote&filters[title]=other&sort=nope';
  const refused = await api.post(url, { title: 'Never' });
  expect(refused.status).toBe(400);
  expect((await api.get('/api/books?filters[title]=Never')).body.data).toEqual([]);
  const { body } = await api.post(url.replace('&sort=nope', ''), {
    title: 'Asked',
    page: { title: 'p', quote: { text: 'q' } },
  });
  const { id, documentId, ...rest } = body.data;
  expect([typeof id, typeof documentId]).toEqual(['number', 'string']);
  expect(rest).toEqual({ title: 'Asked', page: { id: undefined, title: 'p', quote: { text: 'q' } } });
});

it.each<[name: string, values: object, again: number]>([
  ['null', { code: null, number: null }, 201],
  ['an empty text', { code: '' }, 201],
  ['zero', { number: 0 }, 400],
  ['text that looks like an operator', { code: '$gt' }, 400],
])('a unique attribute may be %s in many documents, or once: %j', async (_name, values, again) => {
  await api.create('/api/shelves', { name: 'x', ...values });
  expect((await api.post('/api/shelves', { name: 'y', ...values })).status).toBe(again);
});

it('a single type without drafts gets defaults when it is created, and keeps other values when it changes', async () => {
  expect((await api.put('/api/rules', { days: 1 })).body.error.details.errors[0].path).toEqual(['title']);
  expect((await api.put('/api/rules', { title: 'R' })).body.data).toMatchObject({ title: 'R', days: 14 });
  expect((await api.put('/api/rules?status=draft', { days: null })).body.data).toMatchObject({
    title: 'R',
    days: null,
  });
  expect((await api.get('/api/rules?status=draft')).body.data).toMatchObject({ title: 'R', days: null });
});
