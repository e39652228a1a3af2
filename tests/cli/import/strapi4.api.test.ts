// Archives of Strapi 4: one row for each locale, joined by links, without documentIds.
import { describe, expect, it } from 'vitest';
import { readImportedIds } from '../../../cli/import/index.ts';
import { createApi } from '../../setup/api.ts';
import { tempFolder, writeArchive } from './archives.ts';
import { runImport, schemaOfArchive } from './importing.ts';

const schema = {
  ...{ uid: 'api::page.page', modelType: 'contentType', modelName: 'page', kind: 'collectionType' },
  ...{ collectionName: 'pages', info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' } },
  options: { draftAndPublish: true },
  pluginOptions: { i18n: { localized: true } },
  attributes: {
    title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
    slug: { type: 'uid', targetField: 'title' },
    parent: { type: 'relation', relation: 'manyToOne', target: 'api::page.page', inversedBy: 'children' },
    children: { type: 'relation', relation: 'oneToMany', target: 'api::page.page', mappedBy: 'parent' },
    locale: { type: 'string' },
    localizations: { type: 'relation', relation: 'oneToMany', target: 'api::page.page' },
  },
};

const time = '2023-05-31T09:30:00.000Z';
const row = (id: number, title: string, locale: string, publishedAt: string | null = time) => ({
  type: 'api::page.page',
  id,
  data: { title, slug: title.toLowerCase(), locale, createdAt: time, updatedAt: time, publishedAt },
});
const locale = (id: number, code: string) => ({
  type: 'plugin::i18n.locale',
  id,
  data: { code, name: code, createdAt: time, updatedAt: time },
});
const link = (left: number, field: string, right: number) => ({
  kind: 'relation.circular' as const,
  relation: 'oneToMany',
  left: { type: 'api::page.page', ref: left, field },
  right: { type: 'api::page.page', ref: right },
});

describe('an archive of Strapi 4', async () => {
  const folder = tempFolder();
  const file = await writeArchive(folder, 'v4', {
    version: '4.25.2',
    schemas: [schema],
    entities: [
      ...[locale(1, 'en'), locale(2, 'fr'), row(1, 'Home', 'en'), row(2, 'Accueil', 'fr'), row(3, 'Child', 'en')],
      row(4, 'Draft', 'en', null),
    ],
    links: [link(1, 'localizations', 2), link(2, 'localizations', 1), link(3, 'parent', 1), link(4, 'parent', 1)],
  });
  const api = createApi(await schemaOfArchive(file, folder));

  it('becomes documents with locales, drafts and published versions', async () => {
    expect(await runImport(api.service(), file, folder)).toMatchObject({
      outcome: 'imported',
      counts: ['page: 4 3'],
      misfits: [],
    });
    const { body } = await api.get('/api/pages?populate[localizations][fields]=title&populate=children&sort=id');
    expect(body.data).toMatchObject([
      { id: 1, title: 'Home', localizations: [{ title: 'Accueil' }], children: [{ title: 'Child' }] },
      { id: 3, title: 'Child' },
    ]);
    const drafts = await api.get('/api/pages?status=draft&sort=title');
    expect(drafts.body.data.map(({ title }: { title: string }) => title)).toEqual(['Child', 'Draft', 'Home']);
    expect(drafts.body.data[0].id).toBeGreaterThan(4);
  });

  it('leaves a table of the old ids', async () => {
    const table = new Map<number, string>();
    for await (const { id, documentId } of readImportedIds(await api.service().database.get()))
      table.set(id, documentId);
    expect([...table.keys()]).toEqual([1, 2, 3, 4]);
    expect(table.get(2)).toBe(table.get(1));
    const { body } = await api.get(`/api/pages/${table.get(3) ?? ''}`);
    expect(body.data.title).toBe('Child');
  });
});
