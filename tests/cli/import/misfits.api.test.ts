// Archives whose documents do not all fit the project, and databases that are not empty.
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { idOf, rowOf, tagLink, tempFolder, writeArchive, type ArchiveContent } from './archives.ts';
import { runImport, schemaOfArchive } from './importing.ts';

const folder = tempFolder();
const empty = await writeArchive(folder, 'empty', {});
const api = createApi(await schemaOfArchive(empty, folder));

const misfitting: ArchiveContent = {
  entities: [
    rowOf('tag', 1, 1, { name: 'one' }),
    // Fits, but links to a tag that does not, and to one that the archive lacks.
    rowOf('article', 1, 10, { title: 'fits', slug: 'a' }, true),
    rowOf('article', 2, 10, { title: 'fits', slug: 'a' }),
    // The published version has no title.
    rowOf('article', 3, 11, { title: null, slug: 'b' }, true),
    rowOf('article', 4, 11, { title: null, slug: 'b' }),
    // Another document has the slug first.
    rowOf('article', 5, 12, { title: 'same slug', slug: 'a' }, true),
    // No version may have these views.
    rowOf('article', 6, 13, { title: 'views', slug: 'd', views: 'many' }, true),
    rowOf('tag', 2, 2, { name: null }),
  ],
  links: [tagLink(2, 2, 1), tagLink(2, 1, 2), tagLink(2, 99, 3), tagLink(1, 1)],
};
const file = await writeArchive(folder, 'misfitting', misfitting);

const stored = async (name: 'article' | 'tag') =>
  (await api.collection(`${name}s`)).find().sort({ documentId: 1 }).toArray();

beforeEach(async () => {
  for (const name of ['articles', 'tags', 'lectern_imports']) await (await api.collection(name)).deleteMany({});
});

describe('documents that do not fit', () => {
  it('are all reported, with their place, and nothing is written', async () => {
    const { outcome, misfits } = await runImport(api.service(), file, folder);
    expect(outcome).toBe('refused');
    const lines = misfits.map(({ documentId, version, path, message }) => [documentId, version, path, message]);
    expect(lines).toHaveLength(5);
    expect(lines).toEqual(
      expect.arrayContaining([
        [idOf(10), 'published', 'tags', 'links to api::tag.tag 99, which the archive does not have'],
        [idOf(11), 'published', 'title', expect.any(String)],
        [idOf(12), 'draft', 'slug', `must be unique, and is that of ${idOf(10)}`],
        [idOf(13), 'draft', 'views', expect.any(String)],
        [idOf(2), 'published', 'name', expect.any(String)],
      ]),
    );
    expect([await stored('article'), await stored('tag')]).toEqual([[], []]);
  });

  it('are left out with skip, and so are the links to them', async () => {
    const { outcome, misfits } = await runImport(api.service(), file, folder, { onMisfit: 'skip' });
    expect(outcome).toBe('imported');
    const [article, ...others] = await stored('article');
    expect(others).toEqual([]);
    expect(article).toMatchObject({ documentId: idOf(10), published: { tags: [{ to: idOf(1) }] } });
    const left = misfits.filter(({ message }) => message === 'the document is left out').map((one) => one.documentId);
    expect(left.sort()).toEqual([idOf(2), idOf(11), idOf(11), idOf(12), idOf(13)].sort());
    expect(misfits).toContainEqual(expect.objectContaining({ message: 'links to api::tag.tag 2, which is left out' }));
  });

  it('become drafts with draft, without the values that drafts cannot have', async () => {
    await runImport(api.service(), file, folder, { onMisfit: 'draft' });
    const documents = await stored('article');
    expect(documents.map(({ documentId, published }) => [documentId, published !== undefined])).toEqual([
      [idOf(10), true],
      [idOf(11), false],
      [idOf(12), false],
      [idOf(13), false],
    ]);
    expect(documents[2]?.draft).not.toHaveProperty('slug');
    expect(documents[3]?.draft).not.toHaveProperty('views');
    expect(documents[3]?.draft.title).toBe('views');
  });
});

describe('a database', () => {
  it('with documents is refused', async () => {
    await api.post('/api/tags', { name: 'here' });
    await expect(runImport(api.service(), file, folder)).rejects.toThrow(/has documents already \(tag\)/);
  });

  it('with an unfinished import of another archive is refused', async () => {
    await (
      await api.collection<{ _id: string }>('lectern_imports')
    ).insertOne({ _id: 'import', archive: 'another' } as never);
    await expect(runImport(api.service(), file, folder)).rejects.toThrow(/another archive .* is not finished/);
  });
});

it('an import that was interrupted continues without duplicates', async () => {
  const entities = Array.from({ length: 50 }, (_, index) => rowOf('tag', index + 1, index, { name: `t${index}` }));
  const many = await writeArchive(folder, 'many', { entities });
  await runImport(api.service(), many, folder);
  const before = await stored('tag');
  const db = await api.service().database.get();
  await db.collection('tags').deleteMany({ documentId: { $gt: idOf(20) } });
  await db
    .collection<{ _id: string }>('lectern_imports')
    .updateOne({ _id: 'import' }, { $set: { written: 0 }, $unset: { finishedAt: 1 } });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const continued = await runImport(api.service(), many, folder, { onMisfit: 'skip', log });
  expect(continued.outcome).toBe('imported');
  expect(lines).toContain('continuing with --on-misfit fail, as the import began');
  const withoutKeys = (documents: typeof before) =>
    documents.map((one) => ({ ...one, _id: undefined, changed: undefined, written: undefined }));
  expect(withoutKeys(await stored('tag'))).toEqual(withoutKeys(before));
});

it('a published version without a draft gets one', async () => {
  const single = await writeArchive(folder, 'single', {
    entities: [rowOf('article', 7, 7, { title: 'only', slug: 's' })],
  });
  await runImport(api.service(), single, folder);
  const [article] = await stored('article');
  expect(article).toMatchObject({ draft: { id: 8, title: 'only' }, published: { id: 7, title: 'only' } });
});

it.each([
  ['no row', { type: 'api::tag.tag' }, /line 1 of entities is no row/],
  [
    'a row without a documentId',
    { type: 'api::tag.tag', id: 1, data: {} },
    /line 1 of entities has no valid documentId/,
  ],
  ['an id that is no integer', rowOf('tag', 1.5, 1, {}), /line 1 of entities is no row/],
  ['an id that is too large', rowOf('tag', 2 ** 53, 1, {}), /line 1 of entities is no row/],
])('an archive with %s is refused', async (name, row, message) => {
  const damaged = await writeArchive(folder, name.replaceAll(' ', '-'), { entities: [row as never] });
  await expect(runImport(api.service(), damaged, folder, { onMisfit: 'skip' })).rejects.toThrow(message);
  expect(await stored('tag')).toEqual([]);
});
