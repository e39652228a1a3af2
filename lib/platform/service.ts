// Makes the Service: the schema, database, configuration and clock that every operation of a process uses.
import { Access, restrictCallers } from './access/index.ts';
import { signerOf, type Signer } from './bucket/index.ts';
import {
  checkCache,
  linkTemplates,
  checkSearch,
  checkUpload,
  applyDeployment,
  readSecrets,
  checkRegisterFields,
  requireTokenSecret,
  withParameters,
  type Config,
  type Secrets,
} from './config/index.ts';
import {
  functionConnections,
  openDatabase,
  patientConnections,
  Readiness,
  Sequences,
  serverConnections,
  type Database,
} from './db/index.ts';
import type { Extensions } from './extensions/index.ts';
import { LocaleStore } from './locales/index.ts';
import { newDocumentId } from './newDocumentId.ts';
import { checkMail } from './mail/index.ts';
import type { ScryptCost } from './passwords.ts';
import type { Schema } from '../schema/index.ts';
import { siteOf, type Site } from './site.ts';

export interface Service {
  readonly schema: Schema;
  readonly database: Database;
  readonly readiness: Readiness;
  readonly sequences: Sequences;
  readonly access: Access;
  readonly locales: LocaleStore;
  readonly config: Config;
  /** The project's own code; undefined: it has none. */
  readonly extensions: Extensions | undefined;
  readonly secrets: Secrets;
  /** Signs the addresses of files; undefined: answers have the stored addresses. */
  readonly signer: Signer | undefined;
  readonly now: () => Date;
  /** A new documentId: 24 characters, a-z0-9. */
  readonly newDocumentId: () => string;
  /** The cost of a password hash, for `passwordsFor`. */
  readonly passwordCost: ScryptCost;
  /** The minimum duration of answers that must not reveal whether a user exists. */
  readonly minimumDurationMs: number;
  /** The most bytes of a picture whose formats are made during the request; larger pictures get theirs after it. */
  readonly maxFormatBytesInRequest: number;
}

/** The values that slow down guessing. */
type GuessingProtection = Pick<Service, 'passwordCost' | 'minimumDurationMs'>;

/**
 * No configuration and no environment variable changes these. The cost is OWASP's minimum for scrypt; each hash contains its
 * cost, so the cost can rise later. The minimum duration is one second, because sending a mail takes less.
 */
const guessingProtection: GuessingProtection = { passwordCost: { N: 2 ** 17, r: 8, p: 1 }, minimumDurationMs: 1_000 };

/**
 * Makes a service on an open database.
 *
 * @param maxFormatBytesInRequest see `Service`
 * @param protection a lower cost and duration, for tests
 */
export const assembleService = (
  database: Database,
  { schema, config, extensions }: Site,
  secrets: Secrets,
  maxFormatBytesInRequest = Infinity,
  { passwordCost, minimumDurationMs }: GuessingProtection = guessingProtection,
): Service => {
  const now = (): Date => new Date();
  const sequences = new Sequences(database.get);
  return {
    schema,
    database,
    readiness: new Readiness(database.get, now),
    sequences,
    access: new Access({
      ...{ db: database.get, schema, secrets, now },
      requiresConfirmation: config.auth.emailConfirmation,
      restrict: restrictCallers(extensions),
    }),
    locales: new LocaleStore({
      ...{ schema, database, sequences, now, newDocumentId, config },
      firstCode: config.defaultLocale,
    }),
    config,
    extensions,
    secrets,
    signer: signerOf(config.upload, process.env, now),
    now,
    newDocumentId,
    passwordCost,
    minimumDurationMs,
    maxFormatBytesInRequest,
  };
};

/**
 * API Gateway waits 30 s. A picture is decoded up to six times, and written again if it is rotated. This limit is about ten
 * million pixels of a PNG, and fifty million of a JPEG.
 */
const maxFormatBytesOnLambda = 16_000_000;

/**
 * @param uri a MongoDB connection string
 * @param protection a lower cost and duration, for tests
 */
export const createService = (site: Site, uri: string, secrets: Secrets, protection?: GuessingProtection): Service =>
  assembleService(openDatabase(uri), site, secrets, Infinity, protection);

/** @throws Error if the environment names no MongoDB */
export const requireUri = ({ MONGODB_URI: uri }: NodeJS.ProcessEnv): string => {
  if (uri !== undefined && uri !== '') return uri;
  throw new Error(
    'MONGODB_URI is not set: set it to the URI of your MongoDB, or start `npm run dev`, which brings its own',
  );
};

/**
 * Makes the service from the environment: `MONGODB_URI`, the site (`siteOf`), the secrets (`readSecrets`) and the settings
 * of a deployment (`applyDeployment`). Each variable may be `ssm:/name`, the name of a parameter with the value. On Lambda the
 * service connects while it reads the site.
 *
 * @param connections those of a process that is no Lambda function
 * @throws Error that says what to set, or that lists every fault of the configuration or of the content types
 */
export const createServiceFromEnvironment = async (
  environment: NodeJS.ProcessEnv,
  connections: typeof patientConnections = patientConnections,
): Promise<Service> => {
  const env = await withParameters(environment);
  const uri = requireUri(env);
  const secrets = readSecrets(env);
  const onLambda = env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
  const database = openDatabase(uri, onLambda ? functionConnections : connections);
  // The first query connects again, and gets the error.
  if (onLambda) database.client().catch(() => undefined);
  const { schema, config, extensions } = await siteOf(env);
  const site = { schema, config: applyDeployment(config, env), extensions };
  return assembleService(database, site, secrets, onLambda ? maxFormatBytesOnLambda : Infinity);
};

let shared: Promise<Service> | undefined;

/** Check the secret of API tokens, and the settings that depend on each other. Each throws an Error that says what to set. */
export const servingChecks = ({
  secrets,
  config,
  schema,
}: Pick<Service, 'secrets' | 'config' | 'schema'>): readonly (() => void)[] => [
  () => {
    requireTokenSecret(secrets);
  },
  () => {
    checkRegisterFields(config.auth, schema);
  },
  () => {
    checkUpload(config.upload);
  },
  () => {
    checkSearch(config.search);
  },
  () => {
    checkMail(config.mail, secrets.smtp);
  },
  () => {
    checkCache(config, schema);
  },
  () => {
    linkTemplates(config.links, schema);
  },
];

/** @throws Error of the first of `servingChecks` that fails */
export const checkServing = (service: Pick<Service, 'secrets' | 'config' | 'schema'>): void => {
  for (const check of servingChecks(service)) check();
};

/**
 * The service with which this process answers requests, made once; after a failure the next call tries again. Throws as
 * `createServiceFromEnvironment` and `checkServing`.
 *
 * @param env that of the first call counts, as do its connections
 */
export const serviceFromEnvironment = (env = process.env, connections = serverConnections): Promise<Service> => {
  shared ??= createServiceFromEnvironment(env, connections)
    .then((service) => {
      checkServing(service);
      return service;
    })
    .catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
  return shared;
};
