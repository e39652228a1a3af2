// The command line as a script sees it: stdout, stderr and the exit code.
import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Token } from '../../../lib/accounts/tokens/index.ts';
import { freshFolder } from '../../media/files.ts';
import { freshDatabase } from '../../setup/database.ts';
import { secrets } from '../../setup/secrets.ts';
import { lectern, type Ended } from './run.ts';

describe('lectern types check', () => {
  it('prints each of eleven faults in a line, with what to write instead', async () => {
    const { code, stdout, stderr } = await lectern(['types', 'check'], { CONTENT_TYPES: 'tests/tools/cli/faulty' });
    expect(code).toBe(1);
    expect(stdout.trim().split('\n')).toEqual([
      'article.json  attributes.title.type: there is no type "strng"; did you mean "string"?',
      'article.json  attributes.form.enum: write a list of the values it may take, not []',
      'article.json  attributes.documentId: the name is reserved: every document has its own; choose another one',
      'article.json  attributes.category.target: there is no type "api::categry.category"; did you mean "api::category.category"?',
      'article.json  attributes.seo.component: there is no component "shared.soe"; did you mean "shared.seo"?',
      'article.json  attributes.slug.targetField: there is no attribute "titel"; did you mean "title"?',
      'article.json  attributes.rating.min: 5 is more than max, 1; exchange them',
      `article.json  attributes.code.regex: takes exponential time on the text 'a' + 'a'.repeat(31) + '\\x00'; rewrite "a" so that no text matches in two ways`,
      'author.json  attributes.articles.mappedBy: api::article.article has no attribute "writer"; its relations to api::author.author: "author"',
      'category.json: is not JSON: line 4, column 3: expected "," or "}"',
      'components/shared/seo.json  attributes.nested.required: shared.seo needs itself through nested, so it could never be filled in; make one of them not required',
    ]);
    expect(stderr).toBe('11 faults in tests/tools/cli/faulty\n');
  });

  it('prints a fault of a default populate', async () => {
    expect(await lectern(['types', 'check'], { CONTENT_TYPES: 'tests/tools/cli/faulty-populate' })).toMatchObject({
      code: 1,
      stdout: 'article.json  options.populate.findOne.covr: "covr" is not known here; did you mean "cover"?\n',
      stderr: '1 fault in tests/tools/cli/faulty-populate\n',
    });
  });

  it('succeeds on a folder without faults', async () => {
    expect(await lectern(['types', 'check'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'content-types is fine: 5 content types, 8 components\n',
    });
  });
});

describe('a Strapi project', () => {
  const project = mkdtempSync(join(tmpdir(), 'lectern-strapi-'));
  const schemaOf = (name: string, attributes: object) =>
    JSON.stringify({ info: { singularName: name, pluralName: `${name}s`, displayName: name }, attributes });
  beforeAll(() => {
    const api = join(project, 'src/api/blog');
    mkdirSync(join(api, 'content-types/post'), { recursive: true });
    mkdirSync(join(api, 'controllers'));
    writeFileSync(
      join(api, 'content-types/post/schema.json'),
      schemaOf('post', { editor: { type: 'relation', relation: 'oneToOne', target: 'admin::user' } }),
    );
    writeFileSync(join(api, 'controllers/post.js'), 'module.exports = { find() {} };');
  });
  afterAll(() => {
    rmSync(project, { recursive: true });
  });

  it('is checked, with warnings about what does not come along', async () => {
    const { code, stdout, stderr } = await lectern(['types', 'check'], { CONTENT_TYPES: project });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr.trim().split('\n')).toEqual([
      'warning: src/api/blog/content-types/post/schema.json  attributes.editor: is left out: Lectern has no "admin::user"',
      expect.stringMatching(/^warning: src\/api\/blog\/controllers\/post\.js: is not run: /),
      `${project} is fine: 1 content types, 0 components`,
    ]);
  });

  it('gets new types where Strapi has them', async () => {
    const { stdout } = await lectern(['types', 'new', 'note', 'post:relation(manyToOne,api::blog.post,notes)'], {
      CONTENT_TYPES: join(project, 'src'),
    });
    expect(stdout.trim().split('\n').sort()).toEqual([
      join(project, 'src/api/blog/content-types/post/schema.json'),
      join(project, 'src/api/note/content-types/note/schema.json'),
    ]);
    expect((await lectern(['types', 'check'], { CONTENT_TYPES: project })).stderr).toContain('2 content types');
  });
});

it('bin/lectern.js, which builds first, prints the same', async () => {
  const built = await lectern(['types', 'check'], { CONTENT_TYPES: 'tests/tools/cli/faulty' });
  expect(
    await lectern(['types', 'check'], { CONTENT_TYPES: 'tests/tools/cli/faulty' }, ['bin/lectern.js']),
  ).toMatchObject({
    ...{ code: 1, stdout: built.stdout, stderr: built.stderr },
  });
});

describe('lectern types generate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-types-'));
  const out = join(folder, 'lectern.ts');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const generate = (...args: readonly string[]) => lectern(['types', 'generate', ...args]);

  it('prints a module, and nothing else', async () => {
    const { code, stdout, stderr } = await generate();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\/\/ Generated from the content types by `lectern types generate`/);
    expect(stdout).toContain('export interface ArticleInput {');
  });

  it('writes the module to a file, and checks whether the file is up to date', async () => {
    const done = (code: number, stderr: string): Ended =>
      expect.objectContaining({ code, stdout: '', stderr }) as Ended;
    const old = done(1, `${out} is out of date: generate it again without --check\n`);
    expect(await generate('--out', out, '--check')).toEqual(old);
    expect(existsSync(out)).toBe(false);
    expect(await generate('--out', out)).toEqual(done(0, `wrote ${out}\n`));
    expect(await generate('--out', out, '--check')).toEqual(done(0, `${out} is up to date\n`));
    appendFileSync(out, '\n');
    expect(await generate('--out', out, '--check')).toEqual(old);
  });

  it.each([
    [['--check'], {}, '--check needs the file to compare with: --out src/lectern.ts\n'],
    [[], { CONTENT_TYPES: 'tests/tools/cli/faulty' }, expect.stringContaining('there is no type "strng"') as string],
    [
      [],
      { CONTENT_TYPES: 'tests/tools/cli/faulty-populate' },
      expect.stringContaining('"covr" is not known') as string,
    ],
  ])('prints what is wrong: %j %j', async (args, env, stderr) => {
    expect(await lectern(['types', 'generate', ...args], env)).toMatchObject({ code: 1, stdout: '', stderr });
  });

  it.each(['examples/site/src/lectern.ts', 'examples/next/lectern/types.ts'])(
    'prints the module of %s',
    async (file) => {
      expect(await generate('--out', file, '--check')).toMatchObject({ code: 0 });
    },
  );
});

describe('lectern config check', () => {
  it('prints the resulting configuration as JSON', async () => {
    const { code, stdout, stderr } = await lectern(['config', 'check']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ api: { rest: { defaultLimit: 25 } } });
  });

  it('prints every fault, one a line', async () => {
    expect(await lectern(['config', 'check'], { LECTERN_CONFIG: 'tests/tools/cli/faulty.json' })).toMatchObject({
      code: 1,
      stdout:
        'tests/tools/cli/faulty.json  api.rest.defaultLimt: is not known; did you mean "defaultLimit"?\n' +
        'tests/tools/cli/faulty.json  api.rest.maxLimit: write a whole number from 1 to 10000, not -1\n',
      stderr: '2 faults in tests/tools/cli/faulty.json\n',
    });
  });
});

describe('lectern check', () => {
  const env = { MONGODB_URI: 'mongodb://127.0.0.1:1', LECTERN_TOKEN_SECRET: secrets.tokens };

  it('succeeds if a server could start, whether or not there is a database', async () => {
    const fine = { code: 0, stdout: '', stderr: 'servers and functions can start with this configuration\n' };
    expect(await lectern(['check'], env)).toEqual(fine);
  });

  it.each([
    [{ MONGODB_URI: '' }, 'MONGODB_URI is not set'],
    [{ LECTERN_TOKEN_SECRET: '' }, 'LECTERN_TOKEN_SECRET is not set'],
    [{ LECTERN_CONFIG: 'tests/tools/cli/faulty.json' }, 'api.rest.maxLimit: write a whole number'],
    [{ LECTERN_CONFIG: 'tests/tools/cli/unknown-type.json' }, 'did you mean "api::article.article"?'],
    [{ CONTENT_TYPES: 'tests/tools/cli/faulty' }, 'there is no type "strng"'],
    [{ CONTENT_TYPES: 'tests/tools/cli/faulty-populate' }, '"covr" is not known here'],
  ])('prints what prevents a start: %o', async (more, message) => {
    const { code, stdout, stderr } = await lectern(['check'], { ...env, ...more });
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  });
});

describe('lectern token create', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };

  it('prints the token, and nothing else', async () => {
    const { code, stdout, stderr } = await lectern(['token', 'create', '--name', 'site', '--type', 'read-only'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it.each([
    [
      ['--type', 'custom', '--allow', 'article.fnd'],
      'there is no permission "article.fnd"; did you mean "article.find"?\n',
    ],
    [['--type', 'custom'], 'A custom token needs permissions: --allow article.find article.findOne\n'],
    [['--type', 'read-only', '--allow', 'article.find'], expect.stringContaining('--allow is only for --type custom')],
    [['--type', 'read-only', '--lifespan', 'soon'], expect.stringContaining('Write a whole number of days')],
    [['--type', 'read-only', '--name', '7'], 'name must not be a number: ids are numbers\n'],
  ])('refuses %j, and prints what to write', async (args, stderr) => {
    expect(await lectern(['token', 'create', '--name', 'amiss', ...args], env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr,
    });
  });

  it('refuses an unknown type, and prints the known ones', async () => {
    const { code, stdout, stderr } = await lectern(['token', 'create', '--name', 'site', '--type', 'admin']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Allowed choices are read-only, published-only, full-access, custom');
  });
});

describe('lectern preview-link', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };

  it('prints a link to a draft, and nothing else', async () => {
    await lectern(['seed', 'sample/content.json'], env);
    const { code, stdout, stderr } = await lectern(['preview-link', 'about', '--expires', '60'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\/api\/about\?status=draft&preview=1\.[a-z\d]{24}\.en\.\d+\.[\w-]{43}\n$/);
  });

  it.each([
    [['artcle', 'x'], 'There is no content type "artcle"; did you mean "article"?'],
    [['article'], 'Name the document: lectern preview-link article <documentId>'],
    [['article', 'x'], 'Document not found'],
    [['about', 'x'], 'About is a single type: leave the documentId out'],
    [['about', '--expires', '9999999'], 'expiresIn must be a whole number of seconds from 1 to 604800'],
    [['about', '--expires', 'soon'], 'Write a whole number of seconds'],
  ])('refuses %j, and prints what to write', async (args, message) => {
    const { code, stdout, stderr } = await lectern(['preview-link', ...args], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('lectern token', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };
  const args = ['--name', 'importer', '--type', 'custom', '--description', 'nightly', '--lifespan', '30'];

  it('lists the tokens, one a line or as JSON', async () => {
    expect(await lectern(['token', 'list'], env)).toEqual({
      ...{ code: 0, stdout: '', stderr: 'There are no tokens: `lectern token create` creates one\n' },
    });
    await lectern(['token', 'create', ...args, '--allow', 'article.find', 'plugin::upload.content-api.upload'], env);
    const json = await lectern(['token', 'list', '--json'], env);
    expect(JSON.parse(json.stdout)).toMatchObject([
      {
        ...{ name: 'importer', type: 'custom', description: 'nightly', lifespan: 30 * 24 * 3_600_000 },
        permissions: ['api::article.article.find', 'plugin::upload.content-api.upload'],
      },
    ]);
    expect(json.stdout).not.toMatch(/hash|accessKey/);
    const { stdout } = await lectern(['token', 'list'], env);
    expect(stdout).toMatch(/^\d+\timporter\tcustom\t\d{4}-\d\d-\d\d\tnever\t\d{4}-\d\d-\d\d \d\d:\d\d\n$/);
  });

  it('revokes a token by its name', async () => {
    await lectern(['token', 'create', '--name', 'site', '--type', 'read-only'], env);
    expect(await lectern(['token', 'revoke', 'site'], env)).toMatchObject({
      ...{ code: 0, stdout: '', stderr: expect.stringContaining('Revoked "site"') },
    });
    expect(await lectern(['token', 'revoke', 'site'], env)).toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'There is no token "site": `lectern token list` prints all tokens\n' },
    });
  });

  it('revokes a token by its id', async () => {
    await lectern(['token', 'create', '--name', 'numbered', '--type', 'read-only'], env);
    const tokens = JSON.parse((await lectern(['token', 'list', '--json'], env)).stdout) as readonly Token[];
    const { id } = tokens.find(({ name }) => name === 'numbered') ?? expect.fail();
    expect(await lectern(['token', 'revoke', String(id)], env)).toMatchObject({
      ...{ code: 0, stderr: expect.stringContaining('Revoked "numbered"') },
    });
  });

  it('refuses a name that another token has', async () => {
    const create = ['token', 'create', '--name', 'twice', '--type', 'read-only'];
    await lectern(create, env);
    expect(await lectern(create, env)).toMatchObject({ code: 1, stdout: '', stderr: 'Name already taken\n' });
  });

  it('explains how to make a secret if none is set', async () => {
    const { code, stderr } = await lectern(['token', 'create', '--name', 'x', '--type', 'read-only'], {
      MONGODB_URI: uri,
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('LECTERN_TOKEN_SECRET is not set')]);
  });
});

describe('lectern role', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri };
  const role = (...args: readonly string[]) => lectern(['role', ...args], env);

  it('lists the roles, in columns and as JSON', async () => {
    const { code, stdout } = await role('list');
    expect({ code, lines: stdout.split('\n').sort() }).toEqual({
      code: 0,
      lines: [
        '',
        expect.stringMatching(/^administrator +Administrator +0 +\d+$/),
        expect.stringMatching(/^authenticated +Authenticated +0 +5$/),
        expect.stringMatching(/^author +Author +0 +\d+$/),
        expect.stringMatching(/^editor +Editor +0 +\d+$/),
        expect.stringMatching(/^public +Public +0 +8$/),
        expect.stringMatching(/^type +name +users +permissions$/),
      ],
    });
    expect(JSON.parse((await role('list', '--json')).stdout)).toContainEqual({
      type: 'public',
      name: 'Public',
      users: 0,
      permissions: 8,
    });
  });

  it('creates a role, and permits and denies actions, with conditions', async () => {
    expect(await role('create', 'News Desk', '--description', 'what is new')).toEqual({
      code: 0,
      stdout: 'news_desk\n',
      stderr: '',
    });
    expect(await role('allow', 'news_desk', 'article.find', 'api::article.article.findOne')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    await role('allow', 'News Desk', 'article.update', '--own', '--where', 'filters[slug][$startsWith]=news');
    expect((await role('list', 'news_desk')).stdout).toBe(
      'api::article.article.find\napi::article.article.findOne\napi::article.article.update   own  {"slug":{"$startsWith":"news"}}\n',
    );
    await role('allow', 'news_desk', 'article.update', '--where', 'filters[slug]=a');
    await role('deny', 'news_desk', 'article.find');
    expect(JSON.parse((await role('list', 'news_desk', '--json')).stdout)).toEqual([
      { action: 'api::article.article.findOne' },
      { action: 'api::article.article.update', filters: { slug: 'a' } },
    ]);
  });

  it.each<[args: readonly string[], stderr: string]>([
    [['allow', 'pubic', 'article.find'], 'there is no role "pubic"; did you mean "public"?'],
    [['allow', 'public', 'artcle.find'], 'there is no permission "artcle.find"; did you mean "article.find"?'],
    [['allow', 'public', 'article.find', '--where', 'sort=title'], 'A condition is written as filters['],
    [['allow', 'public', 'article.find', '--where', 'filters[nope]=1'], 'Invalid key nope'],
    [['allow', 'public', 'plugin::users-permissions.auth.register', '--own'], 'takes no conditions'],
    [['create', 'Public'], 'There is a role of the type public already'],
  ])('refuses %j, and prints what to do', async (args, stderr) => {
    const ended = await role(...args);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(stderr);
  });
});

describe('lectern explain', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri };
  const folder = mkdtempSync(join(tmpdir(), 'lectern-seed-'));
  const content = join(folder, 'content.json');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('prints each step of a read, its index and what it examines', async () => {
    // The copy's folder has no pictures, so the seed uploads none.
    copyFileSync('sample/content.json', content);
    await lectern(['seed', content], env);
    const { code, stdout } = await lectern(['explain', '/api/articles?sort=slug&pagination[pageSize]=2'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('1. the rows, from articles\n   {"$match":{"locale":"en","published.id":{"$gte":0}}}\n');
    expect(stdout).toContain('   index      locale_published.slug__id_published.id\n   rows       2\n');
    expect(stdout).toContain('   documents  2 examined, 1 a row\n\n2. the count, from articles\n');
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^2 rows of \d+ in 2 queries$/);
  });

  it.each([
    ['/api/articles?sort=nope', '400 ValidationError: Invalid key nope\n'],
    ['/api/nope', '404 NotFoundError: Not Found\n'],
    ['articles', 'articles is not a path of the API: write it as /api/articles?sort=title\n'],
  ])('prints what is wrong with %s', async (path, stderr) => {
    expect(await lectern(['explain', path], env)).toMatchObject({ code: 1, stdout: '', stderr });
  });
});

describe('lectern', () => {
  it('prints its help', async () => {
    const { code, stdout } = await lectern(['--help']);
    expect(code).toBe(0);
    for (const word of [
      'types',
      'config',
      'token',
      'webhook',
      'role',
      'seed',
      'MONGODB_URI',
      'CONTENT_TYPES',
      'LECTERN_CONFIG',
      'LECTERN_TOKEN_SECRET',
    ])
      expect(stdout).toContain(word);
  });

  it('prints how to name a database if none is set', async () => {
    const { code, stderr } = await lectern(['seed', 'sample/content.json'], { MONGODB_URI: '' });
    expect(code).toBe(1);
    expect(stderr).toContain('MONGODB_URI is not set');
  });
});

describe('lectern openapi', () => {
  it('prints the OpenAPI description without a database', async () => {
    const { code, stdout, stderr } = await lectern(['openapi']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/api/articles': { get: {} } } });
  });

  it('writes the description to a file, with examples from documents that the public may read', async () => {
    const { uri } = freshDatabase();
    const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };
    const folder = await freshFolder();
    const [content, out] = [join(folder, 'content.json'), join(folder, 'openapi.json')];
    await writeFile(content, JSON.stringify({ topics: [{ name: 'Marbling' }] }));
    await lectern(['seed', content], env);
    const described = async () => {
      const { code, stdout } = await lectern(['openapi', '--out', out, '--examples'], env);
      expect([code, stdout]).toEqual([0, '']);
      return readFile(out, 'utf8');
    };
    expect(await described()).not.toContain('Marbling');
    await lectern(['role', 'allow', 'public', 'topic.find'], env);
    expect(await described()).toContain('Marbling');
  });
});
