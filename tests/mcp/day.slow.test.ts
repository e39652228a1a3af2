// The day of two agents that a person lets in: they write articles with pictures in two locales, ask for review, get comments and
// correct; then another person publishes a part of each change set and discards the rest.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/schema/index.ts';
import { addEditor, addFile, permit } from '../setup/accounts.ts';
import { createApi, localized, schemaOf, typeFile } from '../setup/api.ts';
import { freshFolder, pictureOfSize } from '../media/files.ts';
import { connectAgent, connectOldAgent } from './agentClients.ts';
import { config, signIn } from './oauth/site.ts';

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

const api = createApi(schema, {
  ...config,
  upload: { ...config.upload, folder: await freshFolder(), allowPrivate: true },
});
const picture = await pictureOfSize(60, 40).png().toBuffer();

/** Has the pictures of the articles. */
const gallery = createServer((_, response) => response.end(picture));
beforeAll(() => new Promise<void>((resolve) => gallery.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  gallery.close();
});
const releases = '/api/content-releases';
const writing = ['find', 'findOne', 'create', 'update', 'versions', 'review'];

const locales = ['en', 'fr'] as const;
type Locale = (typeof locales)[number];

const isOfPage = (key: string) => !/^id$|At$/.test(key);

/** What readers see of an article, without ids and times: in the answer of a release, or without one; the status of what is not there. */
const readPage = async (documentId: string, locale: Locale, query = ''): Promise<unknown> => {
  const { status, body } = await api.get(`/api/articles/${documentId}?locale=${locale}&populate=cover${query}`);
  if (status !== 200) return status;
  const { cover, ...rest } = body.data as JsonObject;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => isOfPage(key))),
    cover: (cover as JsonObject | null)?.name,
  };
};

/** All that there is of an article, in each locale. */
const readState = (documentId: string) =>
  Promise.all(
    locales.map(async (locale) => {
      const stored = await (await api.collection('articles')).findOne({ documentId, locale });
      return {
        draft: await readPage(documentId, locale, '&status=draft'),
        published: await readPage(documentId, locale),
        ...{ status: stored?.draftStatus, isDeleted: stored?.deletedAt !== undefined },
      };
    }),
  );

it('is what the releases showed, and everything else is as it was', async () => {
  const service = api.service();
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  const [person, chief] = [
    await addEditor(service, [...permit(uid, writing), ...permit(files, ['find', 'upload'])]),
    await addEditor(service, [
      ...permit(uid, [...writing, 'publish', 'delete']),
      ...permit(files, ['find']),
      ...permit('plugin::content-releases', ['read', 'update', 'publish']),
    ]),
  ];
  const agents = [
    await connectAgent(api, (await signIn(api, person)).access),
    await connectOldAgent(api, (await signIn(api, person)).access),
  ];
  let calls = 0;
  const call = async (agent: number, tool: string, args: Record<string, unknown>) => {
    calls += 1;
    const { isError, json } = (await agents[agent]?.call(tool, args)) ?? {};
    expect(isError, JSON.stringify(json)).toBe(false);
    return json;
  };
  const moveTo = async (name: string, documentId: string) => {
    for (const locale of locales) {
      const url = `/api/articles/${documentId}/stage?locale=${locale}`;
      expect((await api.put(url, { name }, { as: chief.as })).status).toBe(200);
    }
  };
  const other = await addFile(service, 'other.png');
  const olderArticles: string[] = [];
  for (let count = 0; count < 8; count++) {
    const first = {
      title: `Before ${count}`,
      body: 'Old',
      ...(count % 4 === 0 || count === 6 ? {} : { cover: other }),
    };
    const documentId = await api.create('/api/articles?status=draft', first);
    await api.put(`/api/articles/${documentId}?status=draft&locale=fr`, { title: 'Avant', body: 'Vieux' });
    if (count % 4 < 2) {
      await moveTo('ready', documentId);
      const url = `/api/articles/${documentId}/actions/publish?locale=*`;
      expect((await api.request('POST', url)).status).toBe(200);
      await moveTo('writing', documentId);
    }
    olderArticles.push(documentId);
  }
  const before = new Map<string, unknown>();
  for (const documentId of olderArticles) before.set(documentId, await readState(documentId));

  const { port } = gallery.address() as AddressInfo;
  const covers: number[] = [];
  for (const [index] of agents.entries()) {
    const { file } = await call(index, 'upload_file', { url: `http://127.0.0.1:${port}/cover-${index}.png` });
    expect(file).toMatchObject({ name: `cover-${index}.png`, mime: 'image/png', width: 60, height: 40 });
    covers.push(file.id);
  }
  const additions: string[] = [];
  for (let count = 0; count < 12; count++) {
    const data = { title: `New ${count}`, body: '# Text', cover: covers[count % 2] };
    const { document } = await call(count % 2, 'create_document', { type: 'articles', data });
    additions.push(document.documentId);
  }
  const sets = new Map<string, number>();
  for (const [index, documentId] of [...olderArticles, ...additions].entries()) {
    const cover = covers[index % 2];
    const ask = (tool: string, args: object = {}) => call(index % 2, tool, { type: 'articles', documentId, ...args });
    const { revision } = await ask('read_document', { fields: ['title', 'body'], populate: ['cover'] });
    await ask('update_document', { data: { title: `Paper ${index}`, cover }, revision });
    await call(index % 2, 'list_documents', { type: 'articles', filters: { title: { $eq: `Paper ${index}` } } });
    await ask('update_document', { locale: 'fr', data: { title: `Papier ${index}`, body: 'Texte' } });
    for (const locale of locales) await ask('review', { locale, stage: 'review' });
    const comment = { text: 'Shorter, please' };
    await api.post(`/api/articles/${documentId}/comments`, comment, { as: chief.as });
    const { items } = await ask('comment');
    expect(items).toMatchObject([comment]);
    const { changeSet } = await ask('update_document', { data: { body: `Short ${index}` } });
    await ask('comment', { text: 'It is', replyTo: items[0].documentId });
    await ask('review', { stage: 'review' });
    await ask('document_history');
    sets.set(documentId, changeSet);
  }
  expect(calls).toBeGreaterThanOrEqual(200);
  expect(new Set(sets.values()).size).toBe(2);

  const selection = [...olderArticles.slice(0, 4), ...additions.slice(0, 5)];
  const rest = [...olderArticles, ...additions].filter((documentId) => !selection.includes(documentId));
  for (const documentId of selection) await moveTo('ready', documentId);
  const afterPublication = new Map<string, unknown>();
  const readSelection = async (query: (documentId: string) => string) => {
    const pages = selection.flatMap((documentId) => locales.map((locale) => [documentId, locale] as const));
    const entries = pages.map(async ([documentId, locale]) => [
      `${documentId} ${locale}`,
      await readPage(documentId, locale, query(documentId)),
    ]);
    return Object.fromEntries(await Promise.all(entries)) as JsonObject;
  };
  const previews = await readSelection((documentId) => `&status=draft&release=${sets.get(documentId)}`);
  expect(Object.values(previews)).toContainEqual(
    expect.objectContaining({ title: 'Paper 0', body: 'Short 0', cover: 'cover-0.png' }),
  );
  let published = 0;
  for (const set of new Set(sets.values())) {
    const { body } = await api.get(`${releases}/${set}/actions`, { as: chief.as });
    expect(body.data.length).toBe(20);
    const chosen = body.data.filter((one: { entryDocumentId: string }) => selection.includes(one.entryDocumentId));
    const actions = chosen.map((one: { id: number }) => one.id);
    const publication = await api.request('POST', `${releases}/${set}/publish`, { body: { actions }, as: chief.as });
    published += Number(publication.body.meta.totalPublishedEntries);
  }
  expect(published).toBe(2 * selection.length);
  expect(await readSelection(() => '')).toEqual(previews);
  expect(await readSelection(() => '&status=draft')).toEqual(previews);
  for (const documentId of selection) afterPublication.set(documentId, await readState(documentId));

  let discarded = 0;
  for (const set of new Set(sets.values())) {
    const { body } = await api.request('POST', `${releases}/${set}/discard`, { as: chief.as });
    expect(body.meta.left).toEqual([]);
    discarded += Number(body.meta.discarded);
  }
  expect(discarded).toBe(2 * rest.length);
  for (const documentId of selection) expect(await readState(documentId)).toEqual(afterPublication.get(documentId));
  for (const documentId of rest) {
    const inTrash = { draft: 404, published: 404, isDeleted: true };
    const expected = before.get(documentId) ?? locales.map(() => expect.objectContaining(inTrash));
    expect(await readState(documentId)).toEqual(expected);
  }
});
