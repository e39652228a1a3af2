// Imports by the command line: one that is killed continues in another process, and bad input ends with exit code 1 and no
// documents.
import { spawn } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../setup/database.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { lectern } from '../inProcess.ts';
import { builtLectern } from '../run.ts';
import { rowOf, tagLink, tempFolder, writeArchive } from './archives.ts';

const folder = tempFolder();
const database = freshDatabase();
const client = await new MongoClient(database.uri).connect();
afterAll(() => client.close());
const articles = () => client.db().collection('articles');

const env = {
  ...secretsEnvironment,
  MONGODB_URI: database.uri,
  CONTENT_TYPES: join(folder, 'content-types'),
  LECTERN_CONFIG: join(folder, 'lectern.json'),
  TMPDIR: folder,
};
await mkdir(env.CONTENT_TYPES);
await writeFile(env.LECTERN_CONFIG, JSON.stringify({ upload: { folder: join(folder, 'uploads') } }));
/** Several batches, of which the long run interrupts one. */
const count = isLong ? 5_000 : 50;
const text = 'x'.repeat(200);
const file = await writeArchive(folder, 'large', {
  entities: [
    rowOf('tag', 1, 1, { name: 'one' }),
    ...Array.from({ length: count }, (_, index) =>
      rowOf('article', index + 1, index + 10, { title: `${index} ${text}`, slug: `s${index}` }, true),
    ),
  ],
  links: Array.from({ length: count }, (_, index) => tagLink(index + 1, 1, 1, index)),
});
const importing = ['import', 'strapi', file, '--skipped', join(folder, 'skipped.jsonl')];

describe('lectern import strapi', () => {
  it('names the types that the project lacks', async () => {
    const { code, stderr } = await lectern(importing, env);
    expect(stderr).toContain('The project has no content types for api::article.article, api::tag.tag: --write-types');
    expect(code).toBe(1);
  });

  it('writes them, and documents only without --dry-run', async () => {
    const project = join(folder, 'strapi');
    await mkdir(join(project, 'src/api/article/policies'), { recursive: true });
    await writeFile(join(project, 'src/api/article/policies/owner.js'), 'module.exports = () => true;');
    const dryRun = [...importing, '--write-types', '--dry-run', '--project', project];
    const { code, stdout, stderr } = await lectern(dryRun, env);
    expect(stderr).toContain('wrote');
    expect(stderr).toMatch(/src\/api\/article\/policies\/owner\.js: is not run: .*docs\/from-strapi\.md#policies/);
    expect(stdout).toContain(`article\t${count}\t0\t0\t0`);
    expect(code).toBe(0);
    expect(await articles().countDocuments()).toBe(0);
  });

  it.runIf(isLong)('continues after SIGKILL, without duplicates', async () => {
    const child = spawn(process.execPath, [...builtLectern, ...importing], {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    while (child.exitCode === null && (await articles().estimatedDocumentCount()) === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await ended;
    const left = await articles().countDocuments();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(count);
    expect((await lectern(importing, env)).code).toBe(0);
    expect(await articles().countDocuments()).toBe(count);
    const [tagged] = await articles()
      .aggregate([{ $match: { 'draft.tags.to': { $exists: true } } }, { $count: 'count' }])
      .toArray();
    expect(tagged).toEqual({ count });
    const again = await lectern(importing, env);
    expect(again.stderr).toContain('imported before: nothing to do');
    expect(JSON.parse(await readFile(env.LECTERN_CONFIG, 'utf8'))).toMatchObject({
      api: { rest: { componentIds: true } },
    });
  });

  it('lists what it leaves out before it writes anything', async () => {
    const other = freshDatabase();
    const otherEnv = { ...env, MONGODB_URI: other.uri };
    const misfitting = await writeArchive(folder, 'misfitting', {
      entities: [rowOf('tag', 1, 1, { name: 'one' }), rowOf('tag', 2, 2, { name: null })],
    });
    const skip = ['import', 'strapi', misfitting, '--on-misfit', 'skip', '--skipped'];
    const refused = await lectern([...skip, join(folder, 'no-folder', 'skipped.jsonl')], otherEnv);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('skipped.jsonl does not exist')]);
    const skipped = join(folder, 'left-out.jsonl');
    expect((await lectern([...skip, skipped], otherEnv)).code).toBe(0);
    const lines = (await readFile(skipped, 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toContain(
      'the document is left out',
    );
    expect((await stat(skipped)).mode & 0o777).toBe(0o600);
  });

  it('refuses what is no archive', async () => {
    const bad = join(folder, 'bad.tar.gz');
    await writeFile(bad, 'no archive');
    const { code, stderr } = await lectern(['import', 'strapi', bad], env);
    expect(stderr).toContain('is no archive of `strapi export`');
    expect(code).toBe(1);
  });
});
