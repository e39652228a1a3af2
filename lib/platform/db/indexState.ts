// Compares the indexes in the database with those that the schema needs, and creates missing ones.
import { BSON, MongoServerError, type Collection, type Db } from 'mongodb';
import type { Schema } from '../../schema/index.ts';
import { isDuplicateKey } from './mongoErrors.ts';
import { repairIdentifiers, sharedIdentifiers } from './repairIdentifiers.ts';
import { logBuildProgress } from './logBuildProgress.ts';
import { compressedCollections, requiredIndexes, type Index } from './requiredIndexes.ts';
import type { StoredDocument } from './storedDocument.ts';

interface ExistingIndex {
  readonly name: string;
  readonly key: object;
  readonly unique?: boolean;
  readonly partialFilterExpression?: object;
  readonly expireAfterSeconds?: number;
}

export interface IndexState {
  /** Needed, but missing or with another definition under the same name. */
  readonly missing: readonly Index[];
  /** In the database, but not needed, or not with this definition. */
  readonly leftOver: readonly { readonly collection: string; readonly name: string }[];
}

const definitionKey = ({
  key,
  unique,
  partialFilterExpression,
  expireAfterSeconds,
}: Omit<ExistingIndex, 'name'>): string =>
  BSON.EJSON.stringify([
    Object.entries(key),
    unique ?? false,
    partialFilterExpression ?? null,
    expireAfterSeconds ?? null,
  ]);

const namespaceNotFound = 26;

const existingIndexes = async (db: Db, collection: string): Promise<readonly ExistingIndex[]> => {
  try {
    return (await db.collection(collection).indexes()) as readonly ExistingIndex[]; // the driver's types lack some options
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
    throw error;
  }
};

/** Compares the indexes in the database with the schema, without changes. */
export const indexState = async (db: Db, schema: Schema): Promise<IndexState> => {
  const needed = requiredIndexes(schema);
  const states = [...new Set(needed.map(({ collection }) => collection))].map(
    async (collection): Promise<IndexState> => {
      const neededHere = needed.filter((index) => index.collection === collection);
      const existing = (await existingIndexes(db, collection)).filter(({ name }) => name !== '_id_');
      const isSame = (one: ExistingIndex, index: Index): boolean =>
        one.name === index.options.name && definitionKey(one) === definitionKey({ key: index.key, ...index.options });
      return {
        missing: neededHere.filter((index) => !existing.some((one) => isSame(one, index))),
        leftOver: existing
          .filter((one) => !neededHere.some((index) => isSame(one, index)))
          .map(({ name }) => ({ collection, name })),
      };
    },
  );
  const all = await Promise.all(states);
  return { missing: all.flatMap(({ missing }) => missing), leftOver: all.flatMap(({ leftOver }) => leftOver) };
};

/** Explains the error of a unique index that existing documents prevent. */
const explainDuplicates = async (error: unknown, collection: Collection<StoredDocument>): Promise<unknown> => {
  if (!isDuplicateKey(error)) return error;
  const { collectionName: name } = collection;
  const shared = error.message.includes('index: identifiers ') ? await sharedIdentifiers(collection) : [];
  return new Error(
    shared.length > 0
      ? `Documents of ${name} share a name or email address, which must be unique. Change one in each line:\n${shared.join('\n')}`
      : `Several documents of ${name} have the same value where it must be unique: ${error.message}`,
  );
};

const namespaceExists = 48;

/** Creates the collections that MongoDB compresses with zstd. An existing one stays as it is. */
export const createCompressed = async (db: Db): Promise<void> => {
  const storageEngine = { wiredTiger: { configString: 'block_compressor=zstd' } };
  for (const name of compressedCollections)
    await db.createCollection(name, { storageEngine }).catch(async (error: unknown) => {
      if (!(error instanceof MongoServerError)) throw error;
      // Shared clusters of Atlas refuse options of the storage engine: there MongoDB's own compression is used.
      if (error.code !== namespaceExists) await db.createCollection(name);
    });
};

/**
 * Creates the missing indexes, one collection after the other. Existing indexes stay, unless one has the name of a needed
 * index with another definition. MongoDB lists an index from the beginning of its build, and continues a build when the
 * client disconnects. So Lectern requests all indexes: that waits for builds of an earlier attempt, and does nothing for
 * finished ones.
 *
 * @param log gets the name of each index before its build, and the progress of the builds
 * @throws Error if documents violate a unique index
 */
export const prepareIndexes = async (
  db: Db,
  schema: Schema,
  log: (line: string) => void = () => undefined,
): Promise<void> => {
  const needed = requiredIndexes(schema);
  const { missing, leftOver } = await indexState(db, schema);
  // A start that finds all indexes finds these collections too.
  if (missing.length > 0) await createCompressed(db);
  for (const name of new Set(needed.map(({ collection }) => collection))) {
    const collection = db.collection<StoredDocument>(name);
    for (const { options } of missing.filter((index) => index.collection === name)) {
      log(`${name}: ${options.name}`);
      if (leftOver.some((one) => one.collection === name && one.name === options.name))
        await collection.dropIndex(options.name);
    }
    const descriptions = needed
      .filter((index) => index.collection === name)
      .map(({ key, options }) => ({ key: { ...key }, ...options }));
    const work = repairIdentifiers(collection, schema).then(() => collection.createIndexes(descriptions));
    await logBuildProgress(db, collection, work, log).catch(async (error: unknown) => {
      throw await explainDuplicates(error, collection);
    });
  }
};
