// `lectern types new`: which files it writes, and when it writes none.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { lectern } from './inProcess.ts';
import type { Ended } from './run.ts';

const root = await mkdtemp(join(tmpdir(), 'lectern-'));
const folder = join(root, 'content-types');

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await cp('content-types', folder, { recursive: true });
});
afterAll(() => rm(root, { recursive: true }));

const types = (...args: readonly string[]): Promise<Ended> => lectern(['types', ...args], { CONTENT_TYPES: folder });
const listed = async (): Promise<readonly string[]> => (await readdir(folder, { recursive: true })).toSorted();

describe('lectern types new', () => {
  it('writes a type and the other side of its relation, and prints the names of the files', async () => {
    const ended = await types('new', 'category', 'name:string!', 'articles:relation(oneToMany,article,category)');
    expect(ended).toEqual({ code: 0, stdout: `${folder}/category.json\n${folder}/article.json\n`, stderr: '' });
    expect(await types('check')).toMatchObject({ code: 0, stderr: expect.stringContaining('6 content types') });
    const article = await readFile(join(folder, 'article.json'), 'utf8');
    const before = await readFile('content-types/article.json', 'utf8');
    // The existing content of the file keeps its formatting.
    expect(article.slice(0, 1000)).toBe(before.slice(0, 1000));
  });

  it.each([
    [['title:string'], [], 'y', true],
    [['title:string'], [], 'n', false],
    [['title:string'], ['--search'], undefined, true],
    [['title:string'], ['--no-search'], undefined, false],
    [['pages:integer'], [], undefined, false],
  ])(
    'asks on a terminal whether visitors search the type, unless options or attributes say it: %j %j %s',
    async (words, options, answer, searches) => {
      const questions: string[] = [];
      const ask = (question: string): Promise<string> => {
        questions.push(question);
        return Promise.resolve(answer ?? '');
      };
      await lectern(['types', 'new', 'category', ...words, ...options], { CONTENT_TYPES: folder }, ask);
      expect(questions).toEqual(answer === undefined ? [] : ['Do visitors search title? [y/N] ']);
      const { options: written } = JSON.parse(await readFile(join(folder, 'category.json'), 'utf8')) as {
        options: object;
      };
      expect('search' in written).toBe(searches);
    },
  );

  it('writes a component', async () => {
    expect(await types('new', 'component', 'shared.quote', 'body:text!')).toMatchObject({ code: 0 });
    expect(await listed()).toContain('components/shared/quote.json');
  });

  it.each([
    [['new', 'category', 'name:string']],
    [['new', 'category', 'name:string', '--single', '--no-drafts', '--localized', '--plural', 'kinds']],
    [['new', 'component', 'shared.quote', 'body:text']],
  ])('writes nothing in a dry run, and prints the file: %j', async (args) => {
    const before = await listed();
    const { code, stdout } = await types(...args, '--dry-run');
    expect([code, stdout]).toEqual([0, expect.stringContaining('"attributes": {')]);
    expect(await listed()).toEqual(before);
  });

  it('writes nothing if an argument is wrong, and names the argument', async () => {
    const before = await listed();
    expect(await types('new', 'category', 'name:strng', 'at:string', 'of:relation(manyToOne,artcle)')).toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'name:strng: there is no type "strng"; did you mean "string"?\n' },
    });
    await writeFile(join(folder, 'broken.json'), '{');
    expect(await types('new', 'category', 'name:string')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('broken.json: is not JSON') },
    });
    await rm(join(folder, 'broken.json'));
    expect(await listed()).toEqual(before);
  });

  it('explains the syntax of attributes in its help', async () => {
    const { stdout } = await types('new', '--help');
    for (const word of ['relation(manyToOne,category,articles)', 'component(shared.link)[]', 'unique', '--plural'])
      expect(stdout).toContain(word);
  });
});
