// Development secrets are created once and kept.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecrets } from '../../../lib/platform/config/index.ts';
import { withSecrets } from '../../../cli/dev/withSecrets.ts';

let folder: string;
const fileIn = (name: string): string => join(folder, name, 'secrets.json');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('missing secrets are created, each different, in a file that only the user may read', async () => {
  const made = await withSecrets({ HOME: '/home/me' }, fileIn('new'));
  const { tokens, sessions, owner } = readSecrets(made);
  expect(new Set([tokens, owner, ...sessions]).size).toBe(3);
  expect(made.HOME).toBe('/home/me');
  expect((await stat(fileIn('new'))).mode & 0o777).toBe(0o600);
});

it('existing secrets stay the same', async () => {
  const first = await withSecrets({}, fileIn('kept'));
  expect(await withSecrets({}, fileIn('kept'))).toEqual(first);
});

it('secrets in the environment take precedence, and are not stored', async () => {
  const environment = { LECTERN_TOKEN_SECRET: 'x'.repeat(32), LECTERN_JWT_SECRET: '', LECTERN_OWNER_TOKEN: undefined };
  const all = await withSecrets(environment, fileIn('given'));
  expect(all.LECTERN_TOKEN_SECRET).toBe('x'.repeat(32));
  expect(all.LECTERN_JWT_SECRET).toMatch(/^[0-9a-f]{64}$/);
  expect(all.LECTERN_OWNER_TOKEN).toMatch(/^[0-9a-f]{64}$/);
  expect(await readFile(fileIn('given'), 'utf8')).not.toContain('xxx');
});

it('a single missing secret is created, and the others stay', async () => {
  const { LECTERN_OWNER_TOKEN: owner, ...first } = await withSecrets({}, fileIn('part'));
  await writeFile(fileIn('part'), JSON.stringify(first));
  const second = await withSecrets({}, fileIn('part'));
  expect(second).toMatchObject(first);
  expect(second.LECTERN_OWNER_TOKEN).not.toBe(owner);
});

it('a file that is not JSON is not overwritten, and the error names it', async () => {
  await withSecrets({}, fileIn('broken'));
  await writeFile(fileIn('broken'), '{"LECTERN_');
  await expect(withSecrets({}, fileIn('broken'))).rejects.toThrow(`${fileIn('broken')} is not JSON`);
  expect(await readFile(fileIn('broken'), 'utf8')).toBe('{"LECTERN_');
});
