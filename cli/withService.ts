// Opens the service for a command and closes it afterwards.
import { resolve } from 'node:path';
// eslint-disable-next-line areas/imports -- the index also imports the code that starts a MongoDB, whose package is not installed everywhere
import { readLastPort, runningMongod } from './mongod/dataFolder.ts';
import { lastAddress } from './dev/devAddress.ts';
import { withSecrets } from './dev/withSecrets.ts';
import { isAuditOn, runWithInitiator } from '../lib/platform/audit/index.ts';
import { writeUsersAndFiles } from '../lib/server/writeUsersAndFiles.ts';
import { createServiceFromEnvironment, type Service } from '../lib/platform/service.ts';
import type { Terminal } from './terminal/terminal.ts';

const dataFolder = '.data/mongodb';

/** The MongoDB of `npm run dev` in this folder; if dev is stopped, its database is opened until `close`. */
const openDevMongod = async (
  log: Terminal['log'],
): Promise<{ uri: string; close: () => Promise<void> } | undefined> => {
  const folder = resolve(dataFolder);
  const running = await runningMongod(folder);
  if (running !== undefined) return { uri: running, close: () => Promise.resolve() };
  if ((await readLastPort(folder)) === undefined) return undefined;
  log(`Opening the database of \`npm run dev\` (${dataFolder}), which is not running`);
  const { startMongod } = await import('./mongod/index.ts');
  const { uri, stop } = await startMongod({ dataDir: folder, log });
  return { uri, close: stop };
};

/** The environment with the secrets and the address of `npm run dev` in this folder. */
const devEnvironment = async (env: NodeJS.ProcessEnv, uri: string): Promise<NodeJS.ProcessEnv> => {
  const address = await lastAddress('.');
  const editor = address === undefined ? {} : { LECTERN_EDITOR_URL: env.LECTERN_EDITOR_URL ?? `${address}/editor/` };
  const own = { ...editor, MONGODB_URI: uri, LECTERN_DEVELOPMENT: 'true' };
  return withSecrets({ ...env, ...own }, resolve('.data/secrets.json'));
};

/**
 * @returns the environment with the database and the secrets of the `lectern dev` that is running in this folder; undefined if
 *   there is none, or the environment has the variable MONGODB_URI, which the environment of a deployment has also without a value
 */
export const runningDevEnvironment = async (env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv | undefined> => {
  const uri = env.MONGODB_URI === undefined ? await runningMongod(resolve(dataFolder)) : undefined;
  return uri === undefined ? undefined : devEnvironment(env, uri);
};

/**
 * Opens the service that the environment names; without MONGODB_URI, that of `npm run dev` in this folder, running or not.
 *
 * @throws Error that says which variable to set when there is no database
 */
export const withService = async (
  { env, log }: Pick<Terminal, 'env' | 'log'>,
  command: (service: Service) => Promise<void>,
): Promise<void> => {
  const mongod = (env.MONGODB_URI ?? '') === '' ? await openDevMongod(log) : undefined;
  try {
    const service = await createServiceFromEnvironment(
      mongod === undefined ? env : await devEnvironment(env, mongod.uri),
    );
    writeUsersAndFiles();
    try {
      await (isAuditOn(service)
        ? runWithInitiator({ actor: 'command line' }, () => command(service))
        : command(service));
    } finally {
      await service.database.close();
    }
  } finally {
    await mongod?.close();
  }
};
