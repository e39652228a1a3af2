// Strapi projects for tests.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Texts of files, or values to write as JSON, by path. */
export type Files = Readonly<Record<string, unknown>>;

export const writeFiles = async (folder: string, files: Files): Promise<string> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
};

export const typeFile = (singularName: string, attributes: object, collectionName = `${singularName}s`): object => ({
  kind: 'collectionType',
  collectionName,
  info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
  options: { draftAndPublish: true },
  attributes,
});

/** The attributes that Strapi writes into the extension of users. */
const userAttributes = {
  username: { type: 'string', minLength: 3, unique: true, configurable: false, required: true },
  email: { type: 'email', minLength: 6, configurable: false, required: true },
  provider: { type: 'string', configurable: false },
  password: { type: 'password', minLength: 6, configurable: false, private: true },
  role: {
    ...{ type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.role', inversedBy: 'users' },
    configurable: false,
  },
};

/** A project with types in an API of another name, a component, extensions, and code. */
export const blogProject: Files = {
  'package.json': { dependencies: { '@strapi/strapi': '5.54.0', '@strapi/plugin-graphql': '5.54.0' } },
  'src/api/blog/content-types/post/schema.json': typeFile('post', {
    title: { type: 'string', required: true },
    seo: { type: 'component', component: 'shared.seo' },
    category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category', inversedBy: 'posts' },
    author: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
  }),
  'src/api/blog/content-types/post/lifecycles.js': 'module.exports = { beforeCreate() {} };',
  'src/api/blog/policies/owner.js': 'module.exports = () => true;',
  'src/api/category/content-types/category/schema.json': typeFile(
    'category',
    {
      name: { type: 'string' },
      posts: { type: 'relation', relation: 'oneToMany', target: 'api::blog.post', mappedBy: 'category' },
    },
    'categories',
  ),
  'src/components/shared/seo.json': {
    collectionName: 'components_shared_seos',
    info: {},
    attributes: { title: { type: 'string' } },
  },
  'src/extensions/users-permissions/content-types/user/schema.json': typeFile(
    'user',
    { ...userAttributes, nickname: { type: 'string' } },
    'members',
  ),
  'src/extensions/upload/content-types/file/schema.json': typeFile('file', { credit: { type: 'string' } }, 'files'),
  'src/index.js': 'module.exports = { bootstrap({ strapi }) { strapi.log(); } };',
  'config/api.js': 'module.exports = { rest: { defaultLimit: 30, maxLimit: 60, withCount: false, prefix: "/api" } };',
  'config/cron-tasks.js': 'module.exports = { a: () => {} };',
};
