// Says which database a deployment changes, and refuses another one.
import { withParameters } from '../../lib/platform/config/index.ts';
import { databaseName } from '../../lib/platform/db/index.ts';
import { requireUri } from '../../lib/platform/service.ts';

/** With the hosts as its first group. In a user and a password, `:`, `/` and `@` must be encoded. */
const connectionString = /^mongodb(?:\+srv)?:\/\/(?:[^@/:]*(?::[^@/:]*)?@)?([^@/?]+)(?:\/[^@/?]*)?(?:\?.*)?$/;

/**
 * @param uri a MongoDB connection string
 * @returns `site on cluster.example.mongodb.net`: without the user, the password and the options; undefined for a text that is no
 *   connection string, of which any part may be the password
 */
export const describeDatabase = (uri: string): string | undefined => {
  const [, hosts] = connectionString.exec(uri) ?? [];
  return hosts && `${databaseName(uri)} on ${hosts.toLowerCase().split(',').toSorted().join(',')}`;
};

/** @throws Error if the deploying process names a database that cannot be read */
const callerDatabase = async (reference: string): Promise<string> => {
  const described = await withParameters({ MONGODB_URI: reference }).then(
    (env) => describeDatabase(requireUri(env)),
    () => undefined,
  );
  if (described === undefined)
    throw new Error(
      'MONGODB_URI in your environment cannot be read: unset it. A deployment needs only that of its stage',
    );
  return described;
};

/**
 * @param environment of the functions, and the MONGODB_URI of the deploying process as CALLER_MONGODB_URI
 * @returns the database of the stage
 * @throws Error if the deploying process names another one
 */
export const stageDatabase = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const { CALLER_MONGODB_URI: reference = '', ...env } = environment;
  const database = describeDatabase(requireUri(await withParameters(env)));
  if (database === undefined) throw new Error('The mongodb-uri of the stage is no connection string of MongoDB');
  if (reference === '' || reference === env.MONGODB_URI) return database;
  const named = await callerDatabase(reference);
  if (named !== database)
    throw new Error(
      `MONGODB_URI in your environment names ${named}, but a deployment changes the database of its stage, ${database}: ` +
        'unset MONGODB_URI, or deploy the stage that it belongs to',
    );
  return database;
};
