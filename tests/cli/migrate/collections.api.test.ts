// Two types never share a collection, so the documents of one type never mix with those of another.
import { expect, it } from 'vitest';
import { prepareDatabase } from '../../../cli/migrate/index.ts';
import { Site, type } from './site.ts';

const site = new Site();
const title = { title: { type: 'string' } };
const firstObstacles = async (files: Parameters<Site['findings']>[0], options: Parameters<Site['findings']>[1] = {}) =>
  (await site.findings(files, options)).flatMap(({ obstacles }) => obstacles.first);

it('a type that takes over a collection by its file alone does not drop the documents', async () => {
  const api = await site.begin(type('article', title));
  await api.post('/api/articles', { title: 'A' });
  const blog = type('blog', title, { collectionName: 'articles' });
  const line =
    'its collection now belongs to blog: --rename article=blog if it is the same type, else give blog another collection';
  expect(await firstObstacles(blog)).toEqual([line]);
  expect(await firstObstacles(blog, { drop: ['article'] })).toEqual([line]);
  await expect(prepareDatabase(site.of(blog).service())).rejects.toThrow('article is removed from the content types');
  const after = await site.migrate(blog, { rename: ['article=blog'] });
  expect((await after.get('/api/blogs')).body.data).toMatchObject([{ title: 'A' }]);
});

it('a type may take over the collection of a removed type that had no documents', async () => {
  await site.begin(type('article', title));
  const blog = type('blog', title, { collectionName: 'articles' });
  const api = site.of(blog);
  await prepareDatabase(api.service());
  await api.post('/api/blogs', { title: 'A' });
  expect(await site.findings(blog)).toEqual([]);
});

it('two types cannot swap their collections', async () => {
  const api = await site.begin({ ...type('a', title), ...type('b', title) });
  await api.post('/api/as', { title: 'A' });
  await api.post('/api/bs', { title: 'B' });
  const other = { ...type('a', title, { collectionName: 'bs' }), ...type('b', title, { collectionName: 'as' }) };
  expect(await firstObstacles(other)).toEqual([
    'bs has the documents of b: move those first, in a separate migration',
    'as is now the collection of b: give that type another collection',
    'as has the documents of a: move those first, in a separate migration',
    'bs is now the collection of a: give that type another collection',
  ]);
});

it('two types cannot be merged, and one cannot be split', async () => {
  const before = { ...type('a', title), ...type('b', title) };
  await site.begin(before);
  await expect(site.findings(type('c', title), { rename: ['a=c', 'b=c'] })).rejects.toThrow(
    '--rename b=c: contradicts --rename a=c',
  );
  await expect(site.findings({ ...type('c', title), ...type('d', title) }, { rename: ['a=c', 'a=d'] })).rejects.toThrow(
    '--rename a=d: contradicts --rename a=c',
  );
});
