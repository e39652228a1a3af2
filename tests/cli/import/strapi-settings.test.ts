// Sets what clients of Strapi expect in a configuration file, and keeps the rest of it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setStrapiSettings } from '../../../cli/import/index.ts';

const set = { componentIds: true, defaultOrder: 'id' };
const auth = { passwords: { keepBcrypt: true } };
const names = ['api.rest.componentIds', 'api.rest.defaultOrder', 'auth.passwords.keepBcrypt'];
let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-config-'));
  file = join(folder, 'lectern.json');
});
afterEach(() => rm(folder, { recursive: true }));

it.each<[name: string, before: object | undefined, after: object]>([
  ['makes the file', undefined, { api: { rest: set }, auth }],
  [
    'keeps other settings',
    { http: { cors: {} }, api: { rest: { maxLimit: 50 } }, auth: { passwords: { minLength: 8 } } },
    {
      ...{ http: { cors: {} }, api: { rest: { ...set, maxLimit: 50 } } },
      auth: { passwords: { ...auth.passwords, minLength: 8 } },
    },
  ],
])('%s', async (_name, before, after) => {
  if (before !== undefined) await writeFile(file, JSON.stringify(before));
  expect(await setStrapiSettings({ LECTERN_CONFIG: file })).toEqual({ file, names });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(after);
});

it('leaves a file that sets them', async () => {
  const text =
    '{"api":{"rest":{"componentIds":false,"defaultOrder":"createdAt"}},"auth":{"passwords":{"keepBcrypt":false}}}';
  await writeFile(file, text);
  expect(await setStrapiSettings({ LECTERN_CONFIG: file })).toEqual({ file, names: [] });
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('reads a file with a byte order mark, as the server does', async () => {
  await writeFile(file, '\uFEFF{"docs":false}');
  expect(await setStrapiSettings({ LECTERN_CONFIG: file })).toEqual({ file, names });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ docs: false, api: { rest: set }, auth });
});
