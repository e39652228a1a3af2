// The routes of versions: list and read, as far as the caller may.
import { beforeAll, describe, expect, it } from 'vitest';
import { versionContext, withVersion } from '../../../lib/history/versions/versionContext.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { Timings } from '../../../lib/platform/timings.ts';
import { readVersion } from '../../../lib/read/execute/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { addMember } from '../../setup/accounts.ts';
import { componentFile, localized, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';
import { createHistorySite } from '../historySite.ts';

const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', ...localized },
      slug: { type: 'string', unique: true, ...localized },
      big: { type: 'biginteger', ...localized },
      at: { type: 'datetime', ...localized },
      note: { type: 'string', private: true, ...localized },
      secret: { type: 'password', ...localized },
      seo: { type: 'component', component: 'shared.seo', ...localized },
      blocks: { type: 'component', component: 'shared.block', repeatable: true, ...localized },
      category: relationTo('manyToOne', 'category', { inversedBy: 'articles' }),
    },
    { ...withDrafts, ...localized },
  ),
  'category.json': typeFile('category', {
    name: { type: 'string' },
    articles: relationTo('oneToMany', 'article', { mappedBy: 'category' }),
  }),
  'counter.json': typeFile('counter', { name: { type: 'string' } }, { options: { history: false } }),
  'home.json': typeFile('home', { title: { type: 'string' } }, { kind: 'singleType' }),
  'components/shared/seo.json': componentFile({ metaTitle: { type: 'string' }, metaText: { type: 'text' } }),
  'components/shared/block.json': componentFile({ text: { type: 'string' }, pin: { type: 'password' } }),
});

const site = createHistorySite({}, schema);
const articles = 'api::article.article';

const versionsOf = (documentId: string, rest = '', call = {}) =>
  site.get(`/api/articles/${documentId}/versions${rest}`, call);

/** An article with a draft, its publication and a change; the relay has moved the first. */
const createArticle = async (values = {}): Promise<string> => {
  const one = await site.create('/api/articles?status=draft', { title: 'First', ...values });
  await site.request('POST', `/api/articles/${one}/actions/publish`);
  await site.runRelay();
  await site.put(`/api/articles/${one}?status=draft`, { title: 'Third' });
  return one;
};

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
});

describe('the list of versions', () => {
  it('has the newest first, wherever they are stored, and says who wrote them', async () => {
    const one = await createArticle();
    const { status, body } = await versionsOf(one);
    expect(status).toBe(200);
    expect(body.meta).toEqual({ pagination: { pageSize: 25, nextCursor: null } });
    const by = { type: 'token', id: 1, name: 'full-access' };
    const more = { changeSet: null, at: expect.stringMatching(/^20.*Z$/) as string, name: null };
    expect(body.data).toEqual([
      { number: 3, updatedBy: by, via: 'api', action: 'update', status: 'modified', current: true, ...more },
      { number: 2, updatedBy: by, via: 'api', action: 'publish', status: 'published', current: false, ...more },
      { number: 1, updatedBy: by, via: 'api', action: 'create', status: 'draft', current: false, ...more },
    ]);
  });

  it('has pages', async () => {
    const one = await createArticle();
    const first = (await versionsOf(one, '?pagination[pageSize]=2')).body;
    expect(first.data.map(({ number }: { number: number }) => number)).toEqual([3, 2]);
    expect(first.meta).toEqual({ pagination: { pageSize: 2, nextCursor: '2' } });
    const second = (await versionsOf(one, '?pagination[pageSize]=2&pagination[cursor]=2')).body;
    expect(second.data.map(({ number }: { number: number }) => number)).toEqual([1]);
    expect(second.meta.pagination.nextCursor).toBeNull();
  });

  it.each(['locale=*', 'locale=xx'])('refuses %s', async (query) => {
    const { status, body } = await versionsOf(await createArticle(), `?${query}`);
    expect([status, body.error.details.path]).toEqual([400, 'locale']);
  });

  it('is that of one locale', async () => {
    const one = await createArticle();
    expect((await versionsOf(one, '?locale=fr')).status).toBe(404);
    await site.put(`/api/articles/${one}?status=draft&locale=fr`, { title: 'Premier' });
    expect((await versionsOf(one, '?locale=fr')).body.data).toHaveLength(1);
    expect((await versionsOf(one, '/1?locale=fr')).body.data).toMatchObject({ title: 'Premier', locale: 'fr' });
  });

  it.each([
    ['a deleted document', '/api/articles/deleted/versions'],
    ['a document that never was', '/api/articles/absent/versions'],
    ['a type without a history', '/api/counters/any/versions'],
    ['a collection', '/api/articles/versions'],
    ['a type that does not exist', '/api/absents/any/versions'],
  ])('does not exist for %s', async (_, url) => {
    const deleted = await createArticle();
    await site.delete(`/api/articles/${deleted}`);
    expect((await site.get(url.replace('deleted', deleted))).status).toBe(404);
    expect((await site.get(`${url.replace('deleted', deleted)}/1`)).status).toBe(404);
  });
});

describe('one version', () => {
  it('has the form of an answer, with relations', async () => {
    const category = await site.create('/api/categorys', { name: 'News' });
    const one = await createArticle({
      ...{ big: '9007199254740993', at: '2026-01-02T03:04:05.000Z', note: 'private', secret: 'password' },
      ...{ seo: { metaTitle: 'Meta' }, blocks: [{ text: 'a' }], category },
    });
    const { status, body, headers } = await versionsOf(one, '/1?populate=*');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...{ id: expect.any(Number) as number, documentId: one, title: 'First', slug: null, big: '9007199254740993' },
      ...{ at: '2026-01-02T03:04:05.000Z', createdAt: expect.any(String) as string },
      ...{ updatedAt: expect.any(String) as string, publishedAt: null, locale: 'en', localizations: [] },
      seo: { metaTitle: 'Meta', metaText: null },
      blocks: [{ text: 'a' }],
      category: expect.objectContaining({ documentId: category, name: 'News' }) as object,
    });
    expect(body.meta).toEqual({
      ...{ status: 'draft', missingCount: 0, unknownAttributes: [] },
      version: expect.objectContaining({ number: 1, action: 'create' }) as object,
    });
    // Not an ETag for If-Match.
    expect(headers.etag).toMatch(/^W\/"[\w-]{27}"$/);
  });

  it('is that of the published version, if the request says so', async () => {
    const one = await createArticle();
    await site.put(`/api/articles/${one}?status=draft`, { title: 'Fourth' });
    const titleOf = async (rest: string) => (await versionsOf(one, rest)).body.data?.title as unknown;
    expect(await titleOf('/3')).toBe('Third');
    expect(await titleOf('/3?status=published')).toBe('First');
    expect(await titleOf('/4')).toBe('Fourth');
    expect((await versionsOf(one, '/1?status=published')).status).toBe(404);
  });

  it('counts links to documents that no longer exist', async () => {
    const category = await site.create('/api/categorys', { name: 'News' });
    const one = await createArticle({ category });
    await site.delete(`/api/categorys/${category}`);
    const { data, meta } = (await versionsOf(one, '/1?populate=category')).body;
    expect(data.category).toBeNull();
    expect(meta.missingCount).toBe(1);
  });

  it.each(['0', '4', 'x', '1.5', '9999999999999999'])('does not exist with the number %s', async (number) => {
    const one = await createArticle();
    expect((await versionsOf(one, `/${number}`)).status).toBe(404);
  });

  it('is that of a single type', async () => {
    await site.put('/api/home', { title: 'One' });
    await site.put('/api/home', { title: 'Two' });
    for (const move of [() => Promise.resolve(), site.runRelay]) {
      await move();
      expect((await site.get('/api/home/versions')).body.data).toHaveLength(2);
      expect((await site.get('/api/home/versions/1')).body.data).toMatchObject({ title: 'One' });
      expect((await site.get('/api/home/versions/2')).body.data).toMatchObject({ title: 'Two' });
    }
    expect((await site.get('/api/home/any/versions')).status).toBe(404);
  });

  it('shows the private attributes and the writers with view=edit', async () => {
    const one = await createArticle({ note: 'private' });
    const { data } = (await versionsOf(one, '/1?view=edit')).body;
    expect(data).toMatchObject({ note: 'private', createdBy: { type: 'token' }, updatedBy: { type: 'token' } });
    expect(data).not.toHaveProperty('secret');
  });
});

it('the versions need a permission, beside that to read the document', async () => {
  const one = await createArticle();
  const statusesWith = async (...names: readonly string[]) => {
    const { as } = await addMember(
      site.service(),
      names.map((name) => ({ action: `${articles}.${name}` })),
    );
    const paths = ['', '/1', '/compare?from=1'];
    return Promise.all(paths.map(async (path) => (await versionsOf(one, path, { as })).status));
  };
  expect(await statusesWith('findOne', 'update', 'versions')).toEqual([200, 200, 200]);
  expect(await statusesWith('findOne', 'update')).toEqual([403, 403, 403]);
  expect(await statusesWith('update', 'versions')).toEqual([403, 403, 403]);
});

it('a version that is replaced and moved while it is read is read again', async () => {
  const service = site.service();
  const one = await site.create('/api/articles?status=draft', { title: 'First' });
  const context = await versionContext({
    ...{ service, caller: administrator, type: typeOf(service.schema, articles), documentId: one },
    ...{ text: '', format: 'flat' as const, timings: new Timings() },
  });
  const moves = [
    () => site.put(`/api/articles/${one}?status=draft`, { title: 'Second' }),
    () => site.runRelay(),
    () => Promise.resolve(),
  ];
  const sources: string[] = [];
  const { data } = await withVersion(context, '1', async ({ source }) => {
    sources.push(source.collection);
    await moves.shift()?.();
    return readVersion(service, context.draftQuery, one, source, new Timings());
  });
  expect(data).toMatchObject({ title: 'First' });
  expect(sources).toEqual(['articles', 'articles', 'lectern_version_values']);
});
