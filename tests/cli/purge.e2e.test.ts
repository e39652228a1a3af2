// The command `lectern purge status`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { countPurge } from '../../lib/events/purge/index.ts';
import { storeKeys } from '../../lib/events/purge/storedPurges.ts';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';

const { uri } = freshDatabase();
const client = new MongoClient(uri);
const folder = mkdtempSync(join(tmpdir(), 'lectern-purge-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await client.close();
});

const statusWith = (purge: object) => {
  const LECTERN_CONFIG = join(folder, 'lectern.json');
  writeFileSync(LECTERN_CONFIG, JSON.stringify({ cache: { purge } }));
  return lectern(['purge', 'status'], { MONGODB_URI: uri, LECTERN_CONFIG });
};

it('prints what waits, and what the purges of this month cost', async () => {
  const now = new Date();
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  await countPurge(client.db(), lastMonth, { keys: 1_000, paths: 1_000 });
  for (const paths of [2, 1]) await countPurge(client.db(), now, { keys: 300, paths });
  const since = new Date(now.getTime() - 60_000);
  await storeKeys(client.db(), ['a', 'b'], since);
  await storeKeys(client.db(), ['b', 'c'], now);
  const { code, stdout, stderr } = await statusWith({ provider: 'cloudfront' });
  expect([code, stdout]).toEqual([
    0,
    'this month (UTC): 600 keys in 2 requests to cloudfront\n' +
      '3 of the 1000 free paths of a month, which all distributions of the account share\n',
  ]);
  expect(stderr).toContain(`3 keys waiting to be purged, since ${since.toISOString()}\nno relay is running`);
});

it('prints no paths for another cache', async () => {
  const { stdout } = await statusWith({ provider: 'http', urls: ['http://127.0.0.1/'] });
  expect(stdout).toBe('this month (UTC): 600 keys in 2 requests to http\n');
});

it('fails if no cache is purged', async () => {
  expect(await statusWith({})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No cache is purged: cache.purge.provider is none') as string,
  });
});
