// Links to what was deleted: taken away with the deletion where they are few, else after it, a batch at a time.
import type { WithId } from 'mongodb';
import { inTransaction, livingOf, type Stored, type Unit } from '../db/index.ts';
import type { ContentType, Schema } from '../schema/index.ts';
import type { Service } from '../service.ts';
import { linkedTo, linkersOf, linksProjection, unlinked, type Linkers } from './linkers.ts';

/** So many documents change in one transaction: each takes a third of a millisecond, and holds up who writes it. */
const batch = 200;

/** What was deleted, and the locale of those who meant it; undefined: all did. */
interface Gone {
  readonly type: ContentType;
  readonly documentId: string;
  readonly meant: string | undefined;
}

/** What a component shares with other locales still means the document there; in this one the link counts as absent. */
const linkersTo = ({ type, meant }: Gone, schema: Schema): readonly Linkers[] =>
  linkersOf(type, schema, meant !== undefined);

/** Documents that link to what is gone, as far as that has to be read. */
interface Linking {
  readonly linkers: Linkers;
  readonly documents: readonly WithId<Stored>[];
}

/** Up to so many of those that link to what is gone, of all types. */
const findLinking = async (
  { db, options }: Unit,
  { documentId, meant }: Gone,
  all: readonly Linkers[],
  most: number,
): Promise<readonly Linking[]> => {
  const found: Linking[] = [];
  for (const linkers of all) {
    const limit = most - countOf(found);
    if (limit === 0) break;
    const filter = { ...linkedTo(linkers, documentId), ...(meant === undefined ? {} : { locale: meant }) };
    const documents = await db
      .collection<Stored>(linkers.type.collectionName)
      .find(filter, { ...options, projection: linksProjection(linkers), limit, useBigInt64: true })
      .toArray();
    found.push({ linkers, documents });
  }
  return found;
};

const countOf = (found: readonly Linking[]): number =>
  found.reduce((count, { documents }) => count + documents.length, 0);

/** Takes the links out of them, in the unit they were read in. */
const unlink = async (
  { db, options }: Unit,
  found: readonly Linking[],
  { type, documentId }: Gone,
  schema: Schema,
): Promise<void> => {
  for (const { linkers, documents } of found) {
    const updates = documents.map(({ _id, ...document }) => {
      const $set = unlinked(linkers, document, type, documentId, schema);
      return { updateOne: { filter: { _id }, update: { $set, $inc: { revision: 1 } } } };
    });
    if (updates.length > 0) await db.collection<Stored>(linkers.type.collectionName).bulkWrite(updates, options);
  }
};

/** How a tombstone says what is left to sweep. */
const markOf = ({ meant }: Gone): true | string => meant ?? true;

const tombstones = ({ type, documentId }: Gone) => ({
  documentId,
  locale: type.localized ? { $ne: null } : null,
  deletedAt: { $exists: true },
});

/**
 * Takes a deleted document out of every relation, at the top of documents and in their components. While it lives in other
 * locales, only documents of the locale that it was deleted in meant what is gone. Where they are many the tombstones
 * are marked, and the links, which count as absent from now on, are swept when the deletion is done.
 */
export const releaseDeleted = async (
  unit: Unit,
  service: Service,
  type: ContentType,
  documentId: string,
  locale: string | null | undefined,
): Promise<void> => {
  const { schema } = service;
  const documents = unit.db.collection<Stored>(type.collectionName);
  // Two that delete the last two locales at once write the other's document: one waits, and finds that it is the last.
  const { matchedCount } = await documents.updateMany(
    livingOf(type, documentId),
    { $inc: { revision: 1 } },
    unit.options,
  );
  const gone = { type, documentId, meant: matchedCount > 0 && typeof locale === 'string' ? locale : undefined };
  const found = await findLinking(unit, gone, linkersTo(gone, schema), batch + 1);
  if (countOf(found) <= batch) {
    await unlink(unit, found, gone, schema);
    return;
  }
  const marked = { ...tombstones(gone), ...(gone.meant === undefined ? {} : { locale: gone.meant }) };
  await documents.updateMany(marked, { $set: { unswept: markOf(gone) } }, unit.options);
  await unit.later(() => sweepDocument(service, gone));
};

/** Each batch is a transaction that writes the tombstone too: one that lives again keeps its new links. */
const sweepDocument = async (service: Service, gone: Gone): Promise<void> => {
  const { database, schema } = service;
  const marked = { ...tombstones(gone), unswept: markOf(gone) };
  const linkers = linkersTo(gone, schema);
  for (;;) {
    const done = await inTransaction(database, async (unit) => {
      const documents = unit.db.collection<Stored>(gone.type.collectionName);
      const { matchedCount } = await documents.updateMany(marked, { $inc: { revision: 1 } }, unit.options);
      if (matchedCount === 0) return 0;
      const found = await findLinking(unit, gone, linkers, batch);
      await unlink(unit, found, gone, schema);
      const swept = countOf(found);
      if (swept < batch) await documents.updateMany(marked, { $unset: { unswept: 1 } }, unit.options);
      return swept;
    });
    if (done < batch) return;
  }
};

/**
 * Ends what interrupted deletions left: links to documents that are gone.
 *
 * @returns how many deleted documents it found
 */
export const sweepLinks = async (service: Service): Promise<number> => {
  const db = await service.database.get();
  let found = 0;
  for (const type of service.schema.types.values()) {
    const left = await db
      .collection<Stored>(type.collectionName)
      // An index knows the tombstones.
      .find(
        { deletedAt: { $gt: new Date(0) }, unswept: { $exists: true } },
        { projection: { documentId: 1, unswept: 1 } },
      )
      .toArray();
    for (const { documentId, unswept } of left)
      await sweepDocument(service, { type, documentId, meant: unswept === true ? undefined : unswept });
    found += left.length;
  }
  return found;
};
