// GET /api/editor: the logged-in user, their permissions and settings.
import { describe, expect, it } from 'vitest';
import { roleOfType } from '../../lib/accounts/roles/index.ts';
import { editorSettings } from '../../lib/editorApi/editorSettings.ts';
import { Worker } from '../../lib/background/index.ts';
import { forgetUsedIndexes } from '../../lib/search/indexing/usedIndexes.ts';
import type { Permission } from '../../lib/platform/access/index.ts';
import { createApi, createProjectApi, schemaOf, testConfig, typeFile, withDrafts } from '../setup/api.ts';
import { addEditor, addUser } from '../setup/accounts.ts';
import { loopsEvery } from '../background/testWorker.ts';

const type = (singularName: string, attributes: object): string => typeFile(singularName, attributes, withDrafts);

const schema = schemaOf({
  'article.json': type('article', {
    title: { type: 'string' },
    rank: { type: 'integer', private: true },
    category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
  }),
  'category.json': type('category', { slug: { type: 'string' } }),
});

const api = createApi(schema);
const restrictedApi = createProjectApi(schema, {
  types: {
    'api::article.article': { canRead: () => ({ title: 'shown' }), canWrite: ({ caller }) => caller.kind === 'token' },
  },
});

const article = 'api::article.article';
const category = 'api::category.category';

/** What opens the editor, as answers have it. */
const opening = {
  'plugin::content-type-builder.content-types': { getContentTypes: true },
  'plugin::content-type-builder.components': { getComponents: true },
};

const without = (values: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const permissionsWith = async (permissions: readonly Permission[]) => {
  const { as } = await addEditor(api.service(), permissions);
  const { status, body } = await api.get('/api/editor', { as });
  expect(status).toBe(200);
  return without(body.data.permissions, Object.keys(opening));
};

describe('GET /api/editor', () => {
  it('returns the user with their role', async () => {
    const { as, documentId } = await addEditor(api.service(), [{ action: `${article}.find` }]);
    const { status, body, headers } = await api.get('/api/editor', { as });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
    const { user, permissions } = body.data;
    expect(user).toEqual({
      ...{ id: expect.any(Number), documentId, username: user.role.name, email: `${user.role.name}@example.org` },
      provider: null,
      role: { id: expect.any(Number), documentId: expect.any(String), name: user.role.name, type: user.role.name },
    });
    expect(permissions).toEqual({ [article]: { find: true }, ...opening });
  });

  it('is 403 for a user without a role', async () => {
    const id = await addUser(api.service(), 'roleless', {});
    const token = await api.service().access.sessions.issue(id, 3600);
    expect((await api.get('/api/editor', { as: { token } })).status).toBe(403);
  });

  it('follows a change of the role, and its deletion', async () => {
    const member = await addEditor(api.service(), [{ action: `${article}.find` }]);
    const ask = async () => api.get('/api/editor', { as: member.as });
    const read = async () => (await ask()).body.data;
    const { id } = (await read()).user.role;
    const url = `/api/users-permissions/roles/${id}`;
    const permissions = {
      'api::category': { controllers: { category: { update: { enabled: true, own: true } } } },
      'plugin::content-type-builder': {
        controllers: {
          'content-types': { getContentTypes: { enabled: true } },
          components: { getComponents: { enabled: true } },
        },
      },
    };
    await api.request('PUT', url, { body: { permissions } });
    expect((await read()).permissions).toEqual({ [category]: { update: { own: true } }, ...opening });
    await api.delete(url);
    expect((await ask()).status).toBe(403);
  });

  it('returns the settings, without any that an editor does not need', async () => {
    const { as } = await addEditor(api.service(), []);
    expect((await api.get('/api/editor', { as })).body.data.settings).toEqual({
      ...{ name: 'Lectern', homeLinks: [], preview: false, presence: true },
      maxBodyBytes: 1_048_576,
      populate: { maxDepth: 10, maxPopulated: 200 },
      upload: { sizeLimit: 209_715_200, requestLimit: 209_715_200 },
      links: {},
      ...{ passwordMinLength: 8, accessSeconds: 600, trashDays: 30, search: [] },
    });
  });

  it('returns the types that the user may update and that are searched, as soon as their indexes are built', async () => {
    const service = api.service();
    const searchOf = async (permissions: readonly Permission[]) => {
      const { as } = await addEditor(service, permissions);
      return (await api.get('/api/editor', { as })).body.data.settings.search;
    };
    const everything = [article, category].flatMap((uid) => [{ action: `${uid}.find` }, { action: `${uid}.update` }]);
    const onlyArticles = [{ action: `${article}.update` }, { action: `${category}.find` }];
    expect(await searchOf(everything)).toEqual([]);
    await new Worker(service, {}, loopsEvery(0)).runUntilIdle(5_000);
    forgetUsedIndexes(await service.database.get());
    expect(await searchOf(everything)).toEqual([article, category]);
    expect(await searchOf(onlyArticles)).toEqual([article]);
  });

  it('returns the addresses of documents on the site', () => {
    const links = { url: 'https://example.org/{plural}/{slug}', types: {} };
    const { links: templates } = editorSettings({ schema, config: { ...testConfig, links } }, false);
    expect(templates).toEqual({ [category]: expect.stringMatching(/^https:\/\/example\.org\/\w+\/\{slug\}$/) });
  });

  it('returns the conditions of the permissions', async () => {
    const filters = { category: { slug: { $eq: 'news' } } };
    const permissions = await permissionsWith([
      { action: `${article}.find`, filters: { title: { $contains: 'a' } } },
      { action: `${article}.update`, own: true },
      { action: `${article}.delete`, own: true, filters },
      { action: `${category}.find` },
    ]);
    expect(permissions).toEqual({
      [article]: {
        find: { filters: { title: { $contains: 'a' } } },
        update: { own: true },
        delete: { own: true, filters },
      },
      [category]: { find: true },
    });
  });

  it('does not return filters that name what the user may not see', async () => {
    const permissions = await permissionsWith([
      { action: `${article}.find`, filters: { rank: { $gt: 3 } } },
      { action: `${article}.update`, own: true, filters: { category: { slug: { $eq: 'news' } } } },
    ]);
    expect(permissions).toEqual({ [article]: { find: { restricted: true }, update: { own: true, restricted: true } } });
  });

  it.each(['editor', 'author', 'administrator'] as const)('lists every type for the role %s', async (type) => {
    const service = api.service();
    const role = await roleOfType(service, type);
    const id = await addUser(service, type, { role: role.documentId });
    const as = { token: await service.access.sessions.issue(id, 3600) };
    const { user, permissions } = (await api.get('/api/editor', { as })).body.data;
    expect(user.role).toMatchObject({ type, documentId: role.documentId });
    const own = type === 'author' ? { own: true } : true;
    const all = { find: true, findOne: true, create: true, update: own, delete: own, publish: own };
    expect(permissions).toMatchObject({ [article]: all, [category]: all, 'plugin::i18n.locale': { find: true } });
    expect('admin::webhooks' in permissions).toBe(type === 'administrator');
    expect(Object.keys(permissions).filter((uid) => uid.includes('*'))).toEqual([]);
    const types = (await api.get('/api/content-type-builder/content-types', { as })).body.data;
    const uids = types.map(({ uid }: { readonly uid: string }) => uid);
    expect(uids).toEqual(expect.arrayContaining([article, category, 'plugin::upload.file']));
    expect(uids.includes('plugin::users-permissions.role')).toBe(type === 'administrator');
  });

  it('marks what project code restricts', async () => {
    const actions = ['find', 'update'].flatMap((action) => [
      { action: `${article}.${action}` },
      { action: `${category}.${action}` },
    ]);
    const { as } = await addEditor(restrictedApi.service(), actions);
    expect((await restrictedApi.get('/api/editor', { as })).body.data.permissions).toEqual({
      [article]: { find: { restricted: true }, update: { restricted: true } },
      [category]: { find: true, update: true },
      ...opening,
    });
  });
});

describe('editorSettings', () => {
  const { editor, preview, upload, auth } = testConfig;
  const config = {
    ...testConfig,
    editor: { ...editor, name: 'Museum', presence: false },
    preview: { ...preview, url: 'https://example.org/?token={token}' },
    auth: { ...auth, accessSeconds: 60 },
    trash: { days: 7 },
  };

  it('returns those of the configuration', () => {
    expect(editorSettings({ schema, config }, false)).toMatchObject({
      ...{ name: 'Museum', preview: true, presence: false, accessSeconds: 60, trashDays: 7 },
    });
  });

  it('limits a body to what a document can have', () => {
    const { rest } = config.api;
    const large = { ...config, api: { ...config.api, rest: { ...rest, maxBodyBytes: 16_777_216 } } };
    expect(editorSettings({ schema, config: large }, false).maxBodyBytes).toBe(7_000_000);
  });

  it('limits files in a form on Lambda', () => {
    expect(editorSettings({ schema, config }, true).upload.requestLimit).toBe(4_500_000);
    const small = { ...config, upload: { ...upload, sizeLimit: 2_000 } };
    expect(editorSettings({ schema, config: small }, true).upload).toEqual({ sizeLimit: 2_000, requestLimit: 2_000 });
  });
});
