// The service of a command: opened for it, closed after it.
import { resolve } from 'node:path';
// eslint-disable-next-line areas/direction -- the index brings along what starts a MongoDB, which is not installed everywhere
import { runningMongod } from '../dev/mongod/data.ts';
import { withSecrets } from '../dev/secrets.ts';
import { serviceOf, type Service } from '../../platform/service.ts';

/** Where the documents are, and the secrets: as the environment says, else those of an `npm run dev` that is running here. */
const environment = async (): Promise<NodeJS.ProcessEnv> => {
  if (process.env.MONGODB_URI !== undefined && process.env.MONGODB_URI !== '') return process.env;
  const running = await runningMongod(resolve('.data/mongodb'));
  return running === undefined
    ? process.env
    : withSecrets({ ...process.env, MONGODB_URI: running }, resolve('.data/secrets.json'));
};

/** @throws Error saying what to set when the environment does not say where the documents are */
export const withService = async (command: (service: Service) => Promise<void>): Promise<void> => {
  const service = await serviceOf(await environment());
  try {
    await command(service);
  } finally {
    await service.database.close();
  }
};
