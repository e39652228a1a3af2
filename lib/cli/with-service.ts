// The service of a command: opened for it, closed after it.
import { resolve } from 'node:path';
// Past the folder's index on purpose: that brings along what starts a MongoDB, which is not installed everywhere.
import { runningMongod } from '../dev/mongod/data.ts';
import { serviceOf, type Service } from '../service.ts';

/** Where the documents are: as the environment says, else in the MongoDB of an `npm run dev` that is running here. */
const environment = async (): Promise<NodeJS.ProcessEnv> => {
  if (process.env.MONGODB_URI !== undefined && process.env.MONGODB_URI !== '') return process.env;
  const running = await runningMongod(resolve('.data/mongodb'));
  return running === undefined ? process.env : { ...process.env, MONGODB_URI: running };
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
