// Gives each test file databases that no other file uses while it runs.
import { randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { afterAll, inject } from 'vitest';
import { requiredIndexes, indexState } from '../../lib/platform/db/index.ts';
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

/** The names of the indexes of a schema, each with its collection. */
const indexNames = (schema: Schema): ReadonlySet<string> =>
  new Set(requiredIndexes(schema).map(({ collection, options }) => `${collection} ${options.name}`));

/** Databases that earlier test files of this process used, with the indexes that they have. */
const unusedDatabases = new Map<string, ReadonlySet<string>>();

/**
 * The name of the database that no test file uses now, and that needs the fewest indexes created or dropped. A new one
 * if that needs fewer.
 */
const takeDatabase = (indexes: ReadonlySet<string>): string => {
  let [chosen, fewest] = [`test-${randomUUID()}`, indexes.size];
  for (const [name, existing] of unusedDatabases) {
    const kept = [...indexes].filter((index) => existing.has(index)).length;
    const changes = indexes.size + existing.size - 2 * kept;
    if (changes < fewest) [chosen, fewest] = [name, changes];
  }
  unusedDatabases.delete(chosen);
  return chosen;
};

/**
 * Names a database for documents of a schema; call it at the top of a test file or `describe`. Later test files use
 * the database again, because building indexes takes longer than most tests: `resetDatabase` empties it.
 */
export const reusedDatabase = (schema: Schema): TestDatabase => {
  const indexes = indexNames(schema);
  const database = testDatabase(takeDatabase(indexes));
  afterAll(() => {
    unusedDatabases.set(database.name, indexes);
  });
  return database;
};

/** Groups by collection: MongoDB creates and drops all indexes of a collection at once. */
const byCollection = <T extends { readonly collection: string }>(indexes: readonly T[]) =>
  [...new Set(indexes.map(({ collection }) => collection))].map(
    (name) => [name, indexes.filter(({ collection }) => collection === name)] as const,
  );

/** Deletes the documents in the collections of a schema, and drops all other collections. */
export const emptyDatabase = async (db: Db, schema: Schema): Promise<void> => {
  const keptCollections = new Set(requiredIndexes(schema).map(({ collection }) => collection));
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  await Promise.all(
    collections.map(({ name }) =>
      keptCollections.has(name) ? db.collection(name).deleteMany() : db.dropCollection(name),
    ),
  );
};

/** Empties a database and gives it exactly the indexes of a schema. */
export const resetDatabase = async (db: Db, schema: Schema): Promise<void> => {
  await emptyDatabase(db, schema);
  const { missing, leftOver } = await indexState(db, schema);
  await Promise.all(
    byCollection(leftOver).map(([collection, indexes]) =>
      db.command({ dropIndexes: collection, index: indexes.map(({ name }) => name) }),
    ),
  );
  await Promise.all(
    byCollection(missing).map(([collection, indexes]) =>
      db.collection(collection).createIndexes(indexes.map(({ key, options }) => ({ key: { ...key }, ...options }))),
    ),
  );
};
