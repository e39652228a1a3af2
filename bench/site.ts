// Opens a database full of articles, and starts the product and the floor on it.
import { MongoClient, type Db } from 'mongodb';
import { Sequences } from '../lib/platform/db/index.ts';
import type { Schema } from '../lib/schema/index.ts';
import { createToken } from '../lib/accounts/tokens/index.ts';
import type { Subject } from './cases/index.ts';
import { loadDocuments } from './data/load.ts';
import { startProcess, type ServerProcess } from './processes.ts';

export interface Site extends Subject {
  readonly product: ServerProcess;
  readonly floor: ServerProcess;
  /** A full-access token. */
  readonly token: string;
  /** Stops the servers and drops the database. */
  readonly close: () => Promise<void>;
}

export interface SiteOptions {
  /** The URI of a MongoDB; the benchmark uses its own database and not the one in the path. */
  readonly uri: string;
  readonly schema: Schema;
  readonly contentTypes: string;
  readonly documents: number;
  readonly profile: string | undefined;
}

const withDatabase = (uri: string, name: string): string =>
  uri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);

const getter =
  (url: string, token: string) =>
  async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} answers ${response.status}: ${await response.text()}`);
    return response.json();
  };

const secret = 'a secret for the tokens of benchmarks, and of nobody else';

const startServers = async (
  uri: string,
  { contentTypes, profile }: SiteOptions,
): Promise<{ readonly product: ServerProcess; readonly floor: ServerProcess }> => {
  const env = {
    MONGODB_URI: uri,
    LECTERN_TOKEN_SECRET: secret,
    CONTENT_TYPES: contentTypes,
    HOST: '127.0.0.1',
    PORT: '0',
    NODE_ENV: 'production',
  };
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const product = await startProcess([...profiling, 'bin/start.js', '--built'], env);
  try {
    return { product, floor: await startProcess(['--enable-source-maps', 'dist/bench/floor.mjs'], env) };
  } catch (error) {
    await product.stop();
    throw error;
  }
};

const fillDatabase = async (db: Db, { schema, documents }: SiteOptions): Promise<string> => {
  await loadDocuments(db, schema, documents);
  const get = (): Promise<Db> => Promise.resolve(db);
  const context = {
    database: { get },
    sequences: new Sequences(get),
    secrets: { tokens: secret },
    now: () => new Date(),
  };
  return (await createToken(context, { name: 'bench', type: 'full-access' })).accessKey;
};

/** Loads a new database and starts both servers on it. If it throws, it has dropped the database. */
export const openSite = async (options: SiteOptions): Promise<Site> => {
  const name = `lectern-bench-${process.pid}-${options.documents}`;
  const client = await new MongoClient(options.uri).connect();
  const db = client.db(name);
  const drop = async (): Promise<void> => {
    await db.dropDatabase();
    await client.close();
  };
  try {
    const token = await fillDatabase(db, options);
    const { product, floor } = await startServers(withDatabase(options.uri, name), options);
    const close = async (): Promise<void> => {
      await Promise.all([product.stop(), floor.stop()]);
      await drop();
    };
    return { db, documents: options.documents, product, floor, token, get: getter(product.url, token), close };
  } catch (error) {
    await drop();
    throw error;
  }
};
