// Checks publish, unpublish and discard-draft for documents in several locales and during other writes.
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDocument, Version } from '../../../lib/platform/db/index.ts';
import { createApi, type Reply } from '../../setup/api.ts';
import { localized, pagesWith } from './pages.ts';

const api = createApi(
  pagesWith({
    title: { type: 'string', required: true, ...localized },
    code: { type: 'string', unique: true, ...localized },
    a: { type: 'integer' },
    b: { type: 'integer' },
    c: { type: 'integer' },
  }),
);

const pages = async () => await api.collection<StoredDocument>('pages');

/** Inserts another locale of a document. */
const addLocale = async (page: string, locale: string, values: object): Promise<void> => {
  const documents = await pages();
  const en = await documents.findOne({ documentId: page, locale: 'en' }, { projection: { _id: 0 } });
  const draft = { ...en?.draft, ...values } as Version; // a draft with some changed values
  await documents.insertOne({ documentId: page, locale, revision: 1, draft });
};

const runAction = (page: string, action: string, query = '?locale=*'): Promise<Reply> =>
  api.request('POST', `/api/pages/${page}/actions/${action}${query}`);

const titlesByLocale = async (
  page: string,
  status: 'draft' | 'published',
): Promise<Readonly<Record<string, unknown>>> => {
  const stored = await (await pages()).find({ documentId: page }).toArray();
  return Object.fromEntries(stored.map((document) => [document.locale, document[status]?.title]));
};

describe('locale=*', () => {
  let page = '';
  beforeEach(async () => {
    page = await api.create('/api/pages?status=draft', { title: 'Hello' });
    await addLocale(page, 'fr', { title: 'Bonjour' });
    await addLocale(page, 'de', { title: 'Hallo' });
  });

  it('publishes none if one is invalid, and names its locale', async () => {
    const documents = await pages();
    await documents.updateOne({ documentId: page, locale: 'fr' }, { $set: { 'draft.title': null } });
    await documents.updateOne({ documentId: page, locale: 'en' }, { $set: { 'draft.title': null } });
    const { status, body } = await runAction(page, 'publish');
    expect(status).toBe(400);
    expect(body.error.details.errors).toMatchObject([
      { path: ['title'], locale: 'en' },
      { path: ['title'], locale: 'fr' },
    ]);
    expect(await titlesByLocale(page, 'published')).toEqual({});
  });

  it('publishes none if a unique value is taken in one of them', async () => {
    const other = await api.create('/api/pages?status=draft', { title: 'Other' });
    await addLocale(other, 'fr', { title: 'Autre' });
    const documents = await pages();
    await documents.updateOne({ documentId: other, locale: 'fr' }, { $set: { 'draft.code': 'x' } });
    await runAction(other, 'publish');
    await documents.updateOne({ documentId: other, locale: 'fr' }, { $set: { 'draft.code': 'y' } });
    await documents.updateOne({ documentId: page, locale: 'fr' }, { $set: { 'draft.code': 'x' } });
    const { status, body } = await runAction(page, 'publish');
    expect([status, body.error.message]).toEqual([400, 'This attribute must be unique']);
    expect(await titlesByLocale(page, 'published')).toEqual({});
  });
});

describe('during other writes', () => {
  const many = Array.from({ length: 4 }, (_, n) => n);

  it.each([
    ['publish', ''],
    ['unpublish', ''],
    ['publish', '?locale=*'],
  ])('%s%s loses no write', async (action, query) => {
    for (const round of many) {
      const page = await api.create('/api/pages', { title: `r${round}` });
      await addLocale(page, 'fr', { title: 'other' });
      const put = (values: object): Promise<Reply> => api.put(`/api/pages/${page}?status=draft`, values);
      const replies = await Promise.all([put({ a: 1 }), runAction(page, action, query), put({ b: 2 }), put({ c: 3 })]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { body } = await api.get(`/api/pages/${page}?status=draft`);
      expect(body.data).toMatchObject({ a: 1, b: 2, c: 3 });
      expect((await api.get(`/api/pages/${page}`)).status).toBe(action === 'unpublish' ? 404 : 200);
    }
  });

  it('does not restore a document that is deleted at the same time', async () => {
    for (const round of many) {
      const page = await api.create('/api/pages', { title: `d${round}` });
      const actions = ['publish', 'discard-draft', 'publish', 'unpublish', 'publish'];
      const acts = actions.map((action) => runAction(page, action, ''));
      const replies = await Promise.all([...acts, api.delete(`/api/pages/${page}`)]);
      expect(replies.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
      for (const status of ['draft', 'published'])
        expect((await api.get(`/api/pages/${page}?status=${status}`)).status).toBe(404);
    }
  });
});
