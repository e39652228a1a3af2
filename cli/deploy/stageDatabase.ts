// Says which database a deployment changes, and refuses another one.
import { withParameters } from '../../lib/platform/config/index.ts';
import { databaseName } from '../../lib/platform/db/index.ts';
import { requireUri } from '../../lib/platform/service.ts';

/**
 * @param uri a MongoDB connection string
 * @returns `site on cluster.example.mongodb.net`: without the user, the password and the options
 */
export const describeDatabase = (uri: string): string => {
  const [, hosts = ''] = /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri) ?? [];
  return `${databaseName(uri)} on ${hosts.toLowerCase().split(',').toSorted().join(',')}`;
};

/**
 * @param environment of the functions, and the MONGODB_URI of the deploying process as CALLER_MONGODB_URI
 * @returns the database of the stage
 * @throws Error if the deploying process names another one
 */
export const stageDatabase = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const { CALLER_MONGODB_URI: reference = '', ...env } = environment;
  const database = describeDatabase(requireUri(await withParameters(env)));
  if (reference === '' || reference === env.MONGODB_URI) return database;
  const named = describeDatabase(requireUri(await withParameters({ MONGODB_URI: reference })));
  if (named !== database)
    throw new Error(
      `MONGODB_URI in your environment names ${named}, but a deployment changes the database of its stage, ${database}: ` +
        'unset MONGODB_URI, or deploy the stage that it belongs to',
    );
  return database;
};
