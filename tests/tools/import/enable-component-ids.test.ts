// Turns on the ids of components in a configuration file, and keeps the rest of it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enableComponentIds } from '../../../lib/tools/import/index.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-config-'));
  file = join(folder, 'lectern.json');
});
afterEach(() => rm(folder, { recursive: true }));

it.each<[name: string, before: object | undefined, after: object]>([
  ['makes the file', undefined, { api: { rest: { componentIds: true } } }],
  [
    'keeps other settings',
    { http: { cors: {} }, api: { rest: { maxLimit: 50 } } },
    { http: { cors: {} }, api: { rest: { maxLimit: 50, componentIds: true } } },
  ],
])('%s', async (_name, before, after) => {
  if (before !== undefined) await writeFile(file, JSON.stringify(before));
  expect(await enableComponentIds({ LECTERN_CONFIG: file })).toBe(file);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(after);
});

it('leaves a file that sets them', async () => {
  const text = '{"api":{"rest":{"componentIds":false}}}';
  await writeFile(file, text);
  expect(await enableComponentIds({ LECTERN_CONFIG: file })).toBeUndefined();
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('reads a file with a byte order mark, as the server does', async () => {
  await writeFile(file, '\uFEFF{"docs":false}');
  expect(await enableComponentIds({ LECTERN_CONFIG: file })).toBe(file);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ docs: false, api: { rest: { componentIds: true } } });
});
