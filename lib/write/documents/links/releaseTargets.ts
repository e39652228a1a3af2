// Removes targets that may have only one owner from their previous owners.
import { type RelationAttribute, type Schema, type Status, typeOf } from '../../../schema/index.ts';
import { unlinkWrite } from './owner.ts';
import type { RelatedUpdate, LinkSource } from './types.ts';
import type { StoredDocument } from '../../../platform/db/index.ts';

/** Removes targets from every other owner in this version and locale. */
export const releaseTargets =
  (
    source: LinkSource,
    attribute: RelationAttribute,
    version: Status,
    targets: readonly string[],
    schema: Schema,
  ): RelatedUpdate =>
  async ({ db, options, lock }) => {
    // Two owners that take the same target at once are different documents; writing the target makes one wait for the
    // other.
    const target = typeOf(schema, attribute.target);
    const taken = { documentId: { $in: targets }, locale: target.localized ? source.linkLocale : null };
    lock(target, targets);
    await db.collection<StoredDocument>(target.collectionName).updateMany(taken, { $inc: { revision: 1 } }, options);
    const others = { documentId: { $ne: source.documentId }, locale: source.locale };
    await db
      .collection<StoredDocument>(source.type.collectionName)
      .bulkWrite([unlinkWrite(attribute, version, others, targets)], options);
  };
