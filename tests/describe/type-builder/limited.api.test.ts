// What the content-type builder shows to callers without full access.
import { describe, expect, it } from 'vitest';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createApi, schemaOf, type Call, typeFile } from '../../setup/api.ts';
import { addMember } from '../../setup/accounts.ts';

const relation = (target: string, more: object = {}) => ({ type: 'relation', relation: 'manyToMany', target, ...more });

const type = (singularName: string, attributes: object, options: object = {}) => [
  `${singularName}.json`,
  typeFile(singularName, attributes, { options: { draftAndPublish: true, ...options } }),
];

const component = (name: string, attributes: object) => [
  `components/shared/${name}.json`,
  JSON.stringify({ info: { displayName: name }, attributes }),
];

const files: Readonly<Record<string, string>> = Object.fromEntries([
  type(
    'article',
    {
      title: { type: 'string', conditions: { visible: { '==': [{ var: 'notes' }, true] } } },
      slug: { type: 'uid', targetField: 'codename' },
      codename: { type: 'string', private: true },
      notes: { type: 'text' },
      key: { type: 'password' },
      category: relation('api::category.category', { inversedBy: 'members' }),
      seo: { type: 'component', component: 'shared.seo' },
      inside: { type: 'component', component: 'shared.inside', private: true },
      sections: { type: 'dynamiczone', components: ['shared.quote'] },
      cover: { type: 'media', description: 'wide', pluginOptions: { 'content-manager': { visible: false } } },
    },
    { privateAttributes: ['notes', 'createdAt'], indexes: [['notes']], populate: ['category'] },
  ),
  type('category', {
    name: { type: 'string' },
    members: relation('api::article.article', { mappedBy: 'category', private: true }),
  }),
  type('budget', { sum: { type: 'integer' }, plan: { type: 'component', component: 'shared.plan' } }),
  component('seo', { title: { type: 'string' }, score: { type: 'integer', private: true } }),
  component('quote', { text: { type: 'text' }, about: relation('api::budget.budget', { relation: 'oneToOne' }) }),
  component('inside', { deep: { type: 'component', component: 'shared.deep' } }),
  component('deep', { x: { type: 'string' } }),
  component('plan', { y: { type: 'string' } }),
  [
    'article.view.json',
    JSON.stringify({
      pluralLabel: 'Pieces',
      mainField: 'codename',
      attributes: { codename: { label: 'Code' }, title: { label: 'Title' }, cover: { width: 4 } },
      groups: [
        { attributes: ['title', 'notes', 'category'] },
        { kind: 'tab', label: 'Inside', attributes: ['inside'] },
      ],
      list: { columns: ['codename', 'category', 'updatedAt'], sort: 'category.name', picture: 'cover', pageSize: 20 },
    }),
  ],
  ['budget.view.json', JSON.stringify({ group: 'Money' })],
  ['components/shared/plan.view.json', JSON.stringify({ label: 'The plan' })],
  ['components/shared/seo.view.json', JSON.stringify({ attributes: { score: { width: 3 }, title: { width: 9 } } })],
]);

const api = createApi(schemaOf(files));

const builder = '/api/content-type-builder';
const builderPermissions = [
  ...['content-types.getContentTypes', 'content-types.getContentType'],
  ...['components.getComponents', 'components.getComponent'],
].map((name) => `plugin::content-type-builder.${name}`);

type As = Exclude<Call['as'], undefined>;

/** @param permissions besides those to read types */
const memberWith = async (...permissions: readonly string[]): Promise<As> => {
  const actions = [...builderPermissions, ...permissions].map((action) => ({ action }));
  return (await addMember(api.service(), actions)).as;
};

interface Described {
  readonly uid: string;
  readonly schema: { readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

const listOf = async (path: 'content-types' | 'components', as: As): Promise<readonly Described[]> => {
  const { status, body } = await api.get(`${builder}/${path}`, { as });
  expect(status).toBe(200);
  return body.data;
};

/** The names of attributes, by uid. */
const seenBy = async (as: As): Promise<Readonly<Record<string, readonly string[]>>> =>
  Object.fromEntries(
    [...(await listOf('content-types', as)), ...(await listOf('components', as))].map(({ uid, schema }) => [
      uid,
      Object.keys(schema.attributes),
    ]),
  );

const attribute = async (as: As, uid: string, name: string) =>
  (await listOf('content-types', as)).find((one) => one.uid === uid)?.schema.attributes[name];

describe('the content-type builder', () => {
  it('shows nothing to a caller with no other permission', async () => {
    expect(await seenBy(await memberWith())).toEqual({});
  });

  it('shows to a reader what it may read: no private attributes, passwords, and relations to hidden types', async () => {
    expect(await seenBy(await memberWith('api::article.article.find'))).toEqual({
      'api::article.article': ['title', 'slug', 'seo', 'sections', 'cover'],
      'shared.seo': ['title'],
      'shared.quote': ['text'],
    });
    expect(await seenBy(await memberWith('api::article.article.find', 'api::category.category.find'))).toEqual({
      'api::article.article': ['title', 'slug', 'category', 'seo', 'sections', 'cover'],
      'api::category.category': ['name'],
      'shared.seo': ['title'],
      'shared.quote': ['text'],
    });
  });

  it.each(['create', 'update'])('shows private attributes to a caller who may %s documents', async (action) => {
    const all = ['title', 'slug', 'codename', 'notes', 'key', 'seo', 'inside', 'sections', 'cover'];
    expect(await seenBy(await memberWith(`api::article.article.${action}`))).toEqual({
      'api::article.article': all,
      'shared.seo': ['title', 'score'],
      'shared.quote': ['text'],
      'shared.inside': ['deep'],
      'shared.deep': ['x'],
    });
  });

  it.each(['delete', 'publish', 'findOne'])('shows a type to a caller who may only %s', async (action) => {
    expect(Object.keys(await seenBy(await memberWith(`api::budget.budget.${action}`)))).toEqual([
      ...['api::budget.budget', 'shared.plan'],
    ]);
  });

  it('shows users, roles and files to callers with a permission on them', async () => {
    const seen = await seenBy(await memberWith('plugin::users-permissions.user.me', 'plugin::upload.content-api.find'));
    expect(Object.keys(seen).sort()).toEqual(['plugin::upload.file', 'plugin::users-permissions.user']);
    expect(seen['plugin::users-permissions.user']).not.toContain('password');
    expect(seen['plugin::users-permissions.user']).not.toContain('role');
    const administrators = await seenBy(
      await memberWith('plugin::users-permissions.user.update', 'plugin::users-permissions.role.find'),
    );
    expect(administrators['plugin::users-permissions.user']).toContain('password');
    expect(administrators['plugin::users-permissions.user']).toContain('role');
    expect(Object.keys(administrators)).toContain('plugin::users-permissions.role');
  });

  it('names no hidden attribute in the options of another', async () => {
    const permissions = ['api::article.article.find', 'api::category.category.find'];
    const reader = await memberWith(...permissions);
    const answer = JSON.stringify([await listOf('content-types', reader), await listOf('components', reader)]);
    for (const name of ['codename', 'notes', 'members', 'inside', 'budget', 'score', '"key"', 'populate'])
      expect(answer).not.toContain(name);
    expect(answer).toContain('"privateAttributes":["createdAt"]');
    expect(await attribute(reader, 'api::article.article', 'category')).toMatchObject({ targetAttribute: null });
    const writer = await memberWith(...permissions, 'api::article.article.update', 'api::category.category.update');
    expect(await attribute(writer, 'api::article.article', 'slug')).toMatchObject({ targetField: 'codename' });
    expect(await attribute(writer, 'api::article.article', 'title')).toHaveProperty('conditions');
    expect(await attribute(writer, 'api::article.article', 'category')).toMatchObject({
      ...{ inversedBy: 'members', targetAttribute: 'members' },
    });
  });

  it('is 404 for one type or component that the caller does not see', async () => {
    const as = await memberWith('api::article.article.find');
    const statusOf = async (path: string): Promise<number> => (await api.get(`${builder}/${path}`, { as })).status;
    expect(await statusOf('content-types/api::article.article')).toBe(200);
    expect(await statusOf('content-types/api::budget.budget')).toBe(404);
    expect(await statusOf('components/shared.seo')).toBe(200);
    expect(await statusOf('components/shared.plan')).toBe(404);
    expect((await api.get(`${builder}/components/shared.seo`, { as })).body.data.schema.attributes).toEqual({
      title: { type: 'string' },
    });
  });

  it('limits a custom token by its permissions, and shows everything to full access', async () => {
    const permissions = [...builderPermissions, 'api::category.category.find'];
    const { accessKey } = await createToken(api.service(), { name: 'loader', type: 'custom', permissions });
    expect(await seenBy({ token: accessKey })).toEqual({ 'api::category.category': ['name'] });
    const seen = await seenBy('full-access');
    expect(seen['api::article.article']).toContain('codename');
    expect(Object.keys(seen)).toContain('shared.plan');
  });
});

describe('GET /api/editor/views', () => {
  const viewsFor = async (...permissions: readonly string[]) => {
    const { status, body } = await api.get('/api/editor/views', { as: await memberWith(...permissions) });
    expect(status).toBe(200);
    return body.data;
  };

  it('returns views with what the schema says, and without what the user may not see', async () => {
    expect(await viewsFor('api::article.article.find')).toEqual({
      'api::article.article': {
        pluralLabel: 'Pieces',
        attributes: { title: { label: 'Title' }, cover: { description: 'wide', visible: false, width: 4 } },
        groups: [{ attributes: ['title'] }],
        list: { columns: ['updatedAt'], picture: 'cover', pageSize: 20 },
      },
      'shared.seo': { attributes: { title: { width: 9 } } },
    });
  });

  it('returns everything that the user may see', async () => {
    const views = await viewsFor(
      ...['api::article.article.find', 'api::article.article.update', 'api::category.category.find'],
      'api::budget.budget.find',
    );
    expect(views).toMatchObject({
      'api::article.article': {
        mainField: 'codename',
        groups: [{ attributes: ['title', 'notes', 'category'] }, { kind: 'tab', attributes: ['inside'] }],
        list: { columns: ['codename', 'category', 'updatedAt'], sort: 'category.name' },
      },
      'api::budget.budget': { group: 'Money' },
      'shared.plan': { label: 'The plan' },
      'shared.seo': { attributes: { score: { width: 3 } } },
    });
  });

  it('is for users', async () => {
    expect((await api.get('/api/editor/views')).status).toBe(401);
    expect((await api.get('/api/editor/views', { as: null })).status).toBe(401);
  });
});
