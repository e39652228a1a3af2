// Links that other documents lose: to what may have one owner only, and to what was deleted.
import { type ContentType, type RelationAttribute, type Schema, type Status, typeOf } from '../schema/index.ts';
import { unlinking } from './owner.ts';
import type { Reach, Source } from './reach.ts';
import { livingOf, type Stored } from '../db/index.ts';

/** Takes targets that may have one owner from whoever had them in that version and locale. */
export const release =
  (source: Source, attribute: RelationAttribute, version: Status, targets: readonly string[], schema: Schema): Reach =>
  async ({ db, options }) => {
    // Two owners that take one target at once write different documents: writing the target makes one wait for the other.
    const target = typeOf(schema, attribute.target);
    const taken = { documentId: { $in: targets }, locale: target.localized ? source.linked : null };
    await db.collection<Stored>(target.collectionName).updateMany(taken, { $inc: { revision: 1 } }, options);
    const others = { documentId: { $ne: source.documentId }, locale: source.locale };
    await db
      .collection<Stored>(source.type.collectionName)
      .bulkWrite([unlinking(attribute, version, others, targets)], options);
  };

/**
 * Takes a deleted document out of every relation that documents keep at their top. While it lives in other locales, only
 * documents of the locale that it was deleted in meant what is gone.
 */
export const releaseDeleted =
  (deleted: ContentType, documentId: string, locale: string | null | undefined, schema: Schema): Reach =>
  async ({ db, options }) => {
    // Two that delete the last two locales at once write the other's document: one waits, and finds that it is the last.
    const { matchedCount } = await db
      .collection<Stored>(deleted.collectionName)
      .updateMany(livingOf(deleted, documentId), { $inc: { revision: 1 } }, options);
    const meant = matchedCount > 0 && typeof locale === 'string' ? { locale } : {};
    for (const type of schema.types.values()) {
      const operations = [...type.attributes.values()].flatMap((attribute) =>
        attribute.kind === 'morph' ||
        (attribute.kind === 'relation' && attribute.side.holds === 'links' && attribute.target === deleted.uid)
          ? (['draft', 'published'] as const)
              .slice(type.draftAndPublish ? 0 : 1)
              .map((version) => unlinking(attribute, version, meant, [documentId]))
          : [],
      );
      if (operations.length > 0) await db.collection<Stored>(type.collectionName).bulkWrite(operations, options);
    }
  };
