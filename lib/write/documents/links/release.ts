// Links that other documents lose to what may have one owner only.
import { type RelationAttribute, type Schema, type Status, typeOf } from '../../../schema/index.ts';
import { unlinking } from './owner.ts';
import type { Reach, Source } from './types.ts';
import type { Stored } from '../../../platform/db/index.ts';

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
