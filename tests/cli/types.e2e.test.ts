// The commands `lectern types check` and `lectern types generate`.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lectern } from './inProcess.ts';
import type { Ended } from './run.ts';
import { typeFile } from '../setup/schema.ts';

describe('lectern types check', () => {
  it('prints each of ten faults in a line, with what to write instead', async () => {
    const { code, stdout, stderr } = await lectern(['types', 'check'], { CONTENT_TYPES: 'tests/cli/faulty' });
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
      'category.json: is not JSON: line 4, column 3: expected "," or "}"',
      'components/shared/seo.json  attributes.nested.required: shared.seo needs itself through nested, so it could never be filled in; make one of them not required',
    ]);
    const oneWay = 'attributes.articles: is read as one-way: api::article.article has no attribute "writer"';
    expect(stderr).toBe(`warning: author.json  ${oneWay}\n10 faults in tests/cli/faulty\n`);
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
  beforeAll(() => {
    const api = join(project, 'src/api/blog');
    mkdirSync(join(api, 'content-types/post'), { recursive: true });
    mkdirSync(join(api, 'controllers'));
    writeFileSync(
      join(api, 'content-types/post/schema.json'),
      typeFile('post', { editor: { type: 'relation', relation: 'oneToOne', target: 'admin::user' } }),
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

  it('prints the schema of GraphQL, sorted, from which tools can make code', async () => {
    const { code, stdout, stderr } = await generate('--graphql');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const schema = buildSchema(stdout);
    expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(stdout);
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {})).toEqual(
      expect.arrayContaining(['createArticle', 'login', 'updateUploadFile']),
    );
    expect(await generate('--graphql', '--out', out)).toMatchObject({ code: 0 });
    expect(await generate('--graphql', '--out', out, '--check')).toMatchObject({ code: 0 });
    rmSync(out);
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
    [[], { CONTENT_TYPES: 'tests/cli/faulty' }, expect.stringContaining('there is no type "strng"') as string],
    [[], { CONTENT_TYPES: 'tests/cli/faulty-populate' }, expect.stringContaining('"covr" is not known') as string],
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
