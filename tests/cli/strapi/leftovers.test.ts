// What `lectern types check` says of a Strapi project beside its content types.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strapiLeftovers } from '../../../cli/strapi/index.ts';

/** What Strapi's generators write: nothing of it has an effect. */
const generated: Readonly<Record<string, string>> = {
  'src/api/a/controllers/a.js':
    "'use strict';\n\n/**\n * a controller\n */\n\nconst { createCoreController } = require('@strapi/strapi').factories;\n\nmodule.exports = createCoreController('api::a.a');\n",
  'src/api/a/services/a.ts':
    "/**\n * a service\n */\n\nimport { factories } from '@strapi/strapi';\n\nexport default factories.createCoreService('api::a.a');\n",
  'src/api/a/routes/a.ts':
    'import { factories } from "@strapi/strapi"\nexport default factories.createCoreRouter(\'api::a.a\' as any);',
  'src/api/b/controllers/b.js':
    "module.exports = require('@strapi/strapi').factories.createCoreController('api::b.b');",
  'src/api/b/content-types/b/schema.json': '{}',
  'src/index.ts':
    "// import type { Core } from '@strapi/strapi';\n\nexport default {\n  /** Runs first. */\n  register(/* { strapi }: { strapi: Core.Strapi } */) {},\n\n  bootstrap(/* { strapi } */) {},\n};\n",
  'src/admin/app.example.tsx': 'export default { config: {} };',
  'config/plugins.ts':
    "import type { Core } from '@strapi/strapi';\n\nconst config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({});\n\nexport default config;\n",
  'config/env/test/plugins.js': 'module.exports = () => ({});',
  'config/middlewares.ts':
    "const config: Core.Config.Middlewares = [\n  'strapi::logger',\n  'strapi::errors',\n];\n\nexport default config;\n",
  'config/api.js':
    'module.exports = {\n  rest: {\n    defaultLimit: 25,\n    maxLimit: 100,\n    withCount: true,\n  },\n};\n',
  'config/server.js': 'module.exports = ({ env }) => ({ host: env("HOST"), app: { keys: [] } });',
  'config/database.js': 'module.exports = () => ({ connection: {} });',
  'package.json': JSON.stringify({
    dependencies: {
      '@strapi/strapi': '5',
      '@strapi/plugin-cloud': '5',
      '@strapi/plugin-users-permissions': '5',
      pg: '8',
    },
  }),
};

/** What somebody wrote, and the start of what Lectern says of it. */
const written: readonly (readonly [path: string, code: string, message: string])[] = [
  [
    'config/api.js',
    "module.exports = { responses: { privateAttributes: ['b'] } };",
    'is not read: its limits are api.rest',
  ],
  ['config/cron-tasks.js', 'module.exports = { a: () => {} };', 'is not run: let a schedule call a route'],
  [
    'config/env/production/plugins.js',
    'module.exports = { upload: { config: {} } };',
    'is not read: uploads, mail and users',
  ],
  [
    'config/middlewares.js',
    "module.exports = ['strapi::errors', { name: 'strapi::cors' }];",
    'is not read: CORS and limits',
  ],
  ['config/server.js', 'module.exports = { cron: { enabled: true, tasks } };', 'its cron tasks are not run'],
  ['database/migrations/1.js', 'module.exports = { up() {} };', 'is not run: `lectern types migrate`'],
  [
    'src/admin/app.tsx',
    'export default { config: { locales: ["fr"] } };',
    'is not used: fields, the logo and colors of the editor are files of your own (node_modules/lectern/docs/extending.md#the-editor)',
  ],
  [
    'src/api/a/content-types/a/lifecycles.js',
    'module.exports = { beforeCreate() {} };',
    'is not run: validate, beforeWrite',
  ],
  [
    'src/api/a/controllers/a.js',
    "module.exports = createCoreController('api::a.a', () => ({ find() {} }));",
    'is not run: a computed attribute or a route',
  ],
  ['src/api/a/middlewares/populate.js', 'module.exports = () => next;', 'is not run: hooks, computed attributes'],
  ['src/api/a/policies/owner.js', 'module.exports = () => true;', 'is not run: conditions of permissions'],
  [
    'src/api/a/routes/a.js',
    "module.exports = createCoreRouter('api::a.a', { only: ['find'] });",
    'is not read: each type has',
  ],
  ['src/api/a/services/sub/a.js', 'module.exports = () => ({ sum() {} });', 'is not run: put it into extensions/'],
  [
    'src/extensions/users-permissions/strapi-server.js',
    'module.exports = (plugin) => plugin;',
    'is not run: attributes of users and roles',
  ],
  ['src/index.js', 'module.exports = { bootstrap({ strapi }) { strapi.log(); } };', 'is not run: `lectern role allow`'],
  ['src/middlewares/log.js', 'module.exports = () => next;', 'is not run: hooks, computed attributes'],
  ['src/policies/owner.ts', 'export default () => true;', 'is not run: conditions of permissions'],
];

describe('a Strapi project', () => {
  const projects: string[] = [];
  const make = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const project = await mkdtemp(join(tmpdir(), 'strapi-'));
    projects.push(project);
    await mkdir(join(project, 'src/api'), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), text);
    }
    return project;
  };
  let custom: string;
  beforeAll(async () => {
    custom = await make(Object.fromEntries(written.map(([path, code]) => [path, code])));
  });
  afterAll(() => Promise.all(projects.map((project) => rm(project, { recursive: true }))));

  it('as Strapi generates it has nothing that Lectern lacks', async () => {
    expect(await strapiLeftovers(await make(generated))).toEqual([]);
  });

  it.each(written)('has %s', async (path, _code, message) => {
    const found = (await strapiLeftovers(custom)).filter(({ file }) => file === path);
    expect(found).toMatchObject([{ path: '', message: expect.stringContaining(message) as string }]);
  });

  it('has nothing else, with paths from the folder that CONTENT_TYPES names', async () => {
    expect((await strapiLeftovers(custom)).map(({ file }) => file)).toEqual(
      [...written.map(([path]) => path)].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1)),
    );
    const fromSource = (await strapiLeftovers(join(custom, 'src'))).map(({ file }) => file);
    expect(fromSource).toContain('../config/server.js');
    expect(fromSource).toContain('policies/owner.ts');
  });

  it('has seeds and tests with passwords that new users cannot have', async () => {
    const project = await make({
      'tests/helpers/user.js':
        "const user = { email: 'a@b.co', password: 'test1234' };\nlogin({ password: \"test1234\" });",
      'data/users.json': '{"password":"Password1"}',
      'src/seed.ts':
        "const PASSWORD = `dragon`; const password: string = 'a quiet room'; const passwordLabel = 'test1234';",
      'src/node_modules/x.js': "const password = 'test1234'",
      'src/admin/translations/en.json': '{"password":"Password"}',
      'README.json': '{"password":"test1234"}',
    });
    const found = (await strapiLeftovers(project)).map(({ file, message }) => [file, message]);
    const refused = (password: string) =>
      `has the password "${password}", which is one of the most common ones, so new users cannot have it: choose another, or set auth.passwords.refuseCommon to false (node_modules/lectern/docs/accounts.md#rules-for-passwords)`;
    expect(found).toEqual([
      ['src/seed.ts', refused('dragon')],
      ['data/users.json', refused('Password1')],
      ['tests/helpers/user.js', refused('test1234')],
    ]);
  });

  it('has plugins: its own, and those of its package.json', async () => {
    const project = await make({
      'src/plugins/reviews/strapi-server.js': 'x',
      'src/plugins/reviews/node_modules/x.js': 'x',
      'package.json': JSON.stringify({
        dependencies: {
          '@strapi/plugin-graphql': '5',
          '@strapi/plugin-documentation': '5',
          '@strapi/provider-upload-aws-s3': '5',
          '@strapi/provider-email-nodemailer': '5',
          'strapi-plugin-populate-deep': '1',
          '@acme/strapi-plugin-seo': '1',
        },
      }),
    });
    expect((await strapiLeftovers(project)).map(({ file, path, message }) => `${file} ${path}: ${message}`)).toEqual([
      'src/plugins/reviews : is not loaded: its logic goes into extensions/ (node_modules/lectern/docs/from-strapi.md#plugins)',
      'package.json dependencies.@strapi/plugin-graphql: is not loaded: graphql.enabled in lectern.json serves GraphQL',
      'package.json dependencies.@strapi/plugin-documentation: is not loaded: /openapi.json and /docs describe the API (node_modules/lectern/docs/reference/routes.md#openapi)',
      'package.json dependencies.@strapi/provider-upload-aws-s3: is not used: upload.provider chooses where to store files (node_modules/lectern/docs/media.md)',
      'package.json dependencies.@strapi/provider-email-nodemailer: is not used: mail.transport chooses how to send mails (node_modules/lectern/docs/accounts.md#mail)',
      'package.json dependencies.strapi-plugin-populate-deep: is not loaded: Lectern has no plugins (node_modules/lectern/docs/from-strapi.md#plugins)',
      'package.json dependencies.@acme/strapi-plugin-seo: is not loaded: Lectern has no plugins (node_modules/lectern/docs/from-strapi.md#plugins)',
    ]);
  });

  it("is not what Lectern's own folder is", async () => {
    expect(await strapiLeftovers('content-types')).toEqual([]);
  });
});

/** The code comes before the configuration. */
const order = (path: string): number => ['src', 'config', 'database'].indexOf(path.split('/')[0] ?? '');
