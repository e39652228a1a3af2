// Checks which versions the history has after writes, and what it keeps of them.
import { describe, expect, it } from 'vitest';
import { administrator } from '../../lib/platform/access/index.ts';
import { collections } from '../../lib/platform/db/index.ts';
import { findVersion } from '../../lib/history/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { changeTimeUpdate } from '../../lib/write/documents/index.ts';
import { documentsFor } from '../../lib/write/operations/index.ts';
import { autosave, createHistorySite } from './historySite.ts';

const site = createHistorySite();
const article = (documentId: string, query = '') => `/api/articles/${documentId}${query}`;
const titles = async (documentId: string) =>
  (await site.versions(documentId, 'en')).map(({ draft, published }) => [draft?.title, published?.title]);

const typeOfArticles = () => typeOf(site.service().schema, 'api::article.article');

describe('the history', () => {
  it('has each version that a write replaced, with its origin', async () => {
    const one = await site.create('/api/articles?status=draft', { title: 'One' });
    await site.put(article(one), { title: 'Two' });
    await site.put(article(one, '?status=draft'), { title: 'Three' });
    await site.request('POST', article(one, '/actions/unpublish'));
    await site.runRelay();
    expect(await titles(one)).toEqual([
      ['One', undefined],
      ['Two', 'Two'],
      ['Three', 'Two'],
    ]);
    const rows = await site.versions(one, 'en');
    expect(
      rows.map(({ revision, action, via, by, status, isKept }) => [revision, action, via, by, status, isKept]),
    ).toEqual([
      [1, 'create', 'api', 'token 1', 'draft', undefined],
      [2, 'publish', 'api', 'token 1', 'published', true],
      [3, 'update', 'api', 'token 1', 'modified', undefined],
    ]);
    const stored = await site.stored('articles', one, 'en');
    expect([stored.written?.revision, stored.written?.action, stored.draft?.title]).toEqual([4, 'unpublish', 'Three']);
    expect(stored.pending).toBeUndefined();
  });

  it('has the versions of all writes in succession, before the relay runs and after it', async () => {
    const one = await site.create('/api/articles?status=draft', { title: '1' });
    for (let index = 2; index <= 30; index++) {
      await site.put(article(one, '?status=draft'), { title: String(index) });
      if (index % 7 === 0) await site.runRelay();
    }
    await site.runRelay();
    expect(await titles(one)).toEqual(Array.from({ length: 29 }, (_, index) => [String(index + 1), undefined]));
  });

  it('has whole drafts, also of versions whose draft and published version shared their values in the outbox', async () => {
    const one = await site.create('/api/articles', { title: '1', body: 'b' });
    for (const title of ['2', '3', '4']) await site.put(article(one), { title });
    await site.put(article(one, '?status=draft'), { title: '5' });
    const { pending = [], draft } = await site.stored('articles', one, 'en');
    const replaced = pending.flatMap((event) => event.replaced ?? []);
    expect(replaced.map(({ sharesValues }) => sharesValues)).toContain(true);
    const key = { type: typeOfArticles(), documentId: one, locale: 'en' };
    const db = await site.service().database.get();
    const read = async (revision: number) => {
      const { collection, match, stages } = (await findVersion(db, key, revision))?.source ?? {};
      const found = await db
        .collection(collection ?? '')
        .aggregate([{ $match: match }, ...(stages ?? [])])
        .toArray();
      return found.map((version) => [version.draft, version.published]);
    };
    const numbers = [1, 2, 3, 4];
    const waiting = await Promise.all(numbers.map(read));
    await site.runRelay();
    expect(await Promise.all(numbers.map(read))).toEqual(waiting);
    for (const [index, [versions = []]] of waiting.entries()) {
      const title = String(index + 1);
      expect(versions).toMatchObject([
        { title, body: 'b', id: draft?.id },
        { title, body: 'b' },
      ]);
      expect(versions.map((version) => Object.hasOwn(version, 'publishedAt'))).toEqual([false, true]);
    }
  });

  it('has large versions, of which the document has no room for two', async () => {
    const bodies = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(1_000_000));
    const one = await site.create('/api/articles', { body: bodies[0] });
    for (const body of bodies.slice(1)) expect((await site.put(article(one), { body })).status).toBe(200);
    await site.runRelay();
    expect((await site.versions(one, 'en')).map(({ draft }) => draft?.body)).toEqual(bodies.slice(0, 3));
    const many = await site.create('/api/articles', { body: 'x'.repeat(200_000) });
    for (let index = 0; index < 20; index++) await site.put(article(many), { title: String(index) });
    const { pending = [] } = await site.stored('articles', many, 'en');
    expect(pending.reduce((sum, { replaced }) => sum + (replaced?.bytes ?? 0), 0)).toBeLessThanOrEqual(2_000_000);
    await site.runRelay();
    expect(await site.versions(many, 'en')).toHaveLength(20);
  });

  it('has the last version of a deleted document', async () => {
    const one = await site.create('/api/articles', { title: 'Gone' });
    await site.delete(article(one, '?locale=*'));
    await site.runRelay();
    expect(await titles(one)).toEqual([['Gone', 'Gone']]);
    expect((await site.stored('articles', one, 'en')).written).toMatchObject({ action: 'delete', by: 'token 1' });
  });

  it('has a version of its own for a restore from the trash', async () => {
    const one = await site.create('/api/categorys', { name: 'Deleted' });
    await site.delete(`/api/categorys/${one}`);
    const restored = { data: { name: 'Restored' } };
    await site.request('POST', `/api/trash/api::category.category/${one}/restore`, { body: restored });
    const listed = async () =>
      (await site.get(`/api/categorys/${one}/versions`)).body.data.map(
        ({ number, action, via, current }: Record<string, unknown>) => [number, action, via, current],
      );
    const expected = (isCurrent: boolean) => [
      [3, 'create', 'restore', isCurrent],
      [1, 'create', 'api', false],
    ];
    expect(await listed()).toEqual(expected(true));
    await site.put(`/api/categorys/${one}`, { name: 'Changed' });
    for (const move of [() => Promise.resolve(), site.runRelay]) {
      await move();
      expect(await listed()).toEqual([[4, 'update', 'api', true], ...expected(false)]);
      expect((await site.get(`/api/categorys/${one}/versions/3`)).body.data.name).toBe('Restored');
    }
  });

  it('has the large versions that increments replace, in all locales, and one for ten minutes', async () => {
    const one = await site.create('/api/articles', { title: 'en', visits: 1 });
    await site.request('POST', '/api/i18n/locales', { body: { code: 'de' } });
    await site.put(article(one, '?locale=de'), { title: 'de' });
    await site.runRelay();
    const body = 'x'.repeat(2_200_000);
    const grown = { $set: { 'draft.body': body, 'published.body': body }, $inc: { revision: 1 }, ...changeTimeUpdate };
    await (await site.documents('articles')).updateMany({ documentId: one }, grown);
    const { asSystem } = documentsFor(site.service(), administrator);
    const increment = (): Promise<unknown> =>
      asSystem.increment('api::article.article', one, { visits: 1 }, { locale: 'en' });
    await Promise.all([increment(), increment(), increment()]);
    await site.runRelay();
    for (const locale of ['en', 'de']) {
      const versions = await site.versions(one, locale);
      expect(versions.map(({ draft }) => [draft?.title, draft?.visits, String(draft?.body).length])).toEqual([
        [locale, 1, 2_200_000],
      ]);
      expect((await site.stored('articles', one, locale)).published?.visits).toBe(4);
    }
  });

  it('has the last version of a large document that is deleted', async () => {
    const body = 'x'.repeat(1_000_000);
    const one = await site.create('/api/articles', { title: 'Large', body });
    expect((await site.delete(article(one, '?locale=*'))).status).toBe(204);
    const { pending = [] } = await site.stored('articles', one, 'en');
    expect(pending.map(({ replaced, removedVersion }) => [replaced, removedVersion?.title])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, 'Large'],
    ]);
    await site.runRelay();
    expect(await titles(one)).toEqual([['Large', 'Large']]);
  });

  it('has the versions of other locales that take over a shared attribute', async () => {
    await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
    const one = await site.create('/api/articles', { title: 'One', price: 1 });
    await site.put(article(one, '?locale=fr'), { title: 'Un' });
    await site.put(article(one), { price: 2 });
    await site.runRelay();
    expect((await site.versions(one, 'fr')).map(({ draft }) => [draft?.title, draft?.price])).toEqual([['Un', 1]]);
    // Adding the locale did not change the content of the other.
    expect((await site.versions(one, 'en')).map(({ draft }) => draft?.price)).toEqual([1]);
  });

  it('has no password hashes', async () => {
    const one = await site.create('/api/articles', { secret: 'swordfish', blocks: [{ text: 'a', pin: 'swordfish' }] });
    await site.put(article(one), { title: 'New' });
    await site.runRelay();
    const versions = await site.versions(one, 'en');
    expect(versions.map(({ draft }) => draft?.blocks)).toEqual([[{ id: expect.any(Number) as unknown, text: 'a' }]]);
    expect(JSON.stringify(versions)).not.toMatch(/scrypt|"secret"|"pin"/);
  });

  it('has the state from before the site kept a history', async () => {
    const one = await site.create('/api/articles', { title: 'Old' });
    await (await site.documents('articles')).updateMany({ documentId: one }, { $unset: { written: 1 } });
    await site.put(article(one), { title: 'New' });
    await site.runRelay();
    const [version] = await site.versions(one, 'en');
    expect(version).toMatchObject({ revision: 1, by: 'token 1', draft: { title: 'Old' } });
    expect(version).not.toHaveProperty('via');
  });

  it('has nothing of a type without history', async () => {
    const one = await site.create('/api/counters', { name: 'a' });
    await site.put(`/api/counters/${one}`, { name: 'b' });
    expect(await site.stored('counters', one)).not.toHaveProperty('written');
    await site.runRelay();
    expect(await site.versions(one)).toEqual([]);
  });

  it('says through what a version was written', async () => {
    const { body } = await site.post('/api/articles/actions/bulk?status=draft', [
      { create: { data: { title: 'Bulk' } } },
    ]);
    const one = body.data[0].data.documentId as string;
    await site.put(article(one, '?status=draft'), { title: 'A' }, { headers: { 'lectern-source': 'editor' } });
    await site.put(article(one, '?status=draft'), { title: 'B' }, { headers: { 'lectern-source': 'migration' } });
    await site.put(article(one, '?status=draft'), { title: 'C' }, { headers: { 'lectern-source': 'agent' } });
    await site.put(article(one, '?status=draft'), { title: 'D' });
    await site.runRelay();
    expect((await site.versions(one, 'en')).map(({ via }) => via)).toEqual(['bulk', 'editor', 'api', 'api']);
  });

  it('keeps the definition of a type once', async () => {
    const db = await site.service().database.get();
    const found = await db.collection(collections.versionSchemas).find({ uid: 'api::article.article' }).toArray();
    expect(found).toHaveLength(1);
    expect(Object.keys(found[0]?.components as object)).toEqual(['shared.block']);
  });
});

describe('autosaves', () => {
  const save = (one: string, title: string, call: object = autosave) =>
    site.put(article(one, '?status=draft'), { title }, call);

  it('of one caller are one version for ten minutes', async () => {
    const one = await site.create('/api/articles?status=draft', { title: 'made' });
    for (const title of ['a', 'b', 'c']) await save(one, title);
    await site.runRelay();
    for (const title of ['d', 'e']) await save(one, title);
    await save(one, 'by hand', {});
    await site.runRelay();
    expect((await titles(one)).flat()).toEqual(['made', undefined, 'e', undefined]);
  });

  it('are a version of their own after ten minutes and before a publication', async () => {
    const one = await site.create('/api/articles?status=draft', { title: 'made' });
    await save(one, 'early');
    const articles = await site.documents('articles');
    const earlier = new Date(Date.now() - 601_000);
    await articles.updateOne({ documentId: one }, { $set: { 'written.group.since': earlier }, $inc: { revision: 1 } });
    await save(one, 'late');
    await site.request('POST', article(one, '/actions/publish'), autosave);
    await save(one, 'after');
    await site.runRelay();
    expect((await titles(one)).map(([draft]) => draft)).toEqual(['made', 'early', 'late', 'late']);
  });
});
