// Opens the service for a command and closes it afterwards.
import { resolve } from 'node:path';
// eslint-disable-next-line areas/imports -- the index also imports the code that starts a MongoDB, whose package is not installed everywhere
import { runningMongod } from '../dev/mongod/dataFolder.ts';
import { withSecrets } from '../dev/withSecrets.ts';
import { createServiceFromEnvironment, type Service } from '../../platform/service.ts';

/** The environment; without MONGODB_URI, with the database and the secrets of the `npm run dev` that is running here. */
const resolveEnvironment = async (): Promise<NodeJS.ProcessEnv> => {
  if (process.env.MONGODB_URI !== undefined && process.env.MONGODB_URI !== '') return process.env;
  const running = await runningMongod(resolve('.data/mongodb'));
  return running === undefined
    ? process.env
    : withSecrets({ ...process.env, MONGODB_URI: running }, resolve('.data/secrets.json'));
};

/** @throws Error that says which variable to set when the environment names no database */
export const withService = async (command: (service: Service) => Promise<void>): Promise<void> => {
  const service = await createServiceFromEnvironment(await resolveEnvironment());
  try {
    await command(service);
  } finally {
    await service.database.close();
  }
};
