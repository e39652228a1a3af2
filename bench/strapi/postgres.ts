// Starts a PostgreSQL of its own, with the settings that a new cluster has, in a temporary folder.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../tests/setup/port.ts';

const execute = promisify(execFile);

export interface Postgres {
  readonly port: number;
  readonly version: string;
  /** Ends it and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** The folder with the programs of PostgreSQL; undefined if it is not installed. */
export const findPostgres = async (): Promise<string | undefined> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '' || !existsSync(join(folder, 'postgres'))) continue;
    // Distributions link `postgres` from a folder that has no `initdb`.
    const programs = dirname(await realpath(join(folder, 'postgres')));
    if (existsSync(join(programs, 'initdb'))) return programs;
  }
  return undefined;
};

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const idOf = async (option: '-u' | '-g'): Promise<number> => Number((await execute('id', [option, 'postgres'])).stdout);

/** PostgreSQL refuses to run as root, so its own account runs it then. */
const accountOf = async (): Promise<Account> =>
  process.getuid?.() === 0 ? { uid: await idOf('-u'), gid: await idOf('-g') } : {};

const startTimeoutMs = 30_000;

const waitUntilReady = async (programs: string, port: number): Promise<void> => {
  const deadline = Date.now() + startTimeoutMs;
  const args = ['--host=127.0.0.1', `--port=${port}`, '--quiet'];
  for (;;) {
    const ready = await execute(join(programs, 'pg_isready'), args).then(
      () => true,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error('PostgreSQL did not start');
    await setTimeout(100);
  }
};

/**
 * The superuser is `postgres`, without a password, and so is the database.
 *
 * @param programs the folder of `findPostgres`
 */
export const startPostgres = async (programs: string): Promise<Postgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
  const account = await accountOf();
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, ...account };
  const initialize = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await execute(join(programs, 'initdb'), initialize, options);
  const port = await freePort();
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', folder], {
    ...options,
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    // Ends its connections, too.
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(programs, port);
    const { stdout } = await execute(join(programs, 'postgres'), ['--version']);
    return { port, version: /\d+(?:\.\d+)*/.exec(stdout)?.[0] ?? '', stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
