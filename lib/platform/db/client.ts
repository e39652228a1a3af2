// Connects to MongoDB on first use, once for each process.
import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';

export interface Database {
  /** The connected database. Concurrent calls share one attempt, and a call after a failure tries again. */
  readonly get: () => Promise<Db>;
  readonly client: () => Promise<MongoClient>;
  readonly close: () => Promise<void>;
}

/** Options of the driver. */
type ConnectionOptions = Readonly<MongoClientOptions>;

/** How long a write that somebody waits for waits for the majority of the members; whether it stays is then unknown. */
export const majorityMs = 3_000;

/** For work that nobody waits for, such as index builds and migrations: a command may take as long as it needs. */
export const patientConnections = {
  maxPoolSize: 15,
  maxIdleTimeMS: 60_000,
  serverSelectionTimeoutMS: 5_000,
} satisfies ConnectionOptions;

/**
 * For a process that answers many requests at once. A caller gets its answer within five seconds, also if MongoDB hangs. Three
 * seconds after its last `hello` the driver ends all commands under way and drops the pool, and then looks for a server for two seconds.
 */
export const serverConnections = {
  ...patientConnections,
  heartbeatFrequencyMS: 1_000,
  connectTimeoutMS: 2_000,
  serverSelectionTimeoutMS: 2_000,
  // A burst of requests, and of queries of one request, may wait for connections.
  waitQueueTimeoutMS: 10_000,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- as a part of `writeConcern`, it would replace that of MONGODB_URI
  wtimeoutMS: majorityMs,
  // Only for a connection that is lost while MongoDB answers on others: no query takes longer than 20 seconds, no write waits longer
  // than 15 for a lock.
  socketTimeoutMS: 25_000,
} satisfies ConnectionOptions;

/**
 * For a Lambda function, which answers one request at a time with a few concurrent queries. A frozen function does not
 * notice that its connections ended, so it replaces idle ones.
 */
export const functionConnections = { ...serverConnections, maxPoolSize: 3 } satisfies ConnectionOptions;

const databaseInPath = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;

/** The name of the database that a connection string names. */
export const databaseName = (uri: string): string => decodeURIComponent(databaseInPath.exec(uri)?.[1] ?? 'lectern');

/**
 * @param uri a MongoDB connection string; its path names the database (default `lectern`), and its options
 *   (`maxPoolSize`, …) take precedence
 */
export const openDatabase = (uri: string, connections: ConnectionOptions = patientConnections): Database => {
  let connecting: Promise<MongoClient> | undefined;
  const client = (): Promise<MongoClient> => {
    connecting ??= connect(uri, connections).catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  const name = databaseName(uri);
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
const optionsNotIn = (uri: string, connections: ConnectionOptions): ConnectionOptions =>
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
