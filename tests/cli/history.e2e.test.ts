// The commands `lectern history …`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

describe('lectern history', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };

  it('lists, shows and forgets the versions of a document', async () => {
    const content = join(await freshFolder(), 'content.json');
    for (const title of ['First', 'Second']) {
      await writeFile(content, JSON.stringify({ about: { title } }));
      await lectern(['seed', content], env);
    }
    const listed = await lectern(['history', 'list', 'about'], env);
    expect(listed.stderr).toBe('');
    expect(listed.stdout.split('\n').map((line) => line.split('\t').filter((_, index) => index !== 1))).toEqual([
      ['2', 'publish', 'published', 'seed', '', 'now'],
      ['1', 'publish', 'published', 'seed', '', ''],
      [''],
    ]);
    const version = JSON.parse((await lectern(['history', 'show', 'about', '--number', '1'], env)).stdout);
    expect(version).toMatchObject({ data: { title: 'First' }, version: { revision: 1 } });
    expect(await lectern(['history', 'forget', 'about'], env)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'deleted 0 versions\n',
    });
    expect(JSON.parse((await lectern(['history', 'list', 'about', '--json'], env)).stdout)).toHaveLength(1);
    const audited = (await lectern(['audit', 'export', '--action', 'content.forget'], env)).stdout;
    expect(JSON.parse(audited)).toMatchObject({
      actor: 'command line',
      target: { type: 'api::about.about', documentId: version.data.documentId },
    });
  });

  it('restores a version, or some paths of it', async () => {
    const content = join(await freshFolder(), 'content.json');
    for (const title of ['First', 'Second']) {
      await writeFile(content, JSON.stringify({ about: { title } }));
      expect((await lectern(['seed', content], env)).code).toBe(0);
    }
    const versions = async () => JSON.parse((await lectern(['history', 'list', 'about', '--json'], env)).stdout);
    const [{ revision }] = (await versions()) as [{ revision: number }];
    const number = String(revision - 1);
    const restore = (...args: readonly string[]) => lectern(['history', 'restore', 'about', '--number', ...args], env);
    expect((await restore(number)).stderr).toContain('Nothing was changed: --yes restores without a question');
    expect((await restore(number, '--yes', '--path', 'titel')).stderr).toContain(
      'There is nothing to restore at titel',
    );
    expect(await versions()).toHaveLength(3);
    expect(await restore(number, '--yes', '--path', 'title')).toEqual({
      ...{ code: 0, stdout: '', stderr: `restored version ${number} as version ${revision + 1}\n` },
    });
    expect(await versions()).toMatchObject([{ via: 'restore', action: 'update' }, {}, {}, {}]);
    const draft = JSON.parse(
      (await lectern(['history', 'show', 'about', '--number', String(revision + 1)], env)).stdout,
    );
    expect(draft.data.title).toBe('First');
  });

  it.each([
    [['restore', 'about', '--number', '99'], 'There is no version 99: lectern history list about shows them'],
    [['list', 'artcle', 'x'], 'There is no content type "artcle"; did you mean "article"?'],
    [['list', 'article'], 'Name the document of api::article.article by its documentId'],
    [['show', 'about', '--number', '9'], 'There is no version 9: lectern history list about shows them'],
    [['show', 'about', '--number', '$ne'], 'There is no version $ne'],
  ])('refuses %j, and prints what to write', async (args, message) => {
    const { code, stderr } = await lectern(['history', ...args], env);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
