// What a process serves with: the schema, the database, the locales, the clock. Made once, handed to every operation.
import { init } from '@paralleldrive/cuid2';
import { Access } from './access/index.ts';
import {
  checkUpload,
  defaultConfig,
  deployed,
  readConfig,
  readSecrets,
  registerFields,
  tokenSecretOf,
  withParameters,
  type Config,
  type Secrets,
} from './config/index.ts';
import { checkIndexLimits, openDatabase, Sequences, type Database } from './db/index.ts';
import { Locales } from './locales/index.ts';
import { checkMail, mailerOf, type Mailer } from './mail/index.ts';
import type { Query } from './query/index.ts';
import { Recent } from './recent.ts';
import { loadSchema, type Schema } from './schema/index.ts';

export interface Service {
  readonly schema: Schema;
  readonly database: Database;
  readonly sequences: Sequences;
  readonly access: Access;
  readonly locales: Locales;
  readonly queries: Recent<Query>;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly mail: Mailer;
  readonly now: () => Date;
  /** A new documentId: 24 characters, a-z0-9. */
  readonly newDocumentId: () => string;
}

/** A site asks for the same few hundred over and over. */
const keptQueries = 500;

/** @param uri where the documents are, as MongoDB writes it */
export const createService = (
  schema: Schema,
  uri: string,
  secrets: Secrets,
  config: Config = defaultConfig,
): Service => {
  const database = openDatabase(uri);
  const now = (): Date => new Date();
  const sequences = new Sequences(database.get);
  const newDocumentId = init({ length: 24 });
  return {
    schema,
    database,
    sequences,
    access: new Access({ db: database.get, schema, secrets, confirmed: config.auth.emailConfirmation, now }),
    locales: new Locales({ schema, database, sequences, now, newDocumentId, firstCode: config.defaultLocale }),
    queries: new Recent(keptQueries),
    config,
    secrets,
    mail: mailerOf(config.mail, secrets.smtp),
    now,
    newDocumentId,
  };
};

/** The folder of content types that the environment names. */
export const contentTypesFolder = ({ CONTENT_TYPES: folder }: NodeJS.ProcessEnv): string =>
  folder === undefined || folder === '' ? 'content-types' : folder;

/**
 * The service that an environment describes: `MONGODB_URI`, `CONTENT_TYPES` (default `content-types`),
 * `LECTERN_CONFIG` (default `lectern.json`, where there is one), the secrets (`readSecrets`), and what
 * a deployment says of itself (`deployed`). Any of them may be `ssm:/name`, a parameter that holds it.
 *
 * @throws Error saying what to set, or every fault of the configuration or of the content types
 */
export const serviceOf = async (given: NodeJS.ProcessEnv): Promise<Service> => {
  const env = await withParameters(given);
  const uri = env.MONGODB_URI;
  if (uri === undefined || uri === '')
    throw new Error(
      'MONGODB_URI is not set: give it the URI of your MongoDB, or start `npm run dev`, which brings its own',
    );
  const config = deployed(await readConfig(env), env);
  const { schema } = await loadSchema(contentTypesFolder(env));
  checkIndexLimits(schema);
  return createService(schema, uri, readSecrets(env), config);
};

let shared: Promise<Service> | undefined;

/** A service that answers requests: there are tokens to ask with, and its configuration fits. */
const serving = async (env: NodeJS.ProcessEnv): Promise<Service> => {
  const service = await serviceOf(env);
  tokenSecretOf(service.secrets);
  registerFields(service.config.auth, service.schema);
  checkUpload(service.config.upload);
  checkMail(service.config.mail, service.secrets.smtp);
  return service;
};

/** The service of this process, made once; an attempt that failed is made again. Throws as `serviceOf`. */
export const serviceFromEnvironment = (): Promise<Service> => {
  shared ??= serving(process.env).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
};
