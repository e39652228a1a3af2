// The MongoDB client: one per process, made on first use, made again when it could not be.
import { MongoClient, type Db } from 'mongodb';

export interface Database {
  /** The connected database; concurrent callers share one attempt, a failed attempt is forgotten. */
  readonly get: () => Promise<Db>;
  readonly client: () => Promise<MongoClient>;
  readonly close: () => Promise<void>;
}

/** Of the connections of a process: how many at the most, how long one is kept that nobody uses, how long a server is looked for. */
export interface Connections {
  readonly maxPoolSize: number;
  readonly maxIdleTimeMS: number;
  readonly serverSelectionTimeoutMS: number;
}

/** Of a process that answers many requests at once. */
export const serverConnections: Connections = {
  maxPoolSize: 10,
  maxIdleTimeMS: 60_000,
  serverSelectionTimeoutMS: 5_000,
};

/**
 * Of a function, which answers one request at a time, by a few queries at once. A frozen one does not see its
 * connections end: after this long it opens another rather than find out. It gives up before its own time is over.
 */
export const functionConnections: Connections = {
  maxPoolSize: 3,
  maxIdleTimeMS: 60_000,
  serverSelectionTimeoutMS: 4_000,
};

const databaseName = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;

/**
 * @param uri a MongoDB connection string; the database is the one in its path, else `lectern`. Options in it
 *   (`maxPoolSize`, …) hold
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
  // Making a Db costs as much as a small query's own work: one serves all.
  let known: { readonly of: MongoClient; readonly db: Db } | undefined;
  return {
    client,
    get: async () => {
      const of = await client();
      if (known?.of !== of) known = { of, db: of.db(name) };
      return known.db;
    },
    close: async () => {
      await (await connecting)?.close();
      connecting = undefined;
    },
  };
};

/** @throws Error when MongoDB runs alone: transactions need a replica set, if only of one */
export const checkReplicaSet = async (db: Db): Promise<void> => {
  const hello = await db.admin().command({ hello: 1 });
  if (hello.setName === undefined && hello.msg !== 'isdbgrid')
    throw new Error(
      'MONGODB_URI leads to a MongoDB without a replica set: Lectern needs one, if only of one node (mongod --replSet)',
    );
};

/** The driver prefers what it is given beside the string. */
const notIn = (uri: string, connections: Connections): Partial<Connections> =>
  Object.fromEntries(
    Object.entries(connections).filter(([name]) => !uri.toLowerCase().includes(`${name.toLowerCase()}=`)),
  );

const connect = (uri: string, connections: Connections): Promise<MongoClient> =>
  new MongoClient(uri, {
    appName: 'lectern',
    ...notIn(uri, connections),
    // Nothing acknowledged is lost: on the majority's disks before the caller hears of it.
    writeConcern: { w: 'majority', journal: true },
  }).connect();
