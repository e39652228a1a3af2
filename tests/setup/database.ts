// Gives each test file databases that no other file uses while it runs.
import { randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { afterAll, inject } from 'vitest';
import { collections, requiredIndexes, type Index } from '../../lib/platform/db/index.ts';
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

/** The names of the indexes that queries name as their hint: without one, MongoDB refuses the query. */
const hintedName = /^(?:uncounted(?:_locale)?|(?:locale_)?published\.id)$/;

/** Indexes by their definition. */
type Indexes = ReadonlyMap<string, Index>;

/** Whether Lectern answers something else without the index. All others only make queries faster. */
const isDecisive = ({ options }: Index): boolean => options.unique === true || hintedName.test(options.name);

/** The indexes of a test's database. With all indexes, `npm test` would need a sixth more CPU time. */
const indexesFor = (schema: Schema): Indexes => {
  const all = requiredIndexes(schema);
  const indexes = inject('decisiveIndexesOnly') === true ? all.filter(isDecisive) : all;
  return new Map(indexes.map((index) => [JSON.stringify(index), index]));
};

/** Databases that earlier test files of this process used, with the indexes that they have. */
const unusedDatabases = new Map<string, Indexes>();

/** Takes the database that no test file uses now, and that needs the fewest indexes created or dropped. A new one if that needs fewer. */
const takeDatabase = (indexes: Indexes): { readonly name: string; readonly existing: Indexes } => {
  let [chosen, fewest] = [`test-${randomUUID()}`, indexes.size];
  for (const [name, existing] of unusedDatabases) {
    const kept = [...indexes.keys()].filter((index) => existing.has(index)).length;
    const changes = indexes.size + existing.size - 2 * kept;
    if (changes < fewest) [chosen, fewest] = [name, changes];
  }
  const existing = unusedDatabases.get(chosen) ?? new Map<string, Index>();
  unusedDatabases.delete(chosen);
  return { name: chosen, existing };
};

/** Groups by collection: MongoDB creates and drops all indexes of a collection at once. */
const byCollection = (indexes: readonly Index[]) =>
  [...new Set(indexes.map(({ collection }) => collection))].map(
    (name) => [name, indexes.filter(({ collection }) => collection === name)] as const,
  );

const ownCollections: readonly string[] = Object.values(collections);

const indexedCollections = (schema: Schema): ReadonlySet<string> =>
  new Set(requiredIndexes(schema).map(({ collection }) => collection));

/** Deletes the documents, drops the collections of other schemas, and creates those of this schema. */
export const emptyDatabase = async (db: Db, schema: Schema): Promise<void> => {
  const needed = indexedCollections(schema);
  const existing = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  await Promise.all([
    ...existing.map((name) =>
      needed.has(name) || ownCollections.includes(name) ? db.collection(name).deleteMany() : db.dropCollection(name),
    ),
    ...[...needed].filter((name) => !existing.includes(name)).map((name) => db.createCollection(name)),
  ]);
};

export interface ReusedDatabase extends TestDatabase {
  /** Empties the database and gives it the indexes of the schema; call it before the tests. */
  readonly reset: (db: Db) => Promise<void>;
  /** Keeps the database from later test files; call it before tests that change indexes. */
  readonly keep: () => void;
}

/**
 * Names a database for documents of a schema; call it at the top of a test file or `describe`. Later test files use
 * the database again, because building indexes takes longer than most tests.
 */
export const reusedDatabase = (schema: Schema): ReusedDatabase => {
  const indexes = indexesFor(schema);
  const { name, existing } = takeDatabase(indexes);
  let isReusable = false;
  afterAll(() => {
    if (isReusable) unusedDatabases.set(name, indexes);
  });
  return {
    ...testDatabase(name),
    reset: async (db) => {
      await emptyDatabase(db, schema);
      const needed = indexedCollections(schema);
      const leftOver = [...existing]
        .filter(([definition, { collection }]) => !indexes.has(definition) && needed.has(collection))
        .map(([, index]) => index);
      await Promise.all(
        byCollection(leftOver).map(([collection, unneeded]) =>
          db.command({ dropIndexes: collection, index: unneeded.map(({ options }) => options.name) }),
        ),
      );
      const missing = [...indexes].filter(([definition]) => !existing.has(definition)).map(([, index]) => index);
      await Promise.all(
        byCollection(missing).map(([collection, added]) =>
          db.collection(collection).createIndexes(added.map(({ key, options }) => ({ key: { ...key }, ...options }))),
        ),
      );
      isReusable = true;
    },
    keep: () => {
      isReusable = false;
    },
  };
};
