// Starts a Strapi with the documents of the benchmark, on PostgreSQL if it is installed, otherwise on SQLite.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { startProcess, type ServerProcess } from '../processes.ts';
import { writeApplication, type Connection } from './application.ts';
import { installStrapi, type Client } from './install.ts';
import { findPostgres, startPostgres } from './postgres.ts';

export interface StrapiServer extends ServerProcess {
  /** A full-access token. */
  readonly token: string;
  /** Name and version of its database. */
  readonly database: string;
}

interface StrapiDatabase {
  readonly client: Client;
  readonly name: string;
  readonly connection: Connection;
}

const program = 'dist/bench/strapi.server.mjs';
const environment = { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true', STRAPI_HIDE_STARTUP_MESSAGE: 'true' };

const openDatabase = async (folder: string, ending: Shutdown): Promise<StrapiDatabase> => {
  const programs = await findPostgres();
  if (programs === undefined) {
    const connection = { filename: join(folder, 'data.db') };
    return { client: 'sqlite', name: 'SQLite', connection: { client: 'sqlite', connection, useNullAsDefault: true } };
  }
  const { port, version, stop } = await startPostgres(programs);
  ending.add(stop);
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
  return { client: 'postgres', name: `PostgreSQL ${version}`, connection: { client: 'postgres', connection } };
};

/** In a process of its own, so that its memory does not count. */
const fillDatabase = async (folder: string, documents: number): Promise<void> => {
  const filling = spawn(process.execPath, ['--enable-source-maps', program, folder, 'fill', String(documents)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(filling, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Strapi could not be filled: it ended with ${String(code)}`);
};

/** @param ending stops everything that this starts @param plugins as of `writeApplication` */
export const openStrapi = async (
  contentTypes: string,
  documents: number,
  ending: Shutdown,
  log: (line: string) => void,
  plugins: readonly string[] = [],
): Promise<StrapiServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-strapi-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const { client, name, connection } = await openDatabase(folder, ending);
  await writeApplication(folder, await installStrapi(client, log), contentTypes, connection, plugins);
  log(`Loading ${documents} articles into Strapi on ${name}`);
  await fillDatabase(folder, documents);
  const server = await startProcess(['--enable-source-maps', program, folder, 'serve'], environment);
  ending.add(server.stop);
  return { ...server, token: await readFile(join(folder, 'token'), 'utf8'), database: name };
};
