// What a process serves with: the schema, the database, the locales, the clock. Made once, handed to every operation.
import { Access } from './access/index.ts';
import { signerOf, type Signer } from './bucket/index.ts';
import {
  checkCache,
  checkUpload,
  deployed,
  readSecrets,
  registerFields,
  tokenSecretOf,
  withParameters,
  type Config,
  type Secrets,
} from './config/index.ts';
import {
  functionConnections,
  openDatabase,
  Readiness,
  Sequences,
  serverConnections,
  type Database,
} from './db/index.ts';
import { Locales } from './locales/index.ts';
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
  readonly locales: Locales;
  readonly config: Config;
  readonly secrets: Secrets;
  /** Signs the addresses of files; undefined: they are answered as they are stored. */
  readonly signer: Signer | undefined;
  readonly now: () => Date;
  /** A new documentId: 24 characters, a-z0-9. */
  readonly newDocumentId: () => string;
  /** What a password costs to hash: `passwordsFor`. */
  readonly passwordCost: ScryptCost;
  /** How long at least an answer takes that must not reveal whether a user exists. */
  readonly minimumDurationMs: number;
  /** Bytes of a picture whose formats are made while its request waits; those of larger ones are made after it. */
  readonly formatsInRequest: number;
}

/** What keeps guessing slow. */
type Slowness = Pick<Service, 'passwordCost' | 'minimumDurationMs'>;

/**
 * No configuration and no environment variable changes it. The cost is OWASP's minimum for scrypt; it is stored with each
 * hash, so it can be raised later. A mail is sent within a second.
 */
const slowness: Slowness = { passwordCost: { N: 2 ** 17, r: 8, p: 1 }, minimumDurationMs: 1_000 };

const serviceWith = (
  database: Database,
  { schema, config }: Site,
  secrets: Secrets,
  formatsInRequest: number,
  { passwordCost, minimumDurationMs } = slowness,
): Service => {
  const now = (): Date => new Date();
  const sequences = new Sequences(database.get);
  return {
    schema,
    database,
    readiness: new Readiness(database.get, now),
    sequences,
    access: new Access({ db: database.get, schema, secrets, confirmed: config.auth.emailConfirmation, now }),
    locales: new Locales({ schema, database, sequences, now, newDocumentId, firstCode: config.defaultLocale }),
    config,
    secrets,
    signer: signerOf(config.upload, process.env, now),
    now,
    newDocumentId,
    passwordCost,
    minimumDurationMs,
    formatsInRequest,
  };
};

/**
 * API Gateway waits 30 s, and a picture is decoded up to six times, and written anew where it was turned: of a PNG these
 * are some ten million pixels, of a JPEG fifty.
 */
const formatsInLambda = 16_000_000;

/**
 * @param uri where the documents are, as MongoDB writes it
 * @param less what keeps guessing slow, for tests
 */
export const createService = (
  schema: Schema,
  uri: string,
  secrets: Secrets,
  config: Config,
  less?: Slowness,
): Service => serviceWith(openDatabase(uri), { schema, config }, secrets, Infinity, less);

/**
 * The service that an environment describes: `MONGODB_URI`, the site (`siteOf`), the secrets (`readSecrets`), and what a
 * deployment says of itself (`deployed`). Any of them may be `ssm:/name`, a parameter that holds it. On Lambda it
 * connects while the site is read.
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
  const secrets = readSecrets(env);
  const onLambda = env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
  const database = openDatabase(uri, onLambda ? functionConnections : serverConnections);
  // Whoever needs the connection asks again, and is told what is wrong with it.
  if (onLambda) database.client().catch(() => undefined);
  const { schema, config } = await siteOf(env);
  const site = { schema, config: deployed(config, env) };
  return serviceWith(database, site, secrets, onLambda ? formatsInLambda : Infinity);
};

let shared: Promise<Service> | undefined;

/**
 * A service that answers requests: there are tokens to ask with, and its configuration fits.
 *
 * @throws Error as `serviceOf`, and saying what else to set
 */
export const servingOf = async (env: NodeJS.ProcessEnv): Promise<Service> => {
  const service = await serviceOf(env);
  tokenSecretOf(service.secrets);
  registerFields(service.config.auth, service.schema);
  checkUpload(service.config.upload);
  checkMail(service.config.mail, service.secrets.smtp);
  checkCache(service.config, service.schema);
  return service;
};

/** The service of this process, made once; an attempt that failed is made again. Throws as `servingOf`. */
export const serviceFromEnvironment = (): Promise<Service> => {
  shared ??= servingOf(process.env).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
};
