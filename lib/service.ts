// What a process serves with: the schema, the database, the clock. Made once, handed to every operation.
import { init } from '@paralleldrive/cuid2';
import { config } from './config.ts';
import { openDatabase, Sequences, type Database } from './db/index.ts';
import { loadSchema, type Schema } from './schema/index.ts';

export interface Service {
  readonly schema: Schema;
  readonly database: Database;
  readonly sequences: Sequences;
  readonly config: typeof config;
  readonly now: () => Date;
  /** A new documentId: 24 characters, a-z0-9. */
  readonly newDocumentId: () => string;
}

/** @param uri where the documents are, as MongoDB writes it */
export const createService = (schema: Schema, uri: string): Service => {
  const database = openDatabase(uri);
  return {
    schema,
    database,
    sequences: new Sequences(database.get),
    config,
    now: () => new Date(),
    newDocumentId: init({ length: 24 }),
  };
};

let shared: Promise<Service> | undefined;

/**
 * The service of this process, from `MONGODB_URI` and `CONTENT_TYPES` (default `content-types`).
 *
 * @throws Error saying what to set, or every fault of the content types
 */
export const serviceFromEnvironment = (): Promise<Service> => {
  shared ??= fromEnvironment(process.env).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
};

/** The folder of content types that the environment names. */
export const contentTypesFolder = (env: NodeJS.ProcessEnv): string =>
  env.CONTENT_TYPES === undefined || env.CONTENT_TYPES === '' ? 'content-types' : env.CONTENT_TYPES;

const fromEnvironment = async (env: NodeJS.ProcessEnv): Promise<Service> => {
  const uri = env.MONGODB_URI;
  if (uri === undefined || uri === '')
    throw new Error(
      'MONGODB_URI is not set: give it the URI of your MongoDB, or use `npm run dev`, which brings its own',
    );
  const { schema } = await loadSchema(contentTypesFolder(env));
  return createService(schema, uri);
};
