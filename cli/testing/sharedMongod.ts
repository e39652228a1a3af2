// The embedded MongoDB that all test instances of this process share, and how each gets an empty database.
import type { Db } from 'mongodb';
import { findMemoryFolder, startMongod, type Mongod } from '../mongod/index.ts';
import { collections } from '../../lib/platform/db/index.ts';

interface SharedMongod {
  mongod: Promise<Mongod> | undefined;
  users: number;
}

/** A test runner may load this module more than once in a process, so the process itself holds the MongoDB. */
const holder = globalThis as Record<symbol, SharedMongod | undefined>;
const key = Symbol.for('lectern.testing.mongod');

/** Not with `console`: Jest adds a stack trace to each line. */
const writeLine = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

interface UsedMongod {
  /** The connection URI, without a database in its path. */
  readonly uri: string;
  /** Call it once. The MongoDB ends when nobody uses it any longer. */
  readonly release: () => Promise<void>;
}

/**
 * Starts the MongoDB of this process if it does not run. `LECTERN_TEST_MONGODB_URI` names another one, without a database
 * in its path: then none is started.
 *
 * @throws Error that says what to do when there is no mongod, or it does not start
 */
export const useMongod = async (env: NodeJS.ProcessEnv): Promise<UsedMongod> => {
  const { LECTERN_TEST_MONGODB_URI: running = '' } = env;
  if (running !== '') return { uri: running, release: () => Promise.resolve() };
  const shared = (holder[key] ??= { mongod: undefined, users: 0 });
  shared.users += 1;
  shared.mongod ??= findMemoryFolder().then((tempDir) => startMongod({ tempDir, log: writeLine }));
  const { mongod } = shared;
  const release = async (): Promise<void> => {
    shared.users -= 1;
    if (shared.users > 0) return;
    shared.mongod = undefined;
    await (await mongod).stop();
  };
  try {
    return { uri: (await mongod).uri, release };
  } catch (error) {
    shared.users -= 1;
    shared.mongod = undefined;
    throw error;
  }
};

/** It names the schema and the format of the documents, which stay the same. */
const kept: readonly string[] = [collections.schema];

export const emptyDatabase = async (db: Db): Promise<void> => {
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  await Promise.all(
    found.filter(({ name }) => !kept.includes(name)).map(({ name }) => db.collection(name).deleteMany()),
  );
};
