// A site moves from a real Strapi to Lectern, and on to an empty Strapi. After each move both answer the same.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../setup/database.ts';
import { freePort } from '../../setup/port.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { builtLectern, spawnLectern, type Ended } from '../run.ts';
import { fill, password } from './fill.ts';
import { blogSchemas, missingReference, Strapi, type RunningStrapi } from './reference.ts';

const missing = missingReference();
if (missing !== undefined) console.warn(`not tested with a real Strapi: ${missing}`);

const folder = mkdtempSync(join(tmpdir(), 'lectern-strapi-'));
const path = (name: string): string => join(folder, name);

/** The types of the blog, and those that the tests of the reference have. */
const contentTypes = path('types');

describe.skipIf(missing !== undefined)('a site of Strapi', { timeout: 600_000 }, () => {
  const { uri } = freshDatabase();
  const strapi = new Strapi(contentTypes);
  let environment: Readonly<Record<string, string>> = {};
  let server: ChildProcess | undefined;
  let lecternToken = '';

  const command = (...args: readonly string[]): Promise<Ended> => spawnLectern(args, environment);

  /** Compares a Strapi with Lectern. @returns what is not explained */
  const compare = async ({ url, token }: RunningStrapi): Promise<Pick<Ended, 'code' | 'stdout'>> => {
    const tokens = ['--token', token, '--lectern-token', lecternToken];
    const { code, stdout } = await command('compare', url, ...tokens, '--requests', path('requests.txt'));
    return { code, stdout: stdout.split(/^Differences:$/m)[1] ?? '' };
  };
  const equal = { code: 0, stdout: '' };

  const storedFiles = (): number => (existsSync(path('uploads')) ? readdirSync(path('uploads')).length : 0);

  const logIn = async (url: string, identifier: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ identifier, password });
    return (await fetch(`${url}/api/auth/local`, { method: 'POST', headers, body })).status;
  };

  beforeAll(async () => {
    cpSync(blogSchemas, contentTypes, { recursive: true });
    cpSync('tests/reference/content-types', contentTypes, { recursive: true });
    writeFileSync(path('lectern.json'), JSON.stringify({ upload: { provider: 'local', folder: path('uploads') } }));
    const requests = [
      '# a front page',
      '/api/articles?sort=title&populate[author][populate]=avatar&filters[slug][$contains]=the',
    ];
    writeFileSync(path('requests.txt'), requests.join('\n'));
    const port = String(await freePort());
    environment = {
      ...{ ...secretsEnvironment, MONGODB_URI: uri, CONTENT_TYPES: contentTypes, PORT: port },
      ...{ LECTERN_CONFIG: path('lectern.json'), LECTERN_URL: `http://127.0.0.1:${port}` },
    };
  });
  afterAll(async () => {
    server?.kill('SIGKILL');
    await strapi.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('moves to Lectern without a difference, also if the import is killed once', async () => {
    const filled = await strapi.start(false);
    await fill(filled);
    // Strapi's API cannot write this kind of relation.
    strapi.sql(`update remarks set target_id = 2, target_type = 'api::bed.bed' where text = 'Look'`);
    const args = ['import', 'strapi', await strapi.export(path('from-strapi')), '--skipped', path('skipped.jsonl')];
    const killed = spawn(process.execPath, [...builtLectern, ...args], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: 'ignore',
    });
    while (killed.exitCode === null && storedFiles() < 5) await setTimeout(5);
    killed.kill('SIGKILL');
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
    expect(storedFiles()).toBeLessThan(40);
    expect(await command(...args)).toMatchObject({ code: 0 });
    lecternToken = (await command('token', 'create', '--name', 'compare', '--type', 'full-access')).stdout.trim();
    server = spawn(process.execPath, ['dist/start.mjs'], { env: { ...process.env, ...environment } });
    await once(server.stdout ?? server, 'data');
    const served = await strapi.start(true);
    expect(await compare(served)).toEqual(equal);
  });

  it('moves on to an empty Strapi without a difference, and users keep their passwords', async () => {
    const { code, stdout } = await command('export', path('from-lectern'));
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${path('from-lectern')}.tar.gz\n` });
    await strapi.start(false);
    expect(await strapi.import(stdout.trim())).toContain('completed successfully');
    const served = await strapi.start(true);
    expect(await compare(served)).toEqual(equal);
    expect(await logIn(served.url, 'ada')).toBe(200);
  });

  it('is different after a change', async () => {
    const served = await strapi.start(true);
    const headers = { Authorization: `Bearer ${served.token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ data: { title: 'Changed' } });
    await fetch(`${served.url}/api/about`, { method: 'PUT', headers, body });
    const { code, stdout } = await compare(served);
    expect(code).toBe(1);
    expect(stdout).toContain('about: title');
  });

  it('loses only the passwords of users that logged in to Lectern, in an encrypted archive too', async () => {
    expect(await logIn(environment.LECTERN_URL ?? '', 'ada')).toBe(200);
    const { stdout, stderr } = await command('export', path('again'), '--key', 'secret key', '--no-compress');
    expect(stdout).toBe(`${path('again')}.tar.enc\n`);
    expect(stderr).toContain('left out 1 password that Strapi cannot verify');
    await strapi.start(false);
    expect(await strapi.import(stdout.trim(), 'secret key')).toContain('completed successfully');
    expect(await logIn((await strapi.start(true)).url, 'ada')).toBe(400);
  });
});
