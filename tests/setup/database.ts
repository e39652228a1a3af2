// Databases for tests: each its own while a test file runs.
import { randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { afterAll, inject } from 'vitest';
import { indexesOf, indexState, prepareIndexes } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';

export interface TestDatabase {
  /** With the database in its path. */
  readonly uri: string;
  readonly name: string;
}

const named = (name: string): TestDatabase => {
  const server = inject('mongodbUri') as string | undefined;
  if (server === undefined)
    throw new Error('A unit test has no database: call the file <name>.api.test.ts, or <name>.e2e.test.ts');
  const uri = new URL(server);
  uri.pathname = `/${name}`;
  return { uri: uri.href, name };
};

/** Names a database that nobody else has, empty; called at the top of a test file or `describe`, it is dropped after. */
export const freshDatabase = (): TestDatabase => {
  const database = named(`test-${randomUUID()}`);
  afterAll(async () => {
    const client = await new MongoClient(database.uri).connect();
    await client.db().dropDatabase();
    await client.close();
  });
  return database;
};

/** Databases that earlier test files of this process used, and the schemas that they have indexes of. */
const unused = new Map<string, Schema>();

/** The name of a database that no test file uses now: where possible one that has these indexes. */
const takeUnused = (schema: Schema): string | undefined => {
  const names = [...unused.keys()];
  const name = names.find((one) => unused.get(one) === schema) ?? names[0];
  if (name !== undefined) unused.delete(name);
  return name;
};

/**
 * Names a database for documents of a schema; called at the top of a test file or `describe`. Later test files use it
 * again, because making indexes takes longer than most tests: `resetDatabase` makes it empty.
 */
export const reusedDatabase = (schema: Schema): TestDatabase => {
  const database = named(takeUnused(schema) ?? `test-${randomUUID()}`);
  afterAll(() => {
    unused.set(database.name, schema);
  });
  return database;
};

/** Leaves the indexes of a schema in a database, and nothing else. */
export const resetDatabase = async (db: Db, schema: Schema): Promise<void> => {
  const kept = new Set(indexesOf(schema).map(({ collection }) => collection));
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  await Promise.all(
    collections.map(({ name }) => (kept.has(name) ? db.collection(name).deleteMany() : db.dropCollection(name))),
  );
  const { leftOver } = await indexState(db, schema);
  for (const { collection, name } of leftOver) await db.collection(collection).dropIndex(name);
  await prepareIndexes(db, schema);
};
