// Links that other documents lose: to what may have one owner only, and to what was deleted.
import { type ContentType, type RelationAttribute, type Schema, type Status, typeOf } from '../schema/index.ts';
import { unlinking } from './owner.ts';
import type { Reach, Source } from './reach.ts';
import type { Stored } from '../db/index.ts';

/** Takes targets that may have one owner from whoever had them in that version. */
export const release =
  (source: Source, attribute: RelationAttribute, version: Status, targets: readonly string[], schema: Schema): Reach =>
  async ({ db, options }) => {
    // Two owners that take one target at once write different documents: writing the target makes one wait for the other.
    await db
      .collection<Stored>(typeOf(schema, attribute.target).collectionName)
      .updateMany({ documentId: { $in: targets } }, { $inc: { revision: 1 } }, options);
    await db
      .collection<Stored>(source.type.collectionName)
      .bulkWrite([unlinking(attribute, version, { documentId: { $ne: source.documentId } }, targets)], options);
  };

/** Takes a deleted document out of every relation that documents keep at their top. */
export const releaseDeleted =
  (deleted: ContentType, documentId: string, schema: Schema): Reach =>
  async ({ db, options }) => {
    for (const type of schema.types.values()) {
      const operations = [...type.attributes.values()].flatMap((attribute) =>
        attribute.kind === 'morph' ||
        (attribute.kind === 'relation' && attribute.side.holds === 'links' && attribute.target === deleted.uid)
          ? (['draft', 'published'] as const)
              .slice(type.draftAndPublish ? 0 : 1)
              .map((version) => unlinking(attribute, version, {}, [documentId]))
          : [],
      );
      if (operations.length > 0) await db.collection<Stored>(type.collectionName).bulkWrite(operations, options);
    }
  };
