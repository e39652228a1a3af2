// Opens the service for a command and closes it afterwards.
import { resolve } from 'node:path';
// eslint-disable-next-line areas/imports -- the index also imports the code that starts a MongoDB, whose package is not installed everywhere
import { runningMongod } from '../dev/mongod/dataFolder.ts';
import { lastAddress } from '../dev/devAddress.ts';
import { withSecrets } from '../dev/withSecrets.ts';
import { createServiceFromEnvironment, type Service } from '../../platform/service.ts';
import type { Terminal } from './terminal.ts';

/** @returns the environment; without MONGODB_URI, with the database, the secrets and the address of the `npm run dev` that is running here. */
const resolveEnvironment = async (env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
  if (env.MONGODB_URI !== undefined && env.MONGODB_URI !== '') return env;
  const running = await runningMongod(resolve('.data/mongodb'));
  if (running === undefined) return env;
  const address = await lastAddress('.');
  const editor = address === undefined ? {} : { LECTERN_EDITOR_URL: env.LECTERN_EDITOR_URL ?? `${address}/editor/` };
  return withSecrets({ ...env, ...editor, MONGODB_URI: running }, resolve('.data/secrets.json'));
};

/** @throws Error that says which variable to set when the environment names no database */
export const withService = async (
  { env }: Pick<Terminal, 'env'>,
  command: (service: Service) => Promise<void>,
): Promise<void> => {
  const service = await createServiceFromEnvironment(await resolveEnvironment(env));
  try {
    await command(service);
  } finally {
    await service.database.close();
  }
};
