// An archive that Strapi 5.54 wrote (fillReference.mjs): imported, and read over REST.
import { join } from 'node:path';
import { Timestamp } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { totalsCollection } from '../../../lib/platform/db/index.ts';
import { builtInUids, typeOf } from '../../../lib/schema/index.ts';
import { createApi, testConfig, withRestConfig } from '../../setup/api.ts';
import { prepareDevAccount } from '../../../cli/dev/devEditor.ts';
import { logIn } from '../../setup/users.ts';
import { tempFolder } from './archives.ts';
import { runImport, schemaOfArchive, type TestImport } from './importing.ts';

const archive = join(import.meta.dirname, 'strapi-5.54.tar.gz');

describe('an archive of Strapi 5', async () => {
  const folder = tempFolder();
  const uploads = join(folder, 'uploads');
  const schema = await schemaOfArchive(archive, folder);
  const config = { ...testConfig, api: withRestConfig({ defaultOrder: 'id' }).api };
  const api = createApi(schema, { ...config, upload: { ...config.upload, folder: uploads } });
  let dry: TestImport;
  let imported: TestImport;
  const devPassword = 'kept in secrets';
  let devLogin: () => ReturnType<typeof logIn>;
  let dev: { readonly documentId: string };
  beforeAll(async () => {
    // Lectern makes the built-in roles, and those of the archive replace them.
    expect((await api.get('/api/users-permissions/roles')).body.roles).toHaveLength(5);
    const { email } = await prepareDevAccount(api.service(), devPassword);
    devLogin = () => logIn(api, email, devPassword);
    dev = (await devLogin()).body.user;
    dry = await runImport(api.service(), archive, folder, { dryRun: true });
    const stored = await (await api.service().database.get()).collection('works').countDocuments();
    expect(stored).toBe(0);
    const totals = totalsCollection(await api.service().database.get());
    await totals.insertOne({ _id: 'works', totals: {}, completeAt: new Date() });
    imported = await runImport(api.service(), archive, folder);
    expect(await totals.findOne({ _id: 'works' })).toMatchObject({ totals: { '-': 3 }, completeAt: expect.any(Date) });
    expect(await totals.findOne({ _id: '' })).toMatchObject({ paused: false });
  });
  const read = async (url: string) => (await api.get(url)).body.data;

  it('is checked first, and fits', () => {
    expect(dry).toEqual({ ...imported, outcome: 'checked' });
    expect(imported).toMatchObject({ outcome: 'imported', misfits: [] });
    expect(imported.counts).toEqual(
      expect.arrayContaining(['user: 3 3', 'role: 3 3', 'file: 2 2', 'article: 5 4', 'work: 4 3', 'house: 2 2']),
    );
  });

  it('keeps ids, times, both versions and every kind of value', async () => {
    const [published] = await read('/api/works?filters[code]=W-1&populate=size');
    const [draft] = await read('/api/works?filters[code]=W-1&status=draft&populate=parts');
    expect(published).toMatchObject({
      ...{ id: 2, title: 'First work', views: '9007199254740993', price: 12.5, weight: 0.1, opens: '09:30:00' },
      ...{ ['shownAt']: '2024-05-31T09:30:00.123Z', onView: true, state: 'restored', contact: 'a@example.org' },
      ...{ details: { deep: [1, { $gt: 'x' }, null], 'a.b': 1 }, size: { width: 30, height: 40, unit: 'cm' } },
      createdAt: '2026-11-22T14:22:50.527Z',
    });
    expect(draft).toMatchObject({ id: 1, title: 'First work, changed', documentId: published.documentId });
    expect(draft.parts).toEqual([{ label: 'only' }]);
  });

  it('keeps the order of relations on both sides, in components and in zones', async () => {
    const [work] = await read(
      '/api/works?filters[code]=W-1&populate[tags][fields]=name&populate[gallery][fields]=name&populate[parts][populate]=*&populate[story][populate]=*',
    );
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    expect(names(work.tags)).toEqual(['paper', 'oil']);
    expect(names(work.gallery)).toEqual(['favicon.png', 'coffee-art.jpg']);
    expect(work.parts[0]).toMatchObject({ photo: { name: 'favicon.png' }, maker: { name: 'Ben Wood' } });
    expect(names(work.parts[0].marks)).toEqual(['bronze', 'oil']);
    expect(work.story.map(({ __component }: { __component: string }) => __component)).toEqual([
      'gallery.text',
      'gallery.part',
      'gallery.size',
    ]);
    const [artist] = await read('/api/artists?filters[slug]=ada-stone&populate=*');
    expect(artist.works.map(({ title }: { title: string }) => title)).toEqual([
      'Third work',
      'First work',
      'Second work',
    ]);
    expect(names(artist.friends)).toEqual(['Ben Wood']);
    expect(artist.student.name).toBe('Ben Wood');
  });

  it('lists documents in the order of Strapi, in both versions', async () => {
    const idsOf = async (url: string): Promise<readonly number[]> =>
      (await read(url)).map(({ id }: { id: number }) => id);
    const lists = ['works', 'articles', 'artists', 'tags', 'authors', 'categories'];
    for (const name of lists.flatMap((one) => [one, `${one}?status=draft`])) {
      const ids = await idsOf(`/api/${name}`);
      expect(ids, name).toEqual(ids.toSorted((a, b) => a - b));
    }
    // One was published again, after the others: in Strapi its published row is a new one.
    expect(await idsOf('/api/artists')).toEqual([6, 11]);
  });

  it('keeps locales', async () => {
    const { body } = await api.get('/api/i18n/locales');
    expect(body.map(({ code, isDefault }: { code: string; isDefault: boolean }) => [code, isDefault])).toEqual([
      ['en', true],
      ['fr', false],
      ['de', false],
    ]);
    expect(await read('/api/house?locale=fr&populate=hours')).toMatchObject({ name: 'La maison', founded: 1890 });
    expect(await read('/api/artists?locale=de')).toMatchObject([{ name: 'Dora nur Deutsch', locale: 'de' }]);
  });

  it('keeps files with their formats, unchanged', async () => {
    const { body } = await api.get('/api/upload/files');
    const [file] = body;
    expect(file.url).toMatch(/^\/uploads\/coffee_art_[0-9a-f]{10}\.jpg$/);
    expect(Object.keys(file.formats)).toEqual(['large', 'small', 'medium', 'thumbnail']);
    const { storeOf } = await import('../../../lib/media/index.ts');
    const store = storeOf(api.service().config.upload);
    const sizes = [file, ...Object.values<{ url: string; sizeInBytes?: number }>(file.formats)];
    for (const { url, sizeInBytes } of sizes) {
      const stored = await store.find(url.replace('/uploads/', ''));
      expect(stored?.bytes).toEqual(sizeInBytes ?? expect.any(Number));
    }
  });

  it('keeps files in their folders', async () => {
    const [folder] = (await api.get('/api/upload/folders')).body.data;
    expect(folder).toMatchObject({ name: 'API Uploads', parent: null, documentId: 'jbgoibu6czy9ifwpj86tx7go' });
    const { body } = await api.get(`/api/upload/files?filters[folder]=${String(folder.documentId)}`);
    expect(folder.files).toBeGreaterThan(1);
    expect(body).toHaveLength(folder.files);
    const next = await api.post('/api/upload/folders', { name: 'New' });
    expect(next.body.data.id).toBeGreaterThan(folder.id);
  });

  it('lets users log in, and hashes their passwords again', async () => {
    const users = (await api.service().database.get()).collection(typeOf(schema, builtInUids.user).collectionName);
    const hashOf = async (): Promise<string> =>
      (await users.findOne({ 'published.username': 'keeper' }))?.published.password;
    const login = (password: string) =>
      api.request('POST', '/api/auth/local', { as: null, body: { identifier: 'keeper@example.org', password } });
    expect(await hashOf()).toMatch(/^\$2a\$/);
    expect((await login('Secret-keeper-2')).status).toBe(400);
    expect(await hashOf()).toMatch(/^\$2a\$/);
    expect((await login('Secret-keeper-1')).status).toBe(200);
    expect(await hashOf()).toMatch(/^scrypt\$/);
    expect((await login('Secret-keeper-1')).status).toBe(200);
    expect((await login('Secret-keeper-2')).status).toBe(400);
    const { body } = await api.get('/api/users?filters[username]=keeper&populate=role');
    expect(body[0].role.name).toBe('Keeper');
  });

  it("keeps dev's administrator, which does not count as content", async () => {
    const { body } = await devLogin();
    expect(body.user).toMatchObject({ id: expect.any(Number), documentId: dev.documentId });
    expect(body.user.id).toBeGreaterThan(3);
    expect((await api.get('/admin/api-tokens', { as: { token: body.jwt } })).status).toBe(200);
  });

  it('keeps the permissions of roles', async () => {
    const { body } = await api.get('/api/users-permissions/roles');
    const names = body.roles.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 3).sort()).toEqual(['Authenticated', 'Keeper', 'Public']);
    expect(names.slice(3).sort()).toEqual(['Administrator', 'Author', 'Editor']); // which Strapi does not have
    expect((await api.get('/api/articles', { as: null })).status).toBe(200);
    expect((await api.get('/api/authors', { as: null })).status).toBe(403);
  });

  it('reaches copies that sync', async () => {
    const { body } = await api.get('/api/sync?types=works,tags&pagination[limit]=100');
    expect(body.data.map(({ type }: { type: string }) => type).sort()).toEqual([
      ...['tags', 'tags', 'tags', 'tags'],
      ...['works', 'works', 'works'],
    ]);
    // A copy that has read everything before finds an import by its times.
    const works = (await api.service().database.get()).collection('works');
    const missed = { 'published.id': { $gte: 0 }, changed: { $not: { $gt: new Timestamp({ t: 1, i: 0 }) } } };
    expect(await works.countDocuments(missed)).toBe(0);
  });

  it('continues the ids, and calls no webhooks', async () => {
    const highest = Math.max(...(await read('/api/tags')).map(({ id }: { id: number }) => id));
    const { body } = await api.post('/api/tags', { name: 'glass' });
    expect(body.data.id).toBe(highest + 1);
    const pending = await (
      await api.service().database.get()
    )
      .collection('works')
      .countDocuments({ pending: { $exists: true } });
    expect(pending).toBe(0);
  });

  it('is imported once', async () => {
    expect(await runImport(api.service(), archive, folder)).toMatchObject({ outcome: 'repeated' });
  });
});
