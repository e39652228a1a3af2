// Opens a database full of articles, and starts the product on it, with the floor or without.
import { setTimeout } from 'node:timers/promises';
import { MongoClient, type Db } from 'mongodb';
import type { Schema } from '../lib/schema/index.ts';
import { createBenchToken, tokenSecret } from './benchToken.ts';
import type { Subject } from './cases/index.ts';
import { loadDocuments } from './data/load.ts';
import { startProcess, type ServerProcess } from './processes.ts';

/** A database that the product serves. */
export interface ProductSite extends Subject {
  readonly product: ServerProcess;
  /** The URI of its database. */
  readonly uri: string;
  /** A full-access token. */
  readonly token: string;
  /** Sends a write. @throws Error unless it succeeds */
  readonly send: (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => Promise<void>;
  /** Stops the servers and drops the database. */
  readonly close: () => Promise<void>;
}

/** A database that product and floor serve. */
export interface Site extends ProductSite {
  readonly floor: ServerProcess;
}

export interface SiteOptions {
  /** The URI of a MongoDB; the benchmark uses its own database and not the one in the path. */
  readonly uri: string;
  readonly schema: Schema;
  readonly contentTypes: string;
  readonly documents: number;
  /** Fills the database; with articles if undefined. */
  readonly load?: (db: Db, schema: Schema, documents: number) => Promise<void>;
  readonly profile?: string | undefined;
  /** The path of the product's `lectern.json`; the defaults if undefined. */
  readonly configuration?: string;
  /** The path of a built module of extensions; none if undefined. */
  readonly extensions?: string;
  /** The name of a database that stays after the run, so `load` may find it full; a new one that is dropped if undefined. */
  readonly keptDatabase?: string | undefined;
}

export const withDatabase = (uri: string, name: string): string =>
  uri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);

const getter =
  (url: string, token: string) =>
  async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} answers ${response.status}: ${await response.text()}`);
    return response.json();
  };

const sender =
  (url: string, token: string): ProductSite['send'] =>
  async (method, path, data) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = data === undefined ? null : JSON.stringify({ data });
    const response = await fetch(url + path, { method, headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  };

const pollMs = 50;

/** Waits until the relay has dispatched all events of a collection. */
export const untilDispatched = async ({ db }: ProductSite, collection: string): Promise<void> => {
  const documents = db.collection(collection);
  while ((await documents.findOne({ 'pending.0.at': { $gt: new Date(0) } })) !== null) await setTimeout(pollMs);
};

/** The environment of a product process. */
export const environment = (uri: string, contentTypes: string) => ({
  MONGODB_URI: uri,
  LECTERN_TOKEN_SECRET: tokenSecret,
  CONTENT_TYPES: contentTypes,
  HOST: '127.0.0.1',
  PORT: '0',
  NODE_ENV: 'production',
});

/** Starts a product process on an existing database. @throws Error if it does not start */
export const startProduct = (
  uri: string,
  {
    contentTypes,
    profile,
    configuration,
    extensions,
  }: Pick<SiteOptions, 'contentTypes' | 'profile' | 'configuration' | 'extensions'>,
): Promise<ServerProcess> => {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return startProcess([...profiling, 'bin/start.js', '--built'], {
    ...environment(uri, contentTypes),
    ...(configuration === undefined ? {} : { LECTERN_CONFIG: configuration }),
    ...(extensions === undefined ? {} : { LECTERN_EXTENSIONS: extensions }),
  });
};

const fillDatabase = async (db: Db, { schema, documents, load = loadDocuments }: SiteOptions): Promise<string> => {
  await load(db, schema, documents);
  return createBenchToken(db);
};

let openedSites = 0;

/** Loads a database and starts the product on it. If it throws, it has dropped the database, unless that is kept. */
export const openProductSite = async (options: SiteOptions): Promise<ProductSite> => {
  const name = options.keptDatabase ?? `lectern-bench-${process.pid}-${++openedSites}`;
  const client = await new MongoClient(options.uri).connect();
  const db = client.db(name);
  const drop = async (): Promise<void> => {
    if (options.keptDatabase === undefined) await db.dropDatabase();
    await client.close();
  };
  try {
    const token = await fillDatabase(db, options);
    const uri = withDatabase(options.uri, name);
    const product = await startProduct(uri, options);
    const close = async (): Promise<void> => {
      await product.stop();
      await drop();
    };
    const { url } = product;
    return {
      ...{ db, documents: options.documents, product, uri, token, close },
      ...{ get: getter(url, token), send: sender(url, token) },
    };
  } catch (error) {
    await drop();
    throw error;
  }
};

/** Loads a new database and starts both servers on it. If it throws, it has dropped the database. */
export const openSite = async (options: SiteOptions): Promise<Site> => {
  const site = await openProductSite(options);
  try {
    const floor = await startProcess(
      ['--enable-source-maps', 'dist/bench/floor.mjs'],
      environment(site.uri, options.contentTypes),
    );
    const close = async (): Promise<void> => {
      await floor.stop();
      await site.close();
    };
    return { ...site, floor, close };
  } catch (error) {
    await site.close();
    throw error;
  }
};
