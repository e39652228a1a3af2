// Links to what was deleted: taken away with the deletion where they are few, else after it, a batch at a time.
import { livingOf, unitOf, type Stored, type Unit } from '../../../platform/db/index.ts';
import type { ContentType, Schema } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { countOf, findLinking, unlink, type Gone } from './unlink.ts';

/** So many documents change in one transaction: each takes a third of a millisecond, and holds up who writes it. */
const batch = 200;

/** How a tombstone says what is left to sweep. */
const markOf = ({ meant }: Gone): true | string => meant ?? true;

const goneOf = (type: ContentType, documentId: string, mark: true | string): Gone => ({
  type,
  documentId,
  meant: mark === true ? undefined : mark,
});

/** Those of what is gone: where it lives on in other locales, the one. */
const tombstones = ({ type, documentId, meant }: Gone) => ({
  documentId,
  locale: meant ?? (type.localized ? { $ne: null } : null),
  deletedAt: { $exists: true },
});

/** Each batch is a transaction that writes the tombstone too: one that lives again keeps its new links. */
const sweep = async (unit: Unit, schema: Schema, gone: Gone): Promise<void> => {
  const mark = markOf(gone);
  for (;;) {
    const swept = await unit.together(async (whole) => {
      const documents = whole.db.collection<Stored>(gone.type.collectionName);
      const update = (filter: object, changed: object): Promise<{ readonly matchedCount: number }> =>
        documents.updateMany({ ...tombstones(gone), ...filter }, changed, whole.options);
      const { matchedCount } = await update({}, { $inc: { revision: 1 } });
      if (matchedCount === 0) return 0;
      const found = await findLinking(whole, gone, schema, batch);
      await unlink(whole, found, gone, schema);
      // What another is to sweep in all locales stays marked so.
      if (countOf(found) < batch) await update({ unswept: mark }, { $unset: { unswept: 1 } });
      else await update({ unswept: { $exists: false } }, { $set: { unswept: mark } });
      return countOf(found);
    });
    if (swept < batch) return;
  }
};

/** Looks for links to what is gone, and sweeps them if there are any. */
const sweepAgain = async ({ database, schema }: Service, gone: Gone): Promise<void> => {
  const unit = await unitOf(database);
  if (countOf(await findLinking(unit, gone, schema, 1)) === 0) return;
  await sweep(unit, schema, gone);
};

/**
 * Takes a deleted document out of every relation, at the top of documents and in their components. While it lives in other
 * locales, only documents of the locale that it was deleted in meant what is gone. Where they are many the tombstones
 * are marked, and the links, which count as absent from now on, are swept when the deletion is done. Then it is looked for
 * links once more: who links to a document looks for it after, too, and one of the two finds the other (`save.ts`).
 *
 * @param unit a transaction, in which the document was deleted
 */
export const releaseDeleted = async (
  unit: Unit,
  service: Service,
  type: ContentType,
  documentId: string,
  locale: string | null | undefined,
): Promise<void> => {
  const { schema } = service;
  // Two that delete the last two locales at once write the other's document: one waits, and finds that it is the last.
  const documents = unit.db.collection<Stored>(type.collectionName);
  const { matchedCount } = await documents.updateMany(
    livingOf(type, documentId),
    { $inc: { revision: 1 } },
    unit.options,
  );
  const gone = goneOf(type, documentId, matchedCount > 0 && typeof locale === 'string' ? locale : true);
  const found = await findLinking(unit, gone, schema, batch + 1);
  if (countOf(found) <= batch) await unlink(unit, found, gone, schema);
  else await documents.updateMany(tombstones(gone), { $set: { unswept: markOf(gone) } }, unit.options);
  await unit.later(() => sweepAgain(service, gone));
};

/**
 * Takes away the links to a document that was deleted while it was linked to.
 *
 * @param locale the one it is not there in any more
 */
export const releaseLate = async (
  service: Service,
  type: ContentType,
  documentId: string,
  locale: string,
): Promise<void> => {
  const { collectionName } = type;
  const db = await service.database.get();
  const living = await db
    .collection<Stored>(collectionName)
    .findOne(livingOf(type, documentId), { projection: { _id: 1 } });
  await sweepAgain(service, goneOf(type, documentId, living === null ? true : locale));
};

/** Ends what a deletion of the document in that locale left, before it lives there again: no link of before comes back. */
export const endSweep = async (
  unit: Unit,
  schema: Schema,
  type: ContentType,
  documentId: string,
  locale: string | null,
): Promise<void> => {
  const left = await unit.db
    .collection<Stored>(type.collectionName)
    .findOne({ documentId, locale, unswept: { $exists: true } }, { ...unit.options, projection: { unswept: 1 } });
  if (left?.unswept !== undefined) await sweep(unit, schema, goneOf(type, documentId, left.unswept));
};

/**
 * Ends what interrupted deletions left: links to documents that are gone.
 *
 * @returns how many deleted documents it found
 */
export const sweepLinks = async ({ database, schema }: Service): Promise<number> => {
  // Nobody waits for its answer: it waits for documents that others hold.
  const unit = await unitOf(database, Infinity);
  let found = 0;
  for (const type of schema.types.values()) {
    const left = await unit.db
      .collection<Stored>(type.collectionName)
      // An index knows the tombstones.
      .find(
        { deletedAt: { $gt: new Date(0) }, unswept: { $exists: true } },
        { projection: { documentId: 1, unswept: 1 } },
      )
      .toArray();
    for (const { documentId, unswept = true } of left) await sweep(unit, schema, goneOf(type, documentId, unswept));
    found += left.length;
  }
  return found;
};
