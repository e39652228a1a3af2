// Gives each test file databases that no other file uses while it runs.
import { randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { afterAll, inject } from 'vitest';
import { collections, openDatabase, requiredIndexes, type Database, type Index } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';

export interface TestDatabase {
  /** The connection string, with the name of the database in its path. */
  readonly uri: string;
  readonly name: string;
}

const serverUri = (): string => {
  const uri = inject('mongodbUri') as string | undefined;
  if (uri === undefined)
    throw new Error('A unit test has no database: name the file <name>.api.test.ts or <name>.e2e.test.ts');
  return uri;
};

/** MongoDB is not away when a machine that runs tests is too busy to answer within the times that `npm start` gives it. */
const patience = {
  heartbeatFrequencyMS: '10000',
  connectTimeoutMS: '60000',
  serverSelectionTimeoutMS: '60000',
  wtimeoutMS: '60000',
};

const testDatabase = (name: string): TestDatabase => {
  const uri = new URL(serverUri());
  uri.pathname = `/${name}`;
  for (const [option, value] of Object.entries(patience)) uri.searchParams.set(option, value);
  return { uri: uri.href, name };
};

/** The clients of this process: test files share them, because a new client opens and monitors connections. */
const sharedClients: Database[] = [];

/**
 * Opens a database with a client that other test files use, too.
 *
 * @param client the number of the client, from 0: services that play separate processes have one each
 */
export const openShared = (name: string, client: number): Database => {
  const shared = (sharedClients[client] ??= openDatabase(serverUri()));
  let db: Db | undefined;
  return {
    client: shared.client,
    get: async () => (db ??= (await shared.client()).db(name)),
    close: () => Promise.resolve(),
  };
};

/** Names a new, empty database, which stays until the end of the run. */
export const lastingDatabase = (): TestDatabase => testDatabase(`test-${randomUUID()}`);

/** Names a new, empty database and drops it after the tests; call it at the top of a test file or `describe`. */
export const freshDatabase = (): TestDatabase => {
  const database = lastingDatabase();
  afterAll(async () => {
    const client = await new MongoClient(database.uri).connect();
    await client.db().dropDatabase();
    await client.close();
  });
  return database;
};

/** The names of the indexes that queries name as their hint: without one, MongoDB refuses the query. */
const hintedName = /^(?:uncounted(?:_locale)?|(?:locale_)?published\.id|changed__id)$/;

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

/** What earlier test files of this process left in a database. */
interface UnusedDatabase {
  readonly indexes: Indexes;
  /** The collections of the last schema, which may have documents. */
  readonly used: ReadonlySet<string>;
  /** The collections of schemas before, which are empty. */
  readonly empty: ReadonlySet<string>;
}

const newDatabase: UnusedDatabase = { indexes: new Map(), used: new Set(), empty: new Set() };

const unusedDatabases = new Map<string, UnusedDatabase>();

/** By database: the schema of the test file that uses it now. */
const usedSchemas = new Map<string, Schema>();

/** @returns the schema with which a test file uses a database; undefined for one that a command of the tests fills */
export const schemaOfDatabase = (name: string): Schema | undefined => usedSchemas.get(name);

/** Takes the database that no test file uses now, and that needs the fewest indexes created or dropped; a new one if there is none. */
const takeDatabase = (
  indexes: Indexes,
  needed: ReadonlySet<string>,
): { readonly name: string; readonly left: UnusedDatabase } => {
  let [chosen, fewest] = [`test-${randomUUID()}`, Infinity];
  for (const [name, { indexes: existing }] of unusedDatabases) {
    const missing = [...indexes.keys()].filter((index) => !existing.has(index)).length;
    const changes = missing + leftOver(existing, indexes, needed).length;
    if (changes < fewest) [chosen, fewest] = [name, changes];
  }
  const left = unusedDatabases.get(chosen) ?? newDatabase;
  unusedDatabases.delete(chosen);
  return { name: chosen, left };
};

/** The indexes of the needed collections that are not needed. */
const leftOver = (
  existing: Indexes,
  indexes: Indexes,
  needed: ReadonlySet<string>,
): readonly (readonly [string, Index])[] =>
  [...existing].filter(([definition, { collection }]) => !indexes.has(definition) && needed.has(collection));

/** Groups by collection: MongoDB creates and drops all indexes of a collection at once. */
const byCollection = (indexes: readonly Index[]) =>
  [...new Set(indexes.map(({ collection }) => collection))].map(
    (name) => [name, indexes.filter(({ collection }) => collection === name)] as const,
  );

const ownCollections: readonly string[] = Object.values(collections);

const indexedCollections = (schema: Schema): ReadonlySet<string> =>
  new Set(requiredIndexes(schema).map(({ collection }) => collection));

/**
 * Deletes the documents, drops the collections of other schemas, and creates those of this schema.
 *
 * @param empty collections of other schemas that stay, because they are empty and later schemas may have them again
 * @param used collections of other schemas that stay without their documents
 */
export const emptyDatabase = async (
  db: Db,
  schema: Schema,
  { empty, used }: Pick<UnusedDatabase, 'empty' | 'used'> = newDatabase,
): Promise<void> => {
  const needed = indexedCollections(schema);
  const existing = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  await Promise.all([
    ...existing
      .filter((name) => needed.has(name) || !empty.has(name))
      .map((name) =>
        needed.has(name) || used.has(name) || ownCollections.includes(name)
          ? db.collection(name).deleteMany()
          : db.dropCollection(name),
      ),
    ...[...needed].filter((name) => !existing.includes(name)).map((name) => db.createCollection(name)),
  ]);
};

/**
 * Whether a command of the tests, such as `lectern token create`, has created all indexes: the audit log is one of the collections with
 * indexes on every site. A later test file would get its documents in another order.
 */
const hasOtherIndexes = async (db: Db, indexes: Indexes): Promise<boolean> => {
  const { audit } = collections;
  const existing = await db
    .collection(audit)
    .listIndexes()
    .toArray()
    .catch(() => []);
  const own = [...indexes.values()].filter(({ collection }) => collection === audit);
  // `_id` has one in any case.
  return existing.length > own.length + 1;
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
  const needed = indexedCollections(schema);
  const { name, left } = takeDatabase(indexes, needed);
  usedSchemas.set(name, schema);
  const unneeded = leftOver(left.indexes, indexes, needed);
  let reusable: Db | undefined;
  afterAll(async () => {
    if (reusable === undefined || (await hasOtherIndexes(reusable, indexes))) return;
    const others = [...left.indexes].filter(([definition]) => !unneeded.some(([dropped]) => dropped === definition));
    const empty = [...left.empty, ...left.used].filter((collection) => !needed.has(collection));
    unusedDatabases.set(name, { indexes: new Map([...others, ...indexes]), used: needed, empty: new Set(empty) });
  });
  return {
    ...testDatabase(name),
    reset: async (db) => {
      await emptyDatabase(db, schema, left);
      await Promise.all(
        byCollection(unneeded.map(([, index]) => index)).map(([collection, dropped]) =>
          db.command({ dropIndexes: collection, index: dropped.map(({ options }) => options.name) }),
        ),
      );
      const missing = [...indexes].filter(([definition]) => !left.indexes.has(definition)).map(([, index]) => index);
      await Promise.all(
        byCollection(missing).map(([collection, added]) =>
          db.collection(collection).createIndexes(added.map(({ key, options }) => ({ key: { ...key }, ...options }))),
        ),
      );
      reusable = db;
    },
    keep: () => {
      reusable = undefined;
    },
  };
};
