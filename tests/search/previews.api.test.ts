// Searches with the token of a preview link: it shows one draft, and searches nothing.
import { expect, test } from 'vitest';
import { addPublicRole } from '../setup/accounts.ts';
import { createApi, schemaOf, typeFile, withDrafts } from '../setup/api.ts';
import { indexSite } from './indexSite.ts';

const attributes = { title: { type: 'string' } };
const search = { options: { draftAndPublish: true, search: { title: 10 } } };
const api = createApi(
  schemaOf({
    'note.json': typeFile('note', attributes, search),
    'memo.json': typeFile('memo', attributes, withDrafts),
    'about.json': JSON.stringify({
      ...{ kind: 'singleType', info: { singularName: 'about', pluralName: 'abouts', displayName: 'About' } },
      ...{ attributes, ...search },
    }),
  }),
);
const open = { as: null };

test('search beside a preview changes nothing, and searches refuse the token', async () => {
  await addPublicRole(api.service(), ['api::note.note.find', 'api::about.about.find']);
  const documentId = await api.create('/api/notes?status=draft', { title: 'Secret moon' });
  await api.create('/api/notes?status=draft', { title: 'Other moon' });
  expect((await api.put('/api/about?status=draft', { title: 'Secret page' })).status).toBe(200);
  await indexSite(api.service());
  for (const url of [`/api/notes/${documentId}`, '/api/about']) {
    const { body } = await api.request('POST', `${url}/actions/preview-link`);
    const token = encodeURIComponent(body.data.token);
    const plain = await api.get(`${url}?preview=${token}`, open);
    expect(plain.body.data.title).toContain('Secret');
    expect((await api.get(`${url}?preview=${token}&search=nothing`, open)).body).toEqual(plain.body);
    for (const list of ['/api/notes?search=moon', '/api/search?q=moon', '/api/search?q=moon&status=draft']) {
      const { status, body: refused } = await api.get(`${list}&preview=${token}`, open);
      expect([list, status, refused.data]).toEqual([list, 400, null]);
    }
  }
  expect((await api.get('/api/search?q=moon', open)).body.data).toEqual([]);
});
