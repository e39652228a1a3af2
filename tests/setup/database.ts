// Gives each test file databases that no other file uses while it runs.
import { randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { afterAll, inject } from 'vitest';
import { requiredIndexes, indexState, prepareIndexes } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';

export interface TestDatabase {
  /** The connection string, with the name of the database in its path. */
  readonly uri: string;
  readonly name: string;
}

const testDatabase = (name: string): TestDatabase => {
  const server = inject('mongodbUri') as string | undefined;
  if (server === undefined)
    throw new Error('A unit test has no database: name the file <name>.api.test.ts or <name>.e2e.test.ts');
  const uri = new URL(server);
  uri.pathname = `/${name}`;
  return { uri: uri.href, name };
};

/** Names a new, empty database and drops it after the tests; call it at the top of a test file or `describe`. */
export const freshDatabase = (): TestDatabase => {
  const database = testDatabase(`test-${randomUUID()}`);
  afterAll(async () => {
    const client = await new MongoClient(database.uri).connect();
    await client.db().dropDatabase();
    await client.close();
  });
  return database;
};

/** Databases that earlier test files of this process used, with the schemas whose indexes they have. */
const unusedDatabases = new Map<string, Schema>();

/** The name of a database that no test file uses now; prefers one that has the indexes of this schema. */
const takeUnusedDatabase = (schema: Schema): string | undefined => {
  const names = [...unusedDatabases.keys()];
  const name = names.find((one) => unusedDatabases.get(one) === schema) ?? names[0];
  if (name !== undefined) unusedDatabases.delete(name);
  return name;
};

/**
 * Names a database for documents of a schema; call it at the top of a test file or `describe`. Later test files use
 * the database again, because building indexes takes longer than most tests: `resetDatabase` empties it.
 */
export const reusedDatabase = (schema: Schema): TestDatabase => {
  const database = testDatabase(takeUnusedDatabase(schema) ?? `test-${randomUUID()}`);
  afterAll(() => {
    unusedDatabases.set(database.name, schema);
  });
  return database;
};

/** Empties a database and keeps only the indexes of a schema. */
export const resetDatabase = async (db: Db, schema: Schema): Promise<void> => {
  const keptCollections = new Set(requiredIndexes(schema).map(({ collection }) => collection));
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  await Promise.all(
    collections.map(({ name }) =>
      keptCollections.has(name) ? db.collection(name).deleteMany() : db.dropCollection(name),
    ),
  );
  const { leftOver } = await indexState(db, schema);
  for (const { collection, name } of leftOver) await db.collection(collection).dropIndex(name);
  await prepareIndexes(db, schema);
};
