import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDataFolder, readLastPort } from '../../../cli/mongod/dataFolder.ts';
import { runningMongod, startMongod } from '../../../cli/mongod/index.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { typeFile } from '../../setup/schema.ts';
import { spawnLectern } from '../run.ts';

const log = (): void => undefined;

const use = async <T>(uri: string, what: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = await new MongoClient(uri).connect();
  try {
    return await what(client);
  } finally {
    await client.close();
  }
};

const write = (uri: string): Promise<unknown> =>
  use(uri, (client) =>
    client.withSession((session) =>
      session.withTransaction(() => client.db('kept').collection('runs').insertOne({}, { session })),
    ),
  );

const count = (uri: string): Promise<number> =>
  use(uri, (client) => client.db('kept').collection('runs').countDocuments());

describe('startMongod', () => {
  let folder = '';
  /** The one of the last test: each start needs seconds. */
  let mongod: Awaited<ReturnType<typeof startMongod>>;
  const pid = async (): Promise<number> => Number(await readFile(join(folder, 'mongod.lock'), 'utf8'));
  let project = '';
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'lectern-data-'));
    folder = join(project, '.data/mongodb');
  });
  afterAll(async () => {
    await mongod.stop();
    await rm(project, { recursive: true });
  });

  test('is found while it runs, and locks its folder', async () => {
    mongod = await startMongod({ dataDir: folder, log });
    expect(await runningMongod(folder)).toBe(mongod.uri);
    await expect(claimDataFolder(folder, log, 0)).rejects.toThrow(/Another Lectern is running .* MONGODB_URI/);
    await write(mongod.uri);
    await mongod.stop();
    expect(await runningMongod(folder)).toBeUndefined();
  });

  test('keeps its data between runs, at the same port', async () => {
    const { uri } = mongod;
    mongod = await startMongod({ dataDir: folder, log });
    expect(mongod.uri).toBe(uri);
    expect(await count(mongod.uri)).toBe(1);
  });

  test('gives its database and its secrets to `lectern check`', async () => {
    await mkdir(join(project, 'content-types'));
    await writeFile(join(project, 'content-types/note.json'), typeFile('note', { title: { type: 'string' } }));
    const { code, stderr } = await spawnLectern(['check'], {}, [resolve('bin/lectern.js')], project);
    expect([code, stderr]).toEqual([0, expect.stringContaining('that runs here')]);
  });

  test.runIf(isLong)('starts again after it was killed, on another port if its own is taken', async () => {
    process.kill(await pid(), 'SIGKILL');
    await mongod.ended;
    const port = await readLastPort(folder);
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(other, 'listening');
    mongod = await startMongod({ dataDir: folder, log });
    other.close();
    expect(await readLastPort(folder)).not.toBe(port);
    await write(mongod.uri);
    expect(await count(mongod.uri)).toBe(2);
  });

  test.runIf(isLong)('waits for one that no longer answers and has the folder open', async () => {
    const ending = mongod;
    const stopped = await pid();
    process.kill(stopped, 'SIGSTOP');
    setTimeout(() => process.kill(stopped, 'SIGKILL'), 2_500);
    mongod = await startMongod({ dataDir: folder, log });
    await ending.ended;
    expect(await count(mongod.uri)).toBe(2);
  });

  test('without a data folder leaves neither a process nor data behind', async () => {
    const tempDir = join(folder, 'temporary');
    await mkdir(tempDir);
    const temporary = await startMongod({ tempDir, log });
    const [data = ''] = await readdir(tempDir);
    const temporaryPid = Number(await readFile(join(tempDir, data, 'mongod.lock'), 'utf8'));
    await write(temporary.uri);
    await temporary.stop();
    expect(() => process.kill(temporaryPid, 0)).toThrow('ESRCH');
    expect(await readdir(tempDir)).toEqual([]);
  });

  test('ends in a program that waits for nothing else', async () => {
    const contents = `
      import { startMongod } from './cli/mongod/index.ts';
      const mongod = await startMongod({ log: () => undefined });
      await mongod.stop();
      console.log('stopped');`;
    const outfile = resolve('dist/tests/stopMongod.mjs');
    await build({
      ...{ stdin: { contents, resolveDir: process.cwd(), loader: 'ts' }, outfile },
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm' },
    });
    expect((await promisify(execFile)(process.execPath, [outfile])).stdout).toBe('stopped\n');
  });
});
