// What the stored settings of Strapi's content manager become: views of types and components.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { unpackArchive, writeViews, type UnpackedArchive } from '../../../cli/import/index.ts';
import { ProgressLog } from '../../../cli/terminal/progressLog.ts';
import { buildSchema, readFolder, type Schema } from '../../../lib/schema/index.ts';
import { tempFolder } from './archives.ts';
import { schemaOfArchive } from './importing.ts';

const file = join(import.meta.dirname, 'strapi-5.54.tar.gz');
const root = tempFolder();
const folder = join(root, 'content-types');
let archive: UnpackedArchive;
let schema: Schema;

beforeAll(async () => {
  schema = await schemaOfArchive(file, root);
  archive = await unpackArchive(file, undefined, await mkdtemp(join(root, 'views-')), new ProgressLog(() => undefined));
});

const settingsOf = (kind: string, uid: string) => {
  const key = `plugin_content_manager_configuration_${kind}::${uid}`;
  const found = archive.configuration.find(({ value }) => value.key === key);
  // Every type of the archive has settings, in this form.
  return structuredClone(found) as unknown as {
    type: 'core-store';
    value: {
      value: {
        settings: Record<string, unknown>;
        metadatas: Record<string, { edit: Record<string, unknown> }>;
        layouts: { list: string[]; edit: { name: string; size: number }[][] };
      };
    };
  };
};

const written = async (configuration: UnpackedArchive['configuration']) => {
  const paths = await writeViews(folder, { ...archive, configuration }, schema);
  const views = await Promise.all(paths.map(async (path) => JSON.parse(await readFile(path, 'utf8')) as unknown));
  return Object.fromEntries(paths.map((path, i) => [path.slice(folder.length + 1), views[i]]));
};

it('writes nothing for the settings that Strapi makes itself', async () => {
  expect(archive.configuration.filter(({ value }) => String(value.key).includes('content_manager'))).not.toEqual([]);
  expect(await written(archive.configuration)).toEqual({});
});

it('writes what people have set, once', async () => {
  const category = settingsOf('content_types', 'api::category.category');
  const { settings, metadatas, layouts } = category.value.value;
  Object.assign(settings, { pageSize: 50, mainField: 'slug', defaultSortBy: 'updatedAt', defaultSortOrder: 'DESC' });
  Object.assign(metadatas.name?.edit ?? {}, { label: 'Name of it', description: 'Short', placeholder: 'A word' });
  Object.assign(metadatas.slug?.edit ?? {}, { editable: false });
  layouts.list = ['id', 'slug', 'updatedAt', 'articles', 'gone'];
  layouts.edit = [
    [
      { name: 'slug', size: 4 },
      { name: 'name', size: 8 },
    ],
    [
      { name: 'gone', size: 6 },
      { name: 'description', size: 12 },
    ],
  ];
  const seo = settingsOf('components', 'shared.seo');
  Object.assign(seo.value.value.metadatas.metaTitle?.edit ?? {}, { label: 'Title in searches' });
  const views = {
    'category.view.json': {
      mainField: 'slug',
      attributes: {
        name: { label: 'Name of it', description: 'Short', placeholder: 'A word', width: 8 },
        slug: { width: 4, editable: false },
        articles: { visible: false },
        description: { width: 12 },
      },
      groups: [{ attributes: ['slug', 'name', 'description'] }],
      list: { columns: ['id', 'updatedAt', 'articles'], sort: 'updatedAt:desc', pageSize: 50 },
    },
    'components/shared/seo.view.json': { attributes: { metaTitle: { label: 'Title in searches' } } },
  };
  const configuration = [category, seo] as unknown as UnpackedArchive['configuration'];
  expect(await written(configuration)).toEqual(views);
  expect(buildSchema(await readFolder(folder)).faults).toEqual([]);

  await writeFile(join(folder, 'category.view.json'), '{}');
  expect(await written(configuration)).toEqual({});
});

it('leaves out settings that no view can have, and keeps the others', async () => {
  const article = settingsOf('content_types', 'api::article.article');
  const { settings, metadatas, layouts } = article.value.value;
  const label = { title: { label: 'Headline', visible: true, editable: true } };
  Object.assign(settings, { pageSize: 20.5, defaultSortBy: 'title', defaultSortOrder: null, mainField: 'slug' });
  Object.assign(metadatas.title?.edit ?? {}, label.title);
  layouts.list = ['updatedAt', 'updatedAt', 'slug'];
  const category = settingsOf('content_types', 'api::category.category');
  Object.assign(category.value.value.settings, { pageSize: 20, defaultSortBy: 'gone', defaultSortOrder: 'DESC' });
  await rm(join(folder, 'category.view.json'), { force: true });
  const configuration = [article, category] as unknown as UnpackedArchive['configuration'];
  expect(await written(configuration)).toEqual({
    'article.view.json': {
      mainField: 'slug',
      attributes: { title: { label: 'Headline' } },
      list: { columns: ['updatedAt'], sort: 'title:asc', pageSize: 21 },
    },
    'category.view.json': { list: { pageSize: 20 } },
  });
  expect(buildSchema(await readFolder(folder)).faults).toEqual([]);
});
