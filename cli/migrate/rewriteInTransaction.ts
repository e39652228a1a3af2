// Rewrites documents that hand on unique values to each other.
import type { Db, Document } from 'mongodb';
import { inTransaction, isDuplicateKey, type Database, type StoredDocument } from '../../lib/platform/db/index.ts';
import { prepareWrites, type DocumentId, type DocumentWrite, type Rewrite } from './prepareWrites.ts';
import { formatStoredValue, storedEqual } from './values.ts';

/** Two documents would have the same unique value, because servers of both content types gave it, each to another one. */
export class UniqueCollision extends Error {}

/** What a unique index refused: the value by the path, and the locale. */
type RefusedKey = Readonly<Record<string, unknown>>;

/** Ends an attempt in which a unique index refused a write. */
class Refused extends Error {
  readonly key: RefusedKey;
  readonly writes: readonly DocumentWrite[];

  constructor(key: RefusedKey, writes: readonly DocumentWrite[]) {
    super('a unique index refused a write');
    this.key = key;
    this.writes = writes;
  }
}

const versionPath = /^(?:draft|published)\./;

/** What a write sets in versions, to be removed first. */
const unsetOf = ({ update: { $set = {} } }: DocumentWrite): Document =>
  Object.fromEntries(
    Object.keys($set)
      .filter((path) => versionPath.test(path))
      .map((path) => [path, 1]),
  );

const rewriteGroup = (database: Database, ids: readonly DocumentId[], rewrite: Rewrite): Promise<number> =>
  inTransaction(
    database,
    async (unit) => {
      const options = { ...unit.options, useBigInt64: true };
      const collection = unit.db.collection<StoredDocument>(rewrite.collection);
      const documents = await collection.find({ _id: { $in: [...ids] } }, options).toArray();
      const writes = await prepareWrites(unit, documents, rewrite);
      for (const write of writes) {
        const $unset = unsetOf(write);
        if (Object.keys($unset).length > 0) await collection.updateOne({ _id: write.filter._id }, { $unset }, options);
      }
      for (const { filter, update } of writes)
        await unit.db
          .collection(rewrite.collection)
          .updateOne(filter, update, options)
          .catch((error: unknown) => {
            throw isDuplicateKey(error) ? new Refused(error.errorResponse.keyValue as RefusedKey, writes) : error;
          });
      return writes.length;
    },
    { deadline: Infinity },
  );

/** The value at a path such as `draft.title`. */
const valueAt = (document: StoredDocument, path: string): unknown => {
  const [version, name = ''] = path.split('.');
  return version === 'draft' || version === 'published' ? document[version]?.[name] : undefined;
};

const collisionOf = async (db: Db, { collection }: Rewrite, { key, writes }: Refused): Promise<UniqueCollision> => {
  const [path = '', value] = Object.entries(key).find(([name]) => versionPath.test(name)) ?? [];
  const holders = await db.collection<StoredDocument>(collection).find(key).toArray();
  const wanting = writes.filter(({ after }) => storedEqual(valueAt(after, path), value)).map(({ after }) => after);
  const ids = new Set([...wanting, ...holders].map(({ documentId }) => documentId));
  return new UniqueCollision(
    `${[...ids].join(' and ')} of ${collection} would both have ${formatStoredValue(value)} as ${path}, which is unique. ` +
      'Give one of them another value, and run this again',
  );
};

/**
 * Rewrites a document whose new value another document still has, together with that one, if it gets another value: nobody
 * reads either of them without its value.
 *
 * @returns how many documents changed
 * @throws UniqueCollision if two documents would have the same value
 */
export const rewriteInTransaction = async (
  database: Database,
  first: DocumentId,
  rewrite: Rewrite,
): Promise<number> => {
  const db = await database.get();
  const ids = [first];
  let isRepeated = false;
  for (;;)
    try {
      return await rewriteGroup(database, ids, rewrite);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const other = await db
        .collection(rewrite.collection)
        .findOne({ ...error.key, _id: { $nin: ids } }, { projection: { _id: 1 } });
      if (other !== null) ids.push(other._id);
      // It may have got another value in between.
      else if (isRepeated) throw await collisionOf(db, rewrite, error);
      isRepeated = other === null;
    }
};
