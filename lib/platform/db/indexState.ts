// The indexes as they are in the database against those that the schema needs.
import { BSON, MongoServerError, type Collection, type Db } from 'mongodb';
import type { Schema } from '../../schema/index.ts';
import { isDuplicateKey } from './duplicateKey.ts';
import { fillIdentifiers, sharedIdentifiers } from './identifiers.ts';
import { whileBuilding } from './indexProgress.ts';
import { indexesOf, type Index } from './indexes.ts';
import type { Stored } from './stored.ts';

interface Existing {
  readonly name: string;
  readonly key: object;
  readonly unique?: boolean;
  readonly partialFilterExpression?: object;
  readonly expireAfterSeconds?: number;
}

export interface IndexState {
  /** Needed and not there, or there under its name with another definition. */
  readonly missing: readonly Index[];
  /** There and not needed, or no longer as they are. */
  readonly leftOver: readonly { readonly collection: string; readonly name: string }[];
}

const definition = ({ key, unique, partialFilterExpression, expireAfterSeconds }: Omit<Existing, 'name'>): string =>
  BSON.EJSON.stringify([
    Object.entries(key),
    unique ?? false,
    partialFilterExpression ?? null,
    expireAfterSeconds ?? null,
  ]);

const namespaceNotFound = 26;

const existingIn = async (db: Db, collection: string): Promise<readonly Existing[]> => {
  try {
    return (await db.collection(collection).indexes()) as readonly Existing[]; // the driver types fewer options
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
    throw error;
  }
};

/** Compares the database with the schema; changes nothing. */
export const indexState = async (db: Db, schema: Schema): Promise<IndexState> => {
  const needed = indexesOf(schema);
  const states = [...new Set(needed.map(({ collection }) => collection))].map(
    async (collection): Promise<IndexState> => {
      const wanted = needed.filter((index) => index.collection === collection);
      const existing = (await existingIn(db, collection)).filter(({ name }) => name !== '_id_');
      const same = (one: Existing, index: Index): boolean =>
        one.name === index.options.name && definition(one) === definition({ key: index.key, ...index.options });
      return {
        missing: wanted.filter((index) => !existing.some((one) => same(one, index))),
        leftOver: existing
          .filter((one) => !wanted.some((index) => same(one, index)))
          .map(({ name }) => ({ collection, name })),
      };
    },
  );
  const all = await Promise.all(states);
  return { missing: all.flatMap(({ missing }) => missing), leftOver: all.flatMap(({ leftOver }) => leftOver) };
};

/** What stands in the way of a unique index, in words. */
const explained = async (error: unknown, collection: Collection<Stored>): Promise<unknown> => {
  if (!isDuplicateKey(error)) return error;
  const { collectionName: name } = collection;
  const shared = error.message.includes('index: identifiers ') ? await sharedIdentifiers(collection) : [];
  return new Error(
    shared.length > 0
      ? `No name or address may be that of another document of ${name}. Change one of each:\n${shared.join('\n')}`
      : `Several documents of ${name} have the same value where it must be unique: ${error.message}`,
  );
};

/**
 * Creates what is missing, a collection after the other; what is there stays, unless it has the name of another
 * definition. MongoDB lists an index as soon as it begins to build it, and goes on when nobody waits any more: so all are
 * asked for, which waits for those that an earlier attempt began, and is nothing for those that are there.
 *
 * @param log told of every index before it is made, and how far it is: on a large collection that takes its time
 * @throws Error when documents stand in the way of a unique index
 */
export const prepareIndexes = async (
  db: Db,
  schema: Schema,
  log: (line: string) => void = () => undefined,
): Promise<void> => {
  const needed = indexesOf(schema);
  const { missing, leftOver } = await indexState(db, schema);
  for (const name of new Set(needed.map(({ collection }) => collection))) {
    const collection = db.collection<Stored>(name);
    for (const { options } of missing.filter((index) => index.collection === name)) {
      log(`${name}: ${options.name}`);
      if (leftOver.some((one) => one.collection === name && one.name === options.name))
        await collection.dropIndex(options.name);
    }
    const descriptions = needed
      .filter((index) => index.collection === name)
      .map(({ key, options }) => ({ key: { ...key }, ...options }));
    const work = fillIdentifiers(collection, schema).then(() => collection.createIndexes(descriptions));
    await whileBuilding(db, collection, work, log).catch(async (error: unknown) => {
      throw await explained(error, collection);
    });
  }
};
