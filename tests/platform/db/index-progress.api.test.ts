// Long index builds: Lectern logs their progress.
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { formatProgress, logBuildProgress } from '../../../lib/platform/db/logBuildProgress.ts';
import { freshDatabase } from '../../setup/database.ts';

const { uri, name } = freshDatabase();
const client = new MongoClient(uri);
afterAll(() => client.close());
const db = client.db(name);

it.each<[msg: string, progress: { readonly done: number; readonly total: number } | undefined, expected: string]>([
  [
    'Index Build: scanning collection Index Build: scanning collection: 20/80 25%',
    { done: 20, total: 80 },
    'scanning collection, 25 %',
  ],
  ['Index Build: draining writes received during build', undefined, 'draining writes received during build'],
  ['Index Build: scanning collection', { done: 0, total: 0 }, 'scanning collection'],
])('formats the progress: %s', (msg, progress, expected) => {
  expect(formatProgress({ msg, ...(progress === undefined ? {} : { progress }) })).toBe(expected);
});

it('logs until the build ends, even if MongoDB reports no progress', async () => {
  const lines: string[] = [];
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  const log = (line: string): void => {
    if (lines.push(line) === 2) end();
  };
  await logBuildProgress(db, { collectionName: 'notes' }, work, log, 1);
  expect(lines.slice(0, 2)).toEqual(['notes: being built', 'notes: being built']);
});
