// The day of an agent: it writes articles with pictures in two locales, asks for review, gets comments and corrects; then a person
// publishes a part of its change set and discards the rest.
import { expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { addEditor, addFile, permit } from '../setup/accounts.ts';
import { createApi, localized, schemaOf, testConfig, typeFile } from '../setup/api.ts';
import { connectAgent } from './agentClients.ts';

const uid = 'api::article.article';
const files = 'plugin::upload.content-api';
const review = { stages: ['writing', 'review', 'ready'], publishFrom: 'ready' };

const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', required: true, ...localized },
      body: { type: 'richtext', ...localized },
      cover: { type: 'media', multiple: false },
    },
    { options: { draftAndPublish: true, review }, ...localized },
  ),
});

const api = createApi(schema, testConfig);
const releases = '/api/content-releases';
const all = ['find', 'findOne', 'create', 'update', 'publish', 'versions', 'review'];

const locales = ['en', 'fr'] as const;

/** What readers see of an article: in the answer of a release, or without one. */
const readPage = async (documentId: string, locale: string, query = '') => {
  const { status, body } = await api.get(`/api/articles/${documentId}?locale=${locale}&populate=cover${query}`);
  if (status !== 200) return status;
  const { title, body: text, cover } = body.data;
  return { title, text, cover: cover?.name ?? null };
};

it('is what the release showed, and everything else is as it was', async () => {
  const service = api.service();
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  const chief = await addEditor(service, [
    ...permit(uid, [...all, 'delete']),
    ...permit(files, ['find']),
    ...permit('plugin::content-releases', ['read', 'update', 'publish']),
  ]);
  const { accessKey } = await createToken(service, {
    ...{ name: 'Translator', type: 'custom' },
    permissions: [...all.filter((action) => action !== 'publish').map((action) => `${uid}.${action}`), `${files}.find`],
  });
  const agent = await connectAgent(api, accessKey);
  let calls = 0;
  const call = async (tool: string, args: Record<string, unknown>) => {
    calls += 1;
    const { isError, json } = await agent.call(tool, { type: 'articles', ...args });
    expect(isError, JSON.stringify(json)).toBe(false);
    return json;
  };
  const [cover, other] = [await addFile(service, 'cover.png'), await addFile(service, 'other.png')];
  const before = { title: 'Before', body: 'Old', cover: other };
  const olderArticles: string[] = [];
  for (let count = 0; count < 6; count++) {
    const documentId = await api.create('/api/articles?status=draft', before);
    await api.put(`/api/articles/${documentId}?status=draft&locale=fr`, { title: 'Avant', body: 'Vieux' });
    olderArticles.push(documentId);
  }
  const additions: string[] = [];
  for (let count = 0; count < 14; count++) {
    const { document } = await call('create_document', { data: { title: `New ${count}`, body: '# Text', cover } });
    additions.push(document.documentId);
  }
  let set = 0;
  for (const [index, documentId] of [...olderArticles, ...additions].entries()) {
    const { revision } = await call('read_document', { documentId, fields: ['title', 'body'], populate: ['cover'] });
    await call('update_document', { documentId, data: { title: `Paper ${index}`, cover }, revision });
    await call('list_documents', { filters: { title: { $eq: `Paper ${index}` } } });
    const data = { title: `Papier ${index}`, body: 'Texte' };
    await call('update_document', { documentId, locale: 'fr', data });
    await call('review', { documentId, stage: 'review' });
    await call('review', { documentId, locale: 'fr', stage: 'review' });
    const comment = { text: 'Shorter, please' };
    await api.post(`/api/articles/${documentId}/comments`, comment, { as: chief.as });
    const { items } = await call('comment', { documentId });
    expect(items).toMatchObject([comment]);
    const correction = await call('update_document', { documentId, data: { body: `Short ${index}` } });
    await call('review', { documentId, stage: 'review' });
    await call('document_history', { documentId });
    set = correction.changeSet;
  }
  expect(calls).toBeGreaterThanOrEqual(200);
  const { body } = await api.get(`${releases}/${set}/actions`, { as: chief.as });
  expect(body.data.length).toBe(40);
  expect(body.data.every((one: { isEntryValid: boolean }) => !one.isEntryValid)).toBe(true); // nobody has approved it
  const selection = [...olderArticles.slice(0, 3), ...additions.slice(0, 5)];
  for (const documentId of selection)
    for (const locale of locales) {
      const stage = { name: 'ready' };
      const url = `/api/articles/${documentId}/stage?locale=${locale}`;
      expect((await api.put(url, stage, { as: chief.as })).status).toBe(200);
    }
  const previews = new Map<string, unknown>();
  const pages = selection.flatMap((documentId) => locales.map((locale) => [documentId, locale] as const));
  for (const [documentId, locale] of pages)
    previews.set(`${documentId} ${locale}`, await readPage(documentId, locale, `&status=draft&release=${set}`));
  const actions = body.data
    .filter((one: { entryDocumentId: string }) => selection.includes(one.entryDocumentId))
    .map((one: { id: number }) => one.id);
  const publication = await api.request('POST', `${releases}/${set}/publish`, { body: { actions }, as: chief.as });
  expect(publication.body.meta).toMatchObject({ totalPublishedEntries: 16 });
  for (const [documentId, locale] of pages)
    expect(await readPage(documentId, locale)).toEqual(previews.get(`${documentId} ${locale}`));
  expect([...previews.values()]).toContainEqual({ title: 'Paper 0', text: 'Short 0', cover: 'cover.png' });
  const discard = await api.request('POST', `${releases}/${set}/discard`, { as: chief.as });
  expect(discard.body.meta).toEqual({ discarded: 24, left: [] });
  for (const documentId of olderArticles.slice(3)) {
    const [english, french] = ['en', 'fr'].map((locale) => readPage(documentId, locale, '&status=draft'));
    expect(await english).toEqual({ title: 'Before', text: 'Old', cover: 'other.png' });
    expect(await french).toEqual({ title: 'Avant', text: 'Vieux', cover: 'other.png' });
  }
  for (const documentId of additions.slice(5))
    for (const locale of locales) expect(await readPage(documentId, locale, '&status=draft')).toBe(404);
  for (const [documentId, locale] of pages)
    expect(await readPage(documentId, locale)).toEqual(previews.get(`${documentId} ${locale}`));
});
