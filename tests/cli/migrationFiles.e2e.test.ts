// A rename is written to a migration file for one database, and applied to another.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { freshFolder } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';
import type { Ended } from './run.ts';
import { typeFile } from '../setup/schema.ts';

const root = await freshFolder();
const [own, production] = [freshDatabase(), freshDatabase()];

/** Runs `lectern types migrate` in the project, on a database. */
const migrate = async (uri: string, ...args: readonly string[]): Promise<Ended> => {
  const folder = process.cwd();
  process.chdir(root);
  try {
    return await lectern(['types', 'migrate', ...args], { MONGODB_URI: uri, CONTENT_TYPES: root });
  } finally {
    process.chdir(folder);
  }
};
const write = (name: string): Promise<void> =>
  writeFile(join(root, 'article.json'), typeFile('article', { [name]: { type: 'string' } }));

beforeAll(async () => {
  await write('title');
  await writeFile(join(root, 'content'), JSON.stringify({ articles: [{ title: 'Spring' }] }));
  for (const { uri } of [own, production])
    await lectern(['seed', join(root, 'content')], { MONGODB_URI: uri, CONTENT_TYPES: root });
  await write('headline');
});

it('once before the deployment, and once after it for what the previous functions wrote', async () => {
  expect((await migrate(production.uri, '--pending')).stderr).toBe('no migration file is waiting\n');
  const saved = await migrate(own.uri, '--save', '--yes', '--rename', 'article.title=headline');
  const [name = ''] = await readdir(join(root, 'migrations'));
  expect(name).toMatch(/^\d{8}-\d{6}-article-title-headline\.json$/);
  expect(saved.stderr).toContain(`wrote migrations/${name}: commit it`);
  expect(await migrate(production.uri, '--pending')).toEqual({
    code: 0,
    stdout: 'must  article.title is called "headline" from now on: 1 document\n',
    stderr: expect.stringContaining(`with the migration ${name}\n`) as string,
  });
  expect((await migrate(own.uri, '--pending')).stderr).toBe('no migration file is waiting\n');
  // Copies what the previous functions have written since.
  expect((await migrate(production.uri, '--pending')).stderr).toContain('migrating articles: 0 documents changed\n');
  expect((await migrate(production.uri, '--again', '--pending')).stderr).toContain('all documents fit');
  expect((await migrate(production.uri, '--again', '--pending')).stderr).toBe(
    'no migration waits for its repetition\n',
  );
});
