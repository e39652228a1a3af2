// Searches of a site while its whole content is replaced, of a document as long as MongoDB stores, and of files in the trash.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { backupSite, restoreSite } from '../../cli/backup/index.ts';
import { prepareDatabase } from '../../cli/migrate/index.ts';
import { freshFolder } from '../media/files.ts';
import { localized, schemaOf, typeFile } from '../setup/schema.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { writeArchive } from '../cli/import/archives.ts';
import { runImport } from '../cli/import/importing.ts';
import { indexSite } from './indexSite.ts';

const api = createUploadApi(
  schemaOf({
    'page.json': typeFile(
      'page',
      { title: { type: 'string' }, text: { type: 'text' } },
      { options: { draftAndPublish: true, search: { title: 10, text: 1 } }, ...localized },
    ),
  }),
);
const log = () => undefined;
const folder = await freshFolder();

const empty = async (): Promise<void> => {
  const db = await api.service().database.get();
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (name !== 'lectern_tokens') await db.collection(name).deleteMany({});
};

/** Searches in both versions until the work ends; every search must be answered. */
const searchDuring = async <T>(work: Promise<T>): Promise<T> => {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  let searches = 0;
  while (!state.isDone) {
    for (const url of [
      '/api/search?q=night',
      '/api/pages?search=night&status=draft',
      '/api/upload/files?search=night',
    ]) {
      const { status, body } = await api.get(url);
      expect([url, status, body.error]).toEqual([url, 200, undefined]);
      searches++;
    }
    await setTimeout(1);
  }
  expect(searches).toBeGreaterThan(0);
  return done;
};

const titles = async (query: string): Promise<readonly unknown[]> => {
  const { status, body } = await api.get(`/api/search?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map(({ title }: { readonly title: unknown }) => title);
};

beforeAll(() => prepareDatabase(api.service()));

test('a site is searched while it is restored, and finds all of it afterwards', async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'de' } });
  for (let i = 0; i < 30; i++) await api.post('/api/pages', { title: `Night ${i}`, text: 'trains' });
  await api.post('/api/pages?locale=de', { title: 'Nacht' });
  await api.post('/api/pages?status=draft', { title: 'Night in a draft' });
  await indexSite(api.service());
  expect(await titles('q=trains%20&pagination[pageSize]=100')).toHaveLength(30);
  const file = join(folder, 'site.tar.gz');
  await backupSite({ service: api.service(), selection: {}, files: undefined, log }, file);
  await empty();
  await searchDuring(restoreSite({ service: api.service(), file, selection: {}, log }));
  await indexSite(api.service());
  expect(await titles('q=trains%20&pagination[pageSize]=100')).toHaveLength(30);
  expect(await titles('q=nacht%20&locale=de')).toEqual(['Nacht']);
  expect(await titles('q=draft&status=draft')).toEqual(['Night in a draft']);
});

test('a site is searched while Strapi documents are imported, and finds them afterwards', async () => {
  await empty();
  await prepareDatabase(api.service());
  const schema = {
    ...{ uid: 'api::page.page', modelType: 'contentType', modelName: 'page', kind: 'collectionType' },
    ...{ collectionName: 'pages', info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' } },
    ...{ options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } },
    attributes: { title: { type: 'string' }, text: { type: 'text' }, locale: { type: 'string' } },
  };
  const time = '2023-05-31T09:30:00.000Z';
  const page = (id: number, title: string, locale: string) => ({
    ...{ type: 'api::page.page', id },
    data: { title, locale, createdAt: time, updatedAt: time, publishedAt: time },
  });
  const locale = (id: number, code: string) => ({
    ...{ type: 'plugin::i18n.locale', id },
    data: { code, name: code, createdAt: time, updatedAt: time },
  });
  const file = await writeArchive(folder, 'strapi', {
    version: '4.25.2',
    schemas: [schema],
    entities: [locale(1, 'en'), locale(2, 'fr'), page(1, 'Houses at night', 'en'), page(2, 'Les musées', 'fr')],
    links: [],
  });
  await searchDuring(runImport(api.service(), file, folder));
  await indexSite(api.service());
  expect(await titles('q=house%20')).toEqual(['Houses at night']);
  expect(await titles('q=musee%20&locale=fr')).toEqual(['Les musées']);
});

test('a document of 15 MB is found by its first words, and does not hold up the others', async () => {
  const db = await api.service().database.get();
  const documentId = await api.create('/api/pages', { title: 'Endless' });
  const words = Array.from({ length: 1_500_000 }, (_, i) => i.toString(36).padStart(6, 'w'));
  const text = ['firstword', ...words, 'lastword'].join(' ').slice(0, 15_000_000);
  await db.collection('pages').updateOne({ documentId }, { $set: { 'published.text': text } });
  await api.create('/api/pages', { title: 'Short' });
  await indexSite(api.service());
  expect([await titles('q=firstword'), await titles('q=short')]).toEqual([['Endless'], ['Short']]);
  expect(await titles('q=lastword%20')).toEqual([]);
  const { body } = await api.get('/api/search?q=endless&fields=title');
  expect(body.data).toMatchObject([{ entry: { title: 'Endless' }, excerpt: expect.stringContaining('<mark>') }]);
});

test('a file in the trash is not found, at once, until it comes back', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';
  const [file] = (await api.send([['lantern.svg', svg]])).body;
  const names = async (): Promise<readonly unknown[]> =>
    (await api.get('/api/upload/files?search=lantern')).body.map(({ name }: { readonly name: unknown }) => name);
  await indexSite(api.service());
  expect(await names()).toEqual(['lantern.svg']);
  await api.delete(`/api/upload/files/${file.id}`);
  expect(await names()).toEqual([]);
  await indexSite(api.service());
  expect(await names()).toEqual([]);
  const { status } = await api.request('POST', `/api/trash/plugin::upload.file/${file.documentId}/restore`);
  expect(status).toBe(200);
  await indexSite(api.service());
  expect(await names()).toEqual(['lantern.svg']);
});
