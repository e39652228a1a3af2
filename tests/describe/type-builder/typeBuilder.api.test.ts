// The reads of the content-type builder.
import { describe, expect, it } from 'vitest';
import { createApi, schemaOf } from '../../setup/api.ts';

const article = {
  kind: 'collectionType',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: true, comment: 'no' },
  attributes: {
    color: { type: 'customField', customField: 'plugin::color-picker.color' },
    unseen: { type: 'string', visible: false },
    author: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.user',
      inversedBy: 'articles',
    },
    editor: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
  },
};

const user = {
  collectionName: 'up_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
  attributes: {
    username: { type: 'string' },
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
  },
};

const about = {
  kind: 'singleType',
  info: { singularName: 'about', pluralName: 'abouts', displayName: 'About' },
  pluginOptions: { 'content-type-builder': { visible: false } },
  attributes: {},
};

const api = createApi(
  schemaOf({
    'article.json': JSON.stringify(article),
    'about.json': JSON.stringify(about),
    'user.json': JSON.stringify(user),
  }),
);

const builder = '/api/content-type-builder';

describe('GET /api/content-type-builder/content-types', () => {
  it('describes custom fields as what is stored, and leaves out what is not visible and what Lectern lacks', async () => {
    const { schema } = (await api.get(`${builder}/content-types/api::article.article`)).body.data;
    expect(Object.keys(schema.attributes)).toEqual(['color', 'author']);
    expect(schema).toMatchObject({
      ...{ comment: 'no', attributes: { color: { type: 'json', customField: 'plugin::color-picker.color' } } },
    });
  });

  it('lists all types, or those of one kind', async () => {
    const uidsOf = async (query: string): Promise<readonly string[]> =>
      (await api.get(`${builder}/content-types${query}`)).body.data.map(({ uid }: { uid: string }) => uid);
    const own = ['api::about.about', 'api::article.article'];
    const builtIn = ['plugin::users-permissions.user', 'plugin::users-permissions.role', 'plugin::upload.file'];
    expect((await uidsOf('')).toSorted()).toEqual([...own, ...builtIn].sort());
    expect(await uidsOf('?kind=singleType')).toEqual(['api::about.about']);
    expect(await uidsOf('?kind=collectionType')).not.toContain('api::about.about');
    expect((await api.get(`${builder}/content-types?kind=page`)).body.error).toMatchObject({
      ...{ status: 400, name: 'ValidationError' },
      message: 'this must be one of the following values: singleType, collectionType',
    });
  });

  it('describes users with the attributes that the site added, and without those that only Lectern has', async () => {
    const { plugin, apiID, schema } = (await api.get(`${builder}/content-types/plugin::users-permissions.user`)).body
      .data;
    expect({ plugin, apiID }).toEqual({ plugin: 'users-permissions', apiID: 'user' });
    expect(schema.attributes).toMatchObject({
      username: { type: 'string', minLength: 3, unique: true, required: true, configurable: false },
      password: { type: 'password', minLength: 6, private: true, searchable: false, configurable: false },
      role: { target: 'plugin::users-permissions.role', targetAttribute: 'users' },
      articles: { target: 'api::article.article', targetAttribute: 'author' },
    });
    expect(schema.attributes).not.toHaveProperty('sessionsSince');
    expect(schema.attributes.confirmationToken).toEqual({
      ...{ type: 'string', private: true, searchable: false, configurable: false },
    });
  });

  it('has roles, files and other types that the builder of Strapi does not show only in the list', async () => {
    const all: readonly { uid: string; schema: { attributes: object } }[] = (await api.get(`${builder}/content-types`))
      .body.data;
    const schemaOfType = (uid: string) => all.find((type) => type.uid === uid)?.schema;
    const file = schemaOfType('plugin::upload.file');
    expect(file).toMatchObject({ visible: false, restrictRelationsTo: [] });
    expect(file?.attributes).toMatchObject({ name: { type: 'string', required: true }, formats: { type: 'json' } });
    expect(file?.attributes).not.toHaveProperty('pending');
    expect(Object.keys(schemaOfType('plugin::users-permissions.role')?.attributes ?? {})).toEqual([
      ...['name', 'description', 'type', 'users'],
    ]);
    expect(schemaOfType('api::about.about')).toMatchObject({ kind: 'singleType', visible: false });
    expect((await api.get(`${builder}/content-types/plugin::upload.file`)).status).toBe(404);
    expect((await api.get(`${builder}/content-types/api::about.about`)).status).toBe(404);
  });
});
