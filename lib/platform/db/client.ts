// Connects to MongoDB on first use, once for each process.
import { MongoClient, type Db } from 'mongodb';

export interface Database {
  /** The connected database. Concurrent calls share one attempt, and a call after a failure tries again. */
  readonly get: () => Promise<Db>;
  readonly client: () => Promise<MongoClient>;
  readonly close: () => Promise<void>;
}

/** The driver's connection options: the size of the pool, how long an idle connection stays open, how long server selection takes. */
export interface ConnectionOptions {
  readonly maxPoolSize: number;
  readonly maxIdleTimeMS: number;
  readonly serverSelectionTimeoutMS: number;
}

/** For a process that answers many requests at once. */
export const serverConnections: ConnectionOptions = {
  maxPoolSize: 15,
  maxIdleTimeMS: 60_000,
  serverSelectionTimeoutMS: 5_000,
};

/**
 * For a Lambda function, which answers one request at a time with a few concurrent queries. A frozen function does not
 * notice that its connections ended, so it replaces idle ones. Server selection ends before the function's own timeout.
 */
export const functionConnections: ConnectionOptions = {
  maxPoolSize: 3,
  maxIdleTimeMS: 60_000,
  serverSelectionTimeoutMS: 4_000,
};

const databaseName = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;

/**
 * @param uri a MongoDB connection string; its path names the database (default `lectern`), and its options
 *   (`maxPoolSize`, …) take precedence
 */
export const openDatabase = (uri: string, connections = serverConnections): Database => {
  let connecting: Promise<MongoClient> | undefined;
  const client = (): Promise<MongoClient> => {
    connecting ??= connect(uri, connections).catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  const name = decodeURIComponent(databaseName.exec(uri)?.[1] ?? 'lectern');
  // To make a Db costs as much as a small query, so all callers share one.
  let cached: { readonly of: MongoClient; readonly db: Db } | undefined;
  return {
    client,
    get: async () => {
      const of = await client();
      if (cached?.of !== of) cached = { of, db: of.db(name) };
      return cached.db;
    },
    close: async () => {
      await (await connecting)?.close();
      connecting = undefined;
    },
  };
};

/** @throws Error if MongoDB is not a replica set, which transactions need; one node is enough */
export const checkReplicaSet = async (db: Db): Promise<void> => {
  const hello = await db.admin().command({ hello: 1 });
  if (hello.setName === undefined && hello.msg !== 'isdbgrid')
    throw new Error(
      'MONGODB_URI leads to a MongoDB without a replica set: Lectern needs one, even if it has only one node (mongod --replSet)',
    );
};

/** The options that the connection string lacks: the driver would prefer these to the string's. */
const optionsNotIn = (uri: string, connections: ConnectionOptions): Partial<ConnectionOptions> =>
  Object.fromEntries(
    Object.entries(connections).filter(([name]) => !uri.toLowerCase().includes(`${name.toLowerCase()}=`)),
  );

const connect = (uri: string, connections: ConnectionOptions): Promise<MongoClient> =>
  new MongoClient(uri, {
    appName: 'lectern',
    ...optionsNotIn(uri, connections),
    // No acknowledged write is lost: the journals of a majority have it before the caller gets the answer.
    writeConcern: { w: 'majority', journal: true },
  }).connect();
