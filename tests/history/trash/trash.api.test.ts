// The routes of the trash: list, read, restore and delete for good, as far as the caller may.
import { beforeAll, describe, expect, it } from 'vitest';
import { runLoop } from '../../background/testWorker.ts';
import { createApi, relationTo, schemaOf } from '../../setup/api.ts';

const type = (singularName: string, pluralName: string, attributes: object, more = {}) =>
  JSON.stringify({ info: { singularName, pluralName, displayName: singularName }, attributes, ...more });

const schema = schemaOf({
  'article.json': type(
    ...['article', 'articles'],
    {
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      slug: { type: 'uid', pluginOptions: { i18n: { localized: true } } },
      price: { type: 'integer' },
      note: { type: 'string', private: true },
      tags: relationTo('manyToMany', 'tag', { inversedBy: 'articles' }),
    },
    { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } },
  ),
  'tag.json': type('tag', 'tags', {
    name: { type: 'string' },
    secret: { type: 'string', private: true },
    articles: relationTo('manyToMany', 'article', { mappedBy: 'tags' }),
    top: relationTo('oneToOne', 'article'),
  }),
  'home.json': type('home', 'homes', { title: { type: 'string' } }, { kind: 'singleType' }),
});

const api = createApi(schema);
const articles = 'api::article.article';
const tags = 'api::tag.tag';

const list = async (uid: string, call = {}) => (await api.get(`/api/trash?type=${uid}`, call)).body;
const idsIn = async (uid: string, call = {}): Promise<readonly string[]> =>
  (await list(uid, call)).data.map(({ documentId }: { documentId: string }) => documentId);
const restore = (uid: string, documentId: string, body?: object, call = {}) =>
  api.request('POST', `/api/trash/${uid}/${documentId}/restore`, { body, ...call });

beforeAll(async () => {
  for (const code of ['de', 'fr']) await api.request('POST', '/api/i18n/locales', { body: { code, name: code } });
});

describe('the trash', () => {
  it('lists what was deleted, the latest first, with its title, locales, time and writer', async () => {
    const one = await api.create('/api/articles', { title: 'One' });
    // Before and after the default locale, whose title it has.
    for (const locale of ['de', 'fr']) await api.put(`/api/articles/${one}?locale=${locale}`, { title: locale });
    const two = await api.create('/api/articles', { title: 'Two' });
    await api.delete(`/api/articles/${one}?locale=*`);
    await api.delete(`/api/articles/${two}`);
    const { data } = await list(articles);
    expect(data.slice(0, 2)).toEqual([
      expect.objectContaining({ type: articles, documentId: two, title: 'Two', locales: ['en'] }),
      {
        ...{ type: articles, documentId: one, title: 'One', locales: ['de', 'en', 'fr'] },
        deletedAt: expect.stringMatching(/^20/) as string,
        endsAt: expect.stringMatching(/^20/) as string,
        deletedBy: { type: 'token', id: 1, name: expect.any(String) as string },
      },
    ]);
    const days = (Date.parse(data[1].endsAt) - Date.parse(data[1].deletedAt)) / 86_400_000;
    expect(days).toBe(30);
  });

  it('has pages', async () => {
    const created = [];
    for (const name of ['a', 'b', 'c']) {
      const tag = await api.create('/api/tags', { name });
      await api.delete(`/api/tags/${tag}`);
      created.unshift(tag);
    }
    const found: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { body } = await api.get(`/api/trash?type=${tags}&pagination[pageSize]=2&pagination[cursor]=${next}`);
      found.push(...body.data.map(({ documentId }: { documentId: string }) => documentId));
      next = body.meta.pagination.nextCursor as string | null;
    }
    expect(found).toEqual(created);
  });

  it('reads a document as if it were not deleted', async () => {
    const tag = await api.create('/api/tags', { name: 'red' });
    const article = await api.create('/api/articles', { title: 'Read me', note: 'private', tags: [tag] });
    const before = (await api.get(`/api/articles/${article}?populate=*`)).body;
    await api.delete(`/api/articles/${article}`);
    const { status, body } = await api.get(`/api/trash/${articles}/${article}?populate=*`);
    expect([status, body]).toEqual([200, before]);
    expect(JSON.stringify(body)).not.toContain('private');
    expect((await api.get(`/api/trash/${articles}/${article}?locale=fr`)).status).toBe(404);
  });

  it('has no document whose time is over, also before its content is removed', async () => {
    const tag = await api.create('/api/tags', { name: 'old' });
    await api.delete(`/api/tags/${tag}`);
    const path = `/api/trash/${tags}/${tag}`;
    expect((await api.get(path)).status).toBe(200);
    const deletedAt = new Date(Date.now() - 31 * 24 * 3_600_000);
    await (await api.collection('tags')).updateOne({ documentId: tag }, { $set: { deletedAt } });
    expect(await idsIn(tags)).not.toContain(tag);
    expect((await api.get(path)).status).toBe(404);
    expect((await restore(tags, tag)).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
  });

  it('restores all locales, or one', async () => {
    const article = await api.create('/api/articles', { title: 'Both', price: 1 });
    await api.put(`/api/articles/${article}?locale=fr`, { title: 'Deux' });
    await api.delete(`/api/articles/${article}?locale=*`);
    const one = await restore(articles, article);
    expect([one.status, one.body.data.locales, one.body.meta.lostLinks]).toEqual([200, ['en', 'fr'], []]);
    await api.delete(`/api/articles/${article}?locale=fr`);
    await api.put(`/api/articles/${article}`, { price: 2 });
    const { status } = await api.request('POST', `/api/trash/${articles}/${article}/restore?locale=fr`);
    // The locale takes the shared attributes of the others.
    expect([status, (await api.get(`/api/articles/${article}?locale=fr`)).body.data]).toMatchObject([
      200,
      { title: 'Deux', price: 2 },
    ]);
  });

  it('says which value is taken, and takes another', async () => {
    const article = await api.create('/api/articles', { title: 'Mine', slug: 'mine' });
    await api.delete(`/api/articles/${article}`);
    await api.create('/api/articles', { title: 'Yours', slug: 'mine' });
    const refused = await restore(articles, article);
    expect([refused.status, refused.body.error.details.errors]).toMatchObject([
      409,
      [{ path: ['slug'], value: 'mine', locale: 'en' }],
    ]);
    expect((await restore(articles, article, { data: { title: 'x' } })).status).toBe(400);
    expect((await restore(articles, article, { data: { nothing: 'x' } })).status).toBe(400);
    expect((await restore(articles, article, { data: { slug: 'ä ö' } })).body.error.details.errors[0].path).toEqual([
      'slug',
    ]);
    expect((await restore(articles, article, { data: { slug: 'other' } })).status).toBe(200);
    expect((await api.get(`/api/articles/${article}`)).body.data.slug).toBe('other');
  });

  it('keeps a single type to one document', async () => {
    const { body } = await api.put('/api/home', { title: 'First' });
    const { documentId } = body.data;
    await api.delete('/api/home');
    await api.put('/api/home', { title: 'Second' });
    expect((await restore('api::home.home', documentId)).status).toBe(409);
    await api.delete('/api/home');
    expect((await restore('api::home.home', documentId)).status).toBe(200);
    expect((await api.get('/api/home')).body.data.title).toBe('First');
  });

  it('says that a locale no longer exists', async () => {
    await api.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'de' } });
    const article = await api.create('/api/articles?locale=de', { title: 'Nur deutsch' });
    await api.delete(`/api/articles/${article}?locale=de`);
    const { body } = await api.get('/api/i18n/locales', {});
    const { id } = body.find(({ code }: { code: string }) => code === 'de');
    expect((await api.request('DELETE', `/api/i18n/locales/${id}`)).status).toBe(200);
    expect((await restore(articles, article)).status).toBe(409);
  });

  it('has nothing of a locale that was created again', async () => {
    const article = await api.create('/api/articles', { title: 'Here' });
    await api.put(`/api/articles/${article}?locale=fr`, { title: 'Ici' });
    await api.delete(`/api/articles/${article}?locale=fr`);
    await api.put(`/api/articles/${article}?locale=fr`, { title: 'Encore' });
    expect([(await restore(articles, article)).status, await idsIn(articles)]).toEqual([
      404,
      expect.not.arrayContaining([article]),
    ]);
    expect((await api.get(`/api/articles/${article}?locale=fr`)).body.data.title).toBe('Encore');
  });

  it('deletes for good, also from the outbox', async () => {
    const tag = await api.create('/api/tags', { name: 'forget me', secret: 'personal' });
    const db = await api.service().database.get();
    await api.put(`/api/tags/${tag}`, { name: 'forget me too' });
    await runLoop(api.service());
    await api.delete(`/api/tags/${tag}`);
    const stored = async () => JSON.stringify(await db.collection('tags').findOne({ documentId: tag }));
    const versions = () => db.collection('lectern_versions').countDocuments({ documentId: tag });
    expect(await versions()).toBe(1);
    expect(await stored()).toContain('forget me');
    expect((await api.delete(`/api/trash/${tags}/${tag}`)).status).toBe(204);
    expect(await stored()).not.toMatch(/forget me|personal/);
    expect(await versions()).toBe(0);
    expect([(await restore(tags, tag)).status, (await api.delete(`/api/trash/${tags}/${tag}`)).status]).toEqual([
      404, 404,
    ]);
    // The deletion itself is still known to clients that synchronise.
    expect((await api.get(`/api/sync?types=tags`)).status).toBe(200);
  });

  it('is emptied by type', async () => {
    const tag = await api.create('/api/tags', { name: 'one of all' });
    await api.delete(`/api/tags/${tag}`);
    const { body } = await api.delete(`/api/trash?type=${tags}`);
    expect([body.data.erased > 0, body.data.isComplete, await idsIn(tags)]).toEqual([true, true, []]);
    expect((await idsIn(articles)).length).toBeGreaterThan(0);
  });

  it('is emptied by two callers at once, and while a document is restored', async () => {
    const all = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => api.create('/api/tags', { name })));
    for (const one of all) await api.delete(`/api/tags/${one}`);
    const empty = () => api.delete(`/api/trash?type=${tags}`);
    const [first, second, restored] = await Promise.all([empty(), empty(), restore(tags, all[0] ?? '')]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const count = Number(first.body.data.erased) + Number(second.body.data.erased);
    expect(count).toBe(restored.status === 200 ? all.length - 1 : all.length);
    expect(await idsIn(tags)).toEqual([]);
  });

  it('says what the schema no longer takes, and leaves out attributes that are gone', async () => {
    const article = await api.create('/api/articles', { title: 'Old' });
    await api.delete(`/api/articles/${article}`);
    const db = await api.service().database.get();
    const change = (set: object) => db.collection('articles').updateOne({ documentId: article }, { $set: set });
    await change({ 'removed.draft.price': 'a text', 'removed.draft.gone': 1 });
    const { status, body } = await restore(articles, article);
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['price']]);
    await change({ 'removed.draft.price': 3 });
    expect((await restore(articles, article)).status).toBe(200);
    const stored = await db.collection('articles').findOne({ documentId: article });
    expect(stored?.draft).not.toHaveProperty('gone');
  });

  it('answers 404 for types without a trash', async () => {
    for (const [url, status] of [
      ['/api/trash', 404],
      ['/api/trash?type=api::none.none', 404],
      ['/api/trash?type=plugin::users-permissions.user', 404],
      [`/api/trash/${tags}/none`, 404],
    ] as const)
      expect([url, (await api.get(url)).status]).toEqual([url, status]);
  });
});
