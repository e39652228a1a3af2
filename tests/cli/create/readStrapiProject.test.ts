// The content types of a Strapi project in Lectern's layout.
import { mkdtemp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSchema, formatFault } from '../../../lib/schema/index.ts';
import { readStrapiProject, toOwnLayout, type StrapiTypes } from '../../../cli/create/readStrapiProject.ts';
import { freshFolder } from '../../media/files.ts';
import { blogProject, typeFile, writeFiles } from './strapiProject.ts';

const root = await freshFolder();

describe('a blog', () => {
  let types: StrapiTypes;
  beforeAll(async () => {
    types = await readStrapiProject(await writeFiles(join(root, 'blog'), blogProject));
  });
  const jsonOf = (path: string) => JSON.parse(types.files[path] ?? '');

  it('has a file for each type and component, and for the attributes added to users', () => {
    expect(Object.keys(types.files).sort()).toEqual([
      ...['category.json', 'components/shared/seo.json', 'post.json', 'user.json'],
    ]);
  });

  it('has no faults, and its types know each other', () => {
    const { schema, faults } = buildSchema(types.files);
    expect(faults).toEqual([]);
    expect([...(schema?.served.keys() ?? [])]).toEqual(expect.arrayContaining(['posts', 'categorys']));
    expect(schema?.types.get('plugin::users-permissions.user')?.attributes.has('nickname')).toBe(true);
    expect(schema?.types.has('api::user.user')).toBe(false);
  });

  it('names the new uid of a type whose API has another name', () => {
    expect(jsonOf('category.json').attributes.posts.target).toBe('api::post.post');
    expect(jsonOf('post.json').attributes.author.target).toBe('plugin::users-permissions.user');
  });

  it('has the limits of lists', () => {
    expect(types.limits).toEqual({ defaultLimit: 30, maxLimit: 60, withCount: false });
  });

  it('lists the code and the packages that do not come along, with what replaces them', () => {
    expect(types.findings.map(formatFault)).toEqual([
      expect.stringMatching(/^src\/extensions\/upload\/.*"credit"/),
      expect.stringMatching(/lifecycles\.js: is not run: .*docs\/from-strapi\.md#lifecycles/),
      expect.stringMatching(/owner\.js: is not run: .*docs\/from-strapi\.md#policies/),
      expect.stringMatching(/^src\/index\.js: .*docs\/from-strapi\.md#bootstrap/),
      expect.stringMatching(/^config\/cron-tasks\.js: .*docs\/from-strapi\.md#cron-tasks/),
      expect.stringMatching(/^package\.json {2}dependencies\.@strapi\/plugin-graphql: /),
    ]);
  });
});

it.each([
  ['({ env }) => ({ rest: { maxLimit: 500 } })', { maxLimit: 500 }, false],
  ['{ rest: { maxLimit: env.int("MAX", 500), defaultLimit: 20 } }', { maxLimit: 500, defaultLimit: 20 }, true],
  ['({ env }) => ({ rest: { withCount: env.bool("COUNT", false) } })', { withCount: false }, true],
  ['{ rest: { maxLimit: Number(process.env.MAX), defaultLimit: env("SIZE", "20") } }', { defaultLimit: 20 }, true],
  ['{ rest: { maxLimit: Math.min(env.int("MAX", 50), 100), defaultLimit: 20 } }', { defaultLimit: 20 }, true],
  ['{ rest: { maxLimit: -1 } }', {}, true],
  ['{ rest: { maxLimit: 50 }, responses: { privateAttributes: ["createdAt"] } }', { maxLimit: 50 }, true],
  ['{ rest: { prefix: "/v1" } }', {}, true],
])('the limits of lists: %s: %o, in the list: %s', async (code, limits, isListed) => {
  const folder = await mkdtemp(join(root, 'limits-'));
  const schema = { 'src/api/a/content-types/a/schema.json': typeFile('a', { b: { type: 'string' } }) };
  const project = await writeFiles(folder, { ...schema, 'config/api.js': `module.exports = ${code};` });
  const { findings, ...found } = await readStrapiProject(project);
  expect([found.limits, [...new Set(findings.map(({ file }) => file))]]).toEqual([
    limits,
    isListed ? ['config/api.js'] : [],
  ]);
});

it('names limits that the code computes', async () => {
  const folder = await mkdtemp(join(root, 'computed-'));
  const rest = '{ maxLimit: env.int("MAX", 500), defaultLimit: env.int("SIZE", 20000), withCount: env.bool("COUNT") }';
  const more = '{ maxLimit: env.int("MAX", 99999), defaultLimit: Math.min(env.int("SIZE", 50), 100) }';
  const project = await writeFiles(folder, {
    'src/api/a/content-types/a/schema.json': typeFile('a', { b: { type: 'string' }, locale: { type: 'string' } }),
    'src/extensions/users-permissions/content-types/user/schema.json': { attributes: { phone: { type: 'string' } } },
    'config/api.ts': `export default ({ env }) => ({ rest: ${rest} });`,
  });
  const { limits, findings, files } = await readStrapiProject(project);
  expect(limits).toEqual({ maxLimit: 500 });
  expect(findings.map(formatFault)).toEqual([
    'src/api/a/content-types/a/schema.json  attributes.locale: is left out, as in Strapi: every document has its own',
    "config/api.ts  rest.maxLimit: depends on a variable here, env.int('MAX',500): api.rest.maxLimit in lectern.json is 500",
    "config/api.ts  rest.defaultLimit: is not read: write the value of env.int('SIZE',20000) as api.rest.defaultLimit in lectern.json (docs/configuration.md)",
    "config/api.ts  rest.withCount: is not read: write the value of env.bool('COUNT') as api.rest.withCount in lectern.json (docs/configuration.md)",
  ]);
  expect(buildSchema(files).faults).toEqual([]);
  await writeFiles(project, { 'config/api.ts': `export default ({ env }) => ({ rest: ${more} });` });
  expect((await readStrapiProject(project)).findings.slice(1).map(formatFault)).toEqual([
    "config/api.ts  rest.maxLimit: is not read: write the value of env.int('MAX',99999) as api.rest.maxLimit in lectern.json (docs/configuration.md)",
    "config/api.ts  rest.defaultLimit: is not read: write the value of Math.min(env.int('SIZE',50),100) as api.rest.defaultLimit in lectern.json (docs/configuration.md)",
  ]);
});

it('reads no folders and no links that lead to nothing, and lists no schema that it reads', async () => {
  const project = await writeFiles(await mkdtemp(join(root, 'links-')), {
    'src/api/a/content-types/a/schema.json': typeFile('a', { b: { type: 'string' } }),
    'src/api/a/middlewares/inner/populate.js': 'module.exports = () => next;',
    'src/extensions/users-permissions/content-types/user/schema.ts':
      'export default { attributes: { phone: { type: "string" } } };',
    'data/users.json': '{}',
  });
  for (const path of ['src/gone.js', 'src/api/a/middlewares/gone.js', 'data/gone.json'])
    await symlink('/nowhere', join(project, path));
  await symlink(project, join(project, 'data/folder.js'));
  const { files, findings } = await readStrapiProject(project);
  expect([Object.keys(files), findings.map(({ file }) => file)]).toEqual([
    ['a.json', 'user.json'],
    ['src/api/a/middlewares/inner/populate.js'],
  ]);
});

describe('what a middleware populates', () => {
  const on = '{ on: { "part.hero": { populate: "*" } } }';
  const around = (body: string): string => `/** \`page\` */
    const populate = { zone: ${on}, cover: { fields: ['url', 'mime'], }, };
    export default (config, { strapi }) => async (ctx, next) => {
      ${body}
      await next();
    };`;
  const populate = { zone: { on: { 'part.hero': { populate: '*' } } }, cover: { fields: ['url', 'mime'] } };

  const folder = 'src/api/page/middlewares';
  const project = async (bodies: readonly string[]): Promise<StrapiTypes> =>
    readStrapiProject(
      await writeFiles(await mkdtemp(join(root, 'middleware-')), {
        'src/api/page/content-types/page/schema.json': typeFile('page', {
          cover: { type: 'media' },
          zone: { type: 'dynamiczone', components: ['part.hero'] },
        }),
        'src/components/part/hero.json': {
          collectionName: 'heros',
          info: {},
          attributes: { image: { type: 'media' } },
        },
        'src/components/part/quote.json': {
          collectionName: 'quotes',
          info: {},
          attributes: { by: { type: 'string' } },
        },
        ...Object.fromEntries(bodies.map((body, i) => [`${folder}/populate${i}.ts`, around(body)])),
      }),
    );

  it.each([
    ['ctx.query.populate = populate;', { populate, populateMode: 'always' }],
    [
      "ctx.query.populate = { cover: { populate: '*' } }",
      { populate: { cover: { populate: '*' } }, populateMode: 'always' },
    ],
    ["ctx.request.query.populate = ['cover'];", { populate: ['cover'], populateMode: 'always' }],
    ['if (!ctx.query.populate) { ctx.query.populate = populate; }', { populate }],
    ['ctx.query.populate ??= populate;', { populate }],
    // One populate for several types.
    [
      "ctx.query.populate = { zone: { on: { 'part.hero': true, 'part.quote': { populate: '*' } } } };",
      { populate: { zone: { on: { 'part.hero': true, 'part.quote': { populate: '*' } } } }, populateMode: 'always' },
    ],
  ])('becomes an option of the type: %s', async (body, expected) => {
    const { files, findings } = await project([body]);
    expect(JSON.parse(files['page.json'] ?? '').options).toEqual({ draftAndPublish: true, ...expected });
    expect(findings).toEqual([]);
  });

  const taken = "ctx.query.populate = ['cover'];";
  it.each([
    ['ctx.query.populate = { ...populate, ...ctx.query.populate };', 'its code computes it'],
    ["ctx.query.populate = deep('page');", 'its code computes it'],
    ['ctx.query = { ...ctx.query, populate };', 'its code computes it'],
    [`if (ctx.params.id) { ${taken} } else { ctx.query.populate = '*'; }`, 'its code computes it'],
    ['ctx.query.populate = { nope: true };', 'options.populate.nope: "nope" is not known here'],
    [
      "ctx.query.populate = { zone: { on: { 'part.nope': true } } };",
      'options.populate.zone.on.part.nope: "part.nope" is not known here',
    ],
  ])('is named with the reason why not: %s', async (body, reason) => {
    const { files, findings } = await project([body]);
    expect(JSON.parse(files['page.json'] ?? '').options).toEqual({ draftAndPublish: true });
    expect(findings.map(({ file }) => file)).toEqual([`${folder}/populate0.ts`]);
    expect(findings[0]?.message.split('; its populate does not become options.populate: ')[1]).toBe(reason);
  });

  it('is named if there are several', async () => {
    const { files, findings } = await project([taken, taken]);
    expect(JSON.parse(files['page.json'] ?? '').options).toEqual({ draftAndPublish: true });
    expect(findings.map(({ message }) => /(\w+\.ts) populates too$/.exec(message)?.[1])).toEqual([
      'populate1.ts',
      'populate0.ts',
    ]);
  });
});

it('views go with their schemas', async () => {
  const project = await writeFiles(await mkdtemp(join(root, 'views-')), {
    'src/api/blog/content-types/post/schema.json': typeFile('post', { title: { type: 'string' } }),
    'src/api/blog/content-types/post/view.json': { pluralLabel: 'News' },
  });
  const { files } = await readStrapiProject(project);
  expect(JSON.parse(files['post.view.json'] ?? '')).toEqual({ pluralLabel: 'News' });
});

describe('refuses', () => {
  it.each([
    ['a folder that does not exist', 'missing', undefined, 'There is no folder'],
    ['a folder without src/api', 'site', { 'article.json': typeFile('article', {}) }, 'is no Strapi project'],
    [
      'a schema that is a program',
      'program',
      { 'src/api/a/content-types/a/schema.js': 'module.exports = make();' },
      'write the schema as schema.json',
    ],
    [
      'faults of schemas, with file and path',
      'faulty',
      { 'src/api/a/content-types/a/schema.json': typeFile('a', { b: { type: 'strung' } }) },
      'src/api/a/content-types/a/schema.json  attributes.b.type',
    ],
  ])('%s', async (_, name, files, message) => {
    const folder = files === undefined ? join(root, name) : await writeFiles(join(root, name), files);
    await expect(readStrapiProject(folder)).rejects.toThrow(message);
  });

  it('two types of one name in different APIs', () => {
    const file = JSON.stringify(typeFile('note', {}));
    const files = {
      'src/api/a/content-types/note/schema.json': file,
      'src/api/b/content-types/note/schema.json': file,
    };
    expect(() => toOwnLayout(files)).toThrow('is that of src/api/a/content-types/note/schema.json too');
  });
});

it('reads the src of a project too', async () => {
  const { files } = await readStrapiProject(join(await writeFiles(join(root, 'source'), blogProject), 'src'));
  expect(Object.keys(files)).toContain('post.json');
});
