// Uniqueness after a migration: a migration does not begin if it would create duplicates.
import { expect, it } from 'vitest';
import { prepareDatabase } from '../../../cli/migrate/index.ts';
import { draftless, idOf, Site, type } from './site.ts';

const site = new Site();
const code = (of: object, more: object = {}) => type('article', { code: { ...of, unique: true } }, more);

it('lists values that would be equal after their conversion', async () => {
  const api = await site.begin(code({ type: 'string' }));
  await api.post('/api/articles', { code: '1' });
  await api.post('/api/articles', { code: '01' });
  await expect(site.migrate(code({ type: 'integer' }))).rejects.toThrow(
    /would have 1 as "code", which is unique and is already the value of \w{24}/,
  );
  expect(await site.findings(code({ type: 'string' }))).toEqual([]);
});

it('does not fill several documents with the same unique default', async () => {
  const api = await site.begin(type('article', {}));
  for (let n = 0; n < 2; n++) await api.post('/api/articles', {});
  const after = code({ type: 'string', default: 'x' });
  await expect(site.migrate(after, { fill: ['article.code'] })).rejects.toThrow('would have "x" as "code"');
  await site.migrate(after);
});

it('lets a draft take a value that another document had published', async () => {
  const api = await site.begin(code({ type: 'string' }));
  const [one, two] = [
    idOf(await api.post('/api/articles', { code: 'x' })),
    idOf(await api.post('/api/articles', { code: 'y' })),
  ];
  for (const [id, to] of [
    [one, 'z'],
    [two, 'x'],
    [one, 'y'],
  ])
    expect((await api.put(`/api/articles/${id ?? ''}?status=draft`, { code: to })).status).toBe(200);
  const after = await site.migrate(code({ type: 'string' }, draftless), { keep: ['article=draft'] });
  expect((await after.get(`/api/articles/${one}`)).body.data.code).toBe('y');
  expect((await after.get(`/api/articles/${two}`)).body.data.code).toBe('x');
  expect((await after.post('/api/articles', { code: 'x' })).status).toBe(400);
});

it('drops a unique index when a server starts without that option, and keeps foreign indexes', async () => {
  const api = await site.begin(code({ type: 'string' }));
  await api.post('/api/articles', { code: 'x' });
  const articles = (await site.db()).collection('articles');
  await articles.createIndexes([{ key: { 'published.own': 1 }, unique: true, sparse: true, name: 'mine' }]);
  const after = site.of(type('article', { code: { type: 'string' } }));
  await Promise.all([prepareDatabase(after.service()), prepareDatabase(after.service())]);
  expect((await after.post('/api/articles', { code: 'x' })).status).toBe(201);
  expect((await articles.indexes()).map(({ name }) => name)).toContain('mine');
});
