// Migrations that rename, remove or move types, or switch drafts and locales on or off.
import { describe, expect, it } from 'vitest';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { changePermissions, createRole } from '../../../lib/accounts/roles/index.ts';
import { draftless, idOf, localized, Site, type, type Files } from './site.ts';

const site = new Site();

const title = { title: { type: 'string' } };
const both = { ...title, slug: { type: 'uid', targetField: 'title' } };

describe('a type', () => {
  const before: Files = {
    ...type('article', both),
    ...type('page', { about: { type: 'relation', relation: 'morphToMany' } }),
  };
  const after: Files = {
    ...type('post', both),
    ...type('page', { about: { type: 'relation', relation: 'morphToMany' } }),
  };

  it('is renamed with its documents, the links to them, and the permissions of roles and tokens', async () => {
    const old = await site.begin(before);
    const id = idOf(await old.post('/api/articles', { title: 'A' }));
    const about = [{ __type: 'api::article.article', documentId: id }];
    const page = idOf(await old.post('/api/pages', { about }));
    const service = old.service();
    const { accessKey } = await createToken(service, {
      name: 'narrow',
      type: 'custom',
      permissions: ['api::article.article.find'],
    });
    const role = await createRole(service, { name: 'Reader' });
    await changePermissions(service, role.documentId, () => [
      { action: 'api::article.article.find', filters: { title: { $eq: 'A' } } },
      { action: 'api::page.page.find' },
    ]);
    const db = await site.db();
    const hook = { _id: 1 as never, contentTypes: ['api::page.page', 'api::article.article'] };
    await db.collection('lectern_webhooks').insertOne(hook);
    const renamedTitle = { headline: both.title, slug: { ...both.slug, targetField: 'headline' } };
    const api = await site.migrate(
      { ...after, ...type('post', renamedTitle) },
      {
        rename: ['article=post', 'article.title=headline'],
      },
    );
    expect((await api.get(`/api/posts/${id}`)).body.data).toMatchObject({ headline: 'A', slug: 'a' });
    expect((await api.get(`/api/pages/${page}?populate=*`)).body.data.about).toMatchObject([
      { __type: 'api::post.post', headline: 'A' },
    ]);
    expect((await api.get('/api/posts', { as: { token: accessKey } })).status).toBe(200);
    const roles = (await site.db()).collection('up_roles');
    expect((await roles.findOne({ documentId: role.documentId }))?.published.permissions).toEqual([
      { action: 'api::post.post.find', filters: { headline: { $eq: 'A' } } },
      { action: 'api::page.page.find' },
    ]);
    expect((await db.collection('lectern_webhooks').findOne({}))?.contentTypes).toEqual([
      'api::page.page',
      'api::post.post',
    ]);
    const named = (await (await site.db()).listCollections().toArray()).map(({ name }) => name);
    expect(named).not.toContain('articles');
    // The sequence of ids continues.
    const ids = (await api.get('/api/posts')).body.data.map(({ id: one }: { id: number }) => one);
    const next = (await api.post('/api/posts', {})).body.data;
    expect(ids).not.toContain(next.id);
  });

  it('is renamed into a collection that already has documents', async () => {
    const old = await site.begin(before);
    const id = idOf(await old.post('/api/articles', { title: 'A' }));
    const other = idOf(await site.of(after).post('/api/posts', { title: 'B' }));
    const api = await site.migrate(after, { rename: ['article=post'] });
    const found = (await api.get('/api/posts?sort=title')).body.data;
    expect(found.map(({ documentId }: { documentId: string }) => documentId)).toEqual([id, other]);
  });

  it('moves to another collection', async () => {
    const old = await site.begin(type('article', both));
    const id = idOf(await old.post('/api/articles', { title: 'A' }));
    const movedType = type('article', both, { collectionName: 'texts' });
    expect(await site.findings(movedType)).toMatchObject([
      { level: 'must', documents: 1, means: 'moves from the collection articles to texts' },
    ]);
    const api = await site.migrate(movedType);
    expect((await api.get(`/api/articles/${id}`)).status).toBe(200);
  });

  it('keeps its documents after its file is removed, until it is dropped', async () => {
    const old = await site.begin(before);
    await old.post('/api/articles', { title: 'A' });
    const { 'page.json': page = {} } = before;
    await site.migrate({ 'page.json': page });
    expect(await site.stored('articles')).toHaveLength(1);
    expect(await site.findings({ 'page.json': page })).toMatchObject([
      { place: 'article', level: 'may', documents: 1 },
    ]);
    await site.migrate({ 'page.json': page }, { drop: ['article'] });
    expect(await site.stored('articles')).toEqual([]);
    expect(await site.findings({ 'page.json': page })).toEqual([]);
  });

  it('becomes a single type if it has one document', async () => {
    const old = await site.begin(type('article', title));
    await old.post('/api/articles', { title: 'A' });
    const id = idOf(await old.post('/api/articles', { title: 'B' }));
    const after = type('article', title, { kind: 'singleType' });
    await expect(site.migrate(after)).rejects.toThrow('there are 2 documents: delete all but one');
    await old.delete(`/api/articles/${id}`);
    const api = await site.migrate(after);
    expect((await api.get('/api/article')).body.data.title).toBe('A');
    await api.put('/api/article', { title: 'C' });
    const back = await site.migrate(type('article', title));
    await back.post('/api/articles', { title: 'D' });
    expect((await back.get('/api/articles?sort=title')).body.data).toMatchObject([{ title: 'C' }, { title: 'D' }]);
  });

  it.each([
    [
      'no single type',
      type('article', title, { kind: 'singleType' }),
      'there are 20 documents: delete all but one',
      20,
    ],
    [
      'without unique values',
      type('article', { title: { type: 'string', unique: true } }),
      'several documents have "same"',
      110,
    ],
  ])('%s with more documents than an answer of MongoDB can name', async (_, after, message, length) => {
    await site.begin(type('article', title));
    const articles = (await site.db()).collection('articles');
    await articles.dropIndexes();
    const draft = { id: 1, title: 'same', createdAt: new Date(), updatedAt: new Date() };
    await articles.insertMany(
      Array.from({ length }, (__, index) => ({
        documentId: `${index}${'x'.repeat(1e6)}`,
        locale: null,
        revision: 1,
        draft,
      })),
    );
    await expect(site.migrate(after)).rejects.toThrow(message);
  });
});

describe('draft & publish', () => {
  const plain = type('article', both, draftless);

  it('is switched on: published documents get an equal draft', async () => {
    const old = await site.begin(plain);
    const id = idOf(await old.post('/api/articles', { title: 'A' }));
    const api = await site.migrate(type('article', both));
    const [draft, published] = await Promise.all(
      ['draft', 'published'].map(async (status) => (await api.get(`/api/articles/${id}?status=${status}`)).body.data),
    );
    expect(published).toMatchObject({ title: 'A', slug: 'a' });
    expect(draft).toEqual({ ...published, id: draft.id, publishedAt: null });
    expect(draft.id).not.toBe(published.id);
    await api.put(`/api/articles/${id}?status=draft`, { title: 'B' });
    expect((await api.get(`/api/articles/${id}`)).body.data.title).toBe('A');
  });

  it('is switched off: --keep must name the version that stays', async () => {
    const createVersions = async (): Promise<readonly string[]> => {
      const old = await site.begin(type('article', both));
      const ids = [];
      for (const name of ['same', 'changed']) ids.push(idOf(await old.post('/api/articles', { title: name })));
      await old.put(`/api/articles/${ids[1] ?? ''}?status=draft`, { title: 'newer' });
      return [...ids, idOf(await old.post('/api/articles?status=draft', { title: 'never' }))];
    };
    const titles = async (keep: string): Promise<unknown> => {
      await createVersions();
      const api = await site.migrate(plain, { keep: [`article=${keep}`] });
      return (await api.get('/api/articles?sort=title&fields=title')).body.data.map(
        (one: { title: string }) => one.title,
      );
    };
    const [, changed, never] = await createVersions();
    const [finding] = await site.findings(plain);
    expect(finding).toMatchObject({ level: 'must', documents: 3, obstacles: { count: 2 } });
    expect(finding?.obstacles.first.toSorted()).toEqual(
      [
        `${changed ?? ''} has a draft that differs from its published version`,
        `${never ?? ''} was never published`,
      ].toSorted(),
    );
    expect(await titles('published')).toEqual(['changed', 'same']);
    expect(await site.stored('articles')).toContainEqual(
      expect.objectContaining({ deletedAt: expect.any(Date), unswept: true }),
    );
    expect(await titles('draft')).toEqual(['never', 'newer', 'same']);
  });

  it('is switched off without --keep if every draft equals its published version', async () => {
    const old = await site.begin(type('article', both));
    await old.post('/api/articles', { title: 'A' });
    await site.migrate(plain);
    expect(JSON.stringify(await site.stored('articles'))).not.toContain('draft');
  });

  it('does not publish an invalid draft', async () => {
    const required = { title: { type: 'string', required: true } };
    const old = await site.begin(type('article', required));
    const id = idOf(await old.post('/api/articles?status=draft', {}));
    await expect(site.migrate(type('article', required, draftless), { keep: ['article=draft'] })).rejects.toThrow(
      `${id} has a draft that cannot be published: title must be defined`,
    );
  });
});

describe('localization', () => {
  const localizedTitle = { ...both, title: { type: 'string', ...localized } };
  const inLocales = type('article', localizedTitle, localized);

  it('is switched on: documents get the default locale', async () => {
    const old = await site.begin(type('article', both));
    const id = idOf(await old.post('/api/articles', { title: 'A' }));
    const deletedId = idOf(await old.post('/api/articles', { title: 'gone' }));
    await old.delete(`/api/articles/${deletedId}`);
    const api = await site.migrate(inLocales);
    expect((await api.get(`/api/articles/${id}`)).body.data).toMatchObject({ title: 'A', locale: 'en' });
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
    // Values are now unique per locale, so the old index is gone.
    expect((await api.put(`/api/articles/${id}?locale=fr`, { title: 'F', slug: 'a' })).status).toBe(200);
    expect(await site.stored('articles')).not.toContainEqual(expect.objectContaining({ locale: null }));
  });

  it('is switched off: --keep must name the locales that stay', async () => {
    const old = await site.begin(inLocales);
    await old.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
    const two = idOf(await old.post('/api/articles', { title: 'two', slug: 'two' }));
    await old.put(`/api/articles/${two}?locale=fr`, { title: 'deux', slug: 'deux' });
    const one = idOf(await old.post('/api/articles?locale=fr', { title: 'un', slug: 'un' }));
    const after = type('article', both);
    expect(await site.findings(after)).toMatchObject([{ level: 'must', obstacles: { count: 3 } }]);
    const [finding] = await site.findings(after, { keep: ['article=en'] });
    expect(finding?.obstacles.first).toEqual([`${one} (fr) is in fr, which --keep does not name`]);
    const api = await site.migrate(after, { keep: ['article=en,fr'] });
    expect((await api.get('/api/articles?sort=title')).body.data).toMatchObject([{ title: 'two' }, { title: 'un' }]);
  });

  it('can be switched off and on again', async () => {
    const old = await site.begin(inLocales);
    await old.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
    const id = idOf(await old.post('/api/articles', { title: 'two', slug: 'two' }));
    await old.put(`/api/articles/${id}?locale=fr`, { title: 'deux', slug: 'deux' });
    await site.migrate(type('article', both), { keep: ['article=fr'] });
    const api = await site.migrate(inLocales);
    expect((await api.get(`/api/articles/${id}`)).body.data).toMatchObject({ title: 'deux', locale: 'en' });
    // No pending event is lost: create and publish of both locales.
    const [{ pending = [] } = {}] = (await site.stored('articles')) as readonly { pending?: readonly object[] }[];
    expect(pending).toHaveLength(4);
  });

  it('is not switched off if a unique value would occur twice', async () => {
    const old = await site.begin(inLocales);
    await old.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
    await old.post('/api/articles', { title: 'a', slug: 'same' });
    await old.post('/api/articles?locale=fr', { title: 'b', slug: 'same' });
    await expect(site.migrate(type('article', both), { keep: ['article=en,fr'] })).rejects.toThrow(
      '2 documents would have "same" as draft.slug, which is unique',
    );
  });
});
