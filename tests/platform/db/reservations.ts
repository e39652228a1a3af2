// Reservations of unique values in a collection of their own, for content types on several shards: no product code uses them.
// docs/internals/shards.md describes them.
import type { ClientSession, Collection, Db, Document } from 'mongodb';

/** Names a value. MongoDB allows one document for each `_id`, on all shards together if it is the shard key. */
export interface ReservedValue {
  /** The collection of the documents. */
  readonly in: string;
  readonly path: string;
  readonly locale: string | null;
  readonly value: unknown;
}

/** A value, and the document that has it. */
export interface Reservation {
  readonly _id: ReservedValue;
  readonly documentId: string;
}

export interface Reserved {
  readonly documentId: string;
  readonly locale: string | null;
  readonly draft?: Document;
  readonly published?: Document;
}

export const reservationsOf = (db: Db): Collection<Reservation> => db.collection<Reservation>('lectern_unique_values');

/** The values of a document that have to be unique; undefined: it does not exist. */
const valuesOf = (
  collection: string,
  paths: readonly string[],
  document: Reserved | undefined,
): readonly ReservedValue[] =>
  document === undefined
    ? []
    : paths.flatMap((path) => {
        const value = path
          .split('.')
          .reduce<unknown>((inner, name) => (inner as Document | undefined)?.[name], document);
        // As in the unique indexes: several documents may have no value, or an empty one.
        const values = [value].flat().filter((one) => (one ?? '') !== '');
        return values.map((one) => ({ in: collection, path, locale: document.locale, value: one }));
      });

/**
 * Reserves the values that a write gives a document, and releases those that it takes from it. A write that changes none sends nothing.
 *
 * @param paths the paths of unique values: `draft.slug`, `published.slug`, `single`, `identifiers`
 * @throws MongoServerError 11000 if another document has a value; the transaction is then aborted
 */
export const moveReservations = async (
  db: Db,
  collection: string,
  paths: readonly string[],
  { before, after }: { readonly before?: Reserved | undefined; readonly after?: Reserved | undefined },
  session: ClientSession,
): Promise<void> => {
  const reservations = reservationsOf(db);
  const [released, reserved] = [before, after].map((one) => valuesOf(collection, paths, one));
  const isAmong = (values: readonly ReservedValue[] = [], one: ReservedValue): boolean =>
    values.some((other) => JSON.stringify(other) === JSON.stringify(one));
  const taken = reserved?.filter((one) => !isAmong(released, one)) ?? [];
  const freed = released?.filter((one) => !isAmong(reserved, one)) ?? [];
  const documentId = (after ?? before)?.documentId ?? '';
  if (freed.length > 0) await reservations.deleteMany({ _id: { $in: freed }, documentId }, { session });
  if (taken.length > 0)
    await reservations.insertMany(
      taken.map((_id) => ({ _id, documentId })),
      { session },
    );
};

/** The stages that reserve the values of all documents of a collection, before it is sharded. */
export const reserveAll = (collection: string, path: string): readonly Document[] => [
  { $match: { [path]: { $exists: true, $nin: [null, ''] } } },
  {
    $project: {
      _id: { in: collection, path: { $literal: path }, locale: '$locale', value: `$${path}` },
      documentId: 1,
    },
  },
  // A repetition changes nothing.
  { $merge: { into: 'lectern_unique_values', on: '_id', whenMatched: 'keepExisting', whenNotMatched: 'insert' } },
];

/** The stages that find the documents with a value that another document has reserved. */
export const withoutReservation = (collection: string, path: string): readonly Document[] => [
  { $match: { [path]: { $exists: true, $nin: [null, ''] } } },
  { $set: { key: { in: collection, path: { $literal: path }, locale: '$locale', value: `$${path}` } } },
  { $lookup: { from: 'lectern_unique_values', localField: 'key', foreignField: '_id', as: 'reservation' } },
  { $match: { $expr: { $ne: [{ $first: '$reservation.documentId' }, '$documentId'] } } },
  { $project: { _id: 0, documentId: 1 } },
];
