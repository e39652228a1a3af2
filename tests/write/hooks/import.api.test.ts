// Hooks while an archive of Strapi is imported.
import { beforeEach, expect, it } from 'vitest';
import { defineExtension, type HooksOf } from '../../../lib/platform/extensions/index.ts';
import { createProjectApi } from '../../setup/api.ts';
import { idOf, rowOf, tagLink, tempFolder, writeArchive } from '../../cli/import/archives.ts';
import { runImport, schemaOfArchive } from '../../cli/import/importing.ts';

const folder = tempFolder();
const file = await writeArchive(folder, 'hooked', {
  entities: [
    rowOf('tag', 1, 1, { name: 'one' }),
    rowOf('tag', 2, 2, { name: 'two' }),
    // Unmodified: both versions are the same.
    rowOf('article', 1, 10, { title: 'same', slug: 'a' }, true),
    rowOf('article', 2, 10, { title: 'same', slug: 'a' }),
    rowOf('article', 3, 11, { title: 'draft', slug: 'b' }, true),
    rowOf('article', 4, 11, { title: 'published', slug: 'b' }),
    rowOf('article', 5, 12, { title: 'only a draft', slug: 'c' }, true),
  ],
  links: [tagLink(1, 1), tagLink(2, 1)],
});

let hooks: HooksOf<string> = {};

const api = createProjectApi(
  await schemaOfArchive(file, folder),
  defineExtension({
    types: {
      'api::article.article': {
        beforeWrite: (write) => hooks.beforeWrite?.(write),
        validate: (write) => hooks.validate?.(write),
      },
    },
  }),
);

const stored = async () => (await api.collection('articles')).find().sort({ documentId: 1 }).toArray();

beforeEach(async () => {
  for (const name of ['articles', 'tags', 'lectern_imports']) await (await api.collection(name)).deleteMany({});
});

it('run once for each version, and their changes are written to it', async () => {
  const calls: unknown[] = [];
  hooks = {
    beforeWrite: async ({ data, operation, status, caller, documents }) => {
      calls.push([data.title, operation, status, caller.kind, data.tags]);
      const { data: tags } = await documents.asSystem.find('api::tag.tag', { filters: { name: 'two' } });
      return { ...data, views: String(data.title).length, tags: tags.length === 0 ? data.tags : { connect: tags } };
    },
  };
  const { outcome } = await runImport(api.service(), file, folder);
  expect(outcome).toBe('imported');
  const tags = [{ documentId: idOf(1) }];
  expect(calls).toEqual([
    ['same', 'create', 'published', 'system', tags],
    ['published', 'create', 'published', 'system', []],
    ['draft', 'create', 'draft', 'system', []],
    ['only a draft', 'create', 'draft', 'system', []],
  ]);
  expect((await stored()).map(({ draft, published }) => [draft.views, published?.views])).toEqual([
    [4, 4],
    [5, 9],
    [12, undefined],
  ]);
});

it('stop the import at the first fault, and go on where it stopped', async () => {
  const titles: unknown[] = [];
  let isStrict = true;
  hooks = {
    validate: ({ data, fail }) => {
      titles.push(data.title);
      if (isStrict && data.title === 'draft') fail('title', 'is too short');
    },
  };
  await expect(runImport(api.service(), file, folder)).rejects.toThrow(`article ${idOf(11)} title: is too short`);
  isStrict = false;
  expect((await runImport(api.service(), file, folder)).outcome).toBe('imported');
  expect(titles).toEqual(['same', 'published', 'draft', 'published', 'draft', 'only a draft']);
  expect(await stored()).toHaveLength(3);
});

it.each([
  [
    'skip',
    [
      [idOf(11), true],
      [idOf(12), false],
    ],
  ],
  [
    'draft',
    [
      [idOf(10), false],
      [idOf(11), true],
      [idOf(12), false],
    ],
  ],
] as const)('report what they refuse, and leave it out with %s', async (onMisfit, left) => {
  hooks = {
    validate: ({ data, status, fail }) => {
      if (status === 'published' && data.title === 'same') fail('title', 'is dull');
    },
  };
  let saved = 0;
  const saveReports = () => {
    saved += 1;
    return Promise.resolve();
  };
  const { misfits } = await runImport(api.service(), file, folder, { onMisfit, saveReports });
  expect(misfits).toEqual([{ type: 'article', documentId: idOf(10), locale: null, path: 'title', message: 'is dull' }]);
  expect(saved).toBe(2);
  const documents = await stored();
  expect(documents.map(({ documentId, published }) => [documentId, published !== undefined])).toEqual(left);
});
