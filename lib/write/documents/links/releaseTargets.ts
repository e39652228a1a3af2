// Removes targets that may have only one owner from their previous owners.
import type { Filter } from 'mongodb';
import { type RelationAttribute, type Schema, type Status, typeOf } from '../../../schema/index.ts';
import { unlinkWrite } from './owner.ts';
import { guardOwners, ownerRulesFor, type OwnerRules } from './ownerRules.ts';
import type { RelatedUpdate, LinkSource } from './types.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';

/** The owners that match the filter, without those that are hidden from the caller: refusing these would reveal them. */
const visibleOwners = async (
  unit: Transaction,
  rules: OwnerRules,
  filter: Filter<StoredDocument>,
  { type }: LinkSource,
): Promise<readonly string[]> => {
  const found = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .find(filter, { ...unit.options, projection: { documentId: 1 } })
    .toArray();
  const documentIds = found.map(({ documentId }) => documentId);
  const hidden = await rules.hidden(unit, documentIds);
  return documentIds.filter((documentId) => !hidden.has(documentId));
};

/**
 * Removes targets from every other owner in this version and locale.
 *
 * @throws (the update) ApiError 403 for owners that the caller may see, but not update
 */
export const releaseTargets =
  (
    source: LinkSource,
    attribute: RelationAttribute,
    version: Status,
    targets: readonly string[],
    schema: Schema,
  ): RelatedUpdate =>
  async (unit) => {
    const { db, options, lock } = unit;
    // Two owners that take the same target at once are different documents; writing the target makes one wait for the
    // other.
    const target = typeOf(schema, attribute.target);
    const taken = { documentId: { $in: targets }, locale: target.localized ? source.linkLocale : null };
    lock(target, targets);
    await db.collection<StoredDocument>(target.collectionName).updateMany(taken, { $inc: { revision: 1 } }, options);
    const others = { documentId: { $ne: source.documentId }, locale: source.locale };
    const owners = db.collection<StoredDocument>(source.type.collectionName);
    const rules = ownerRulesFor(source.rulesFor?.(attribute.name), source.type, source.linkLocale);
    const changed =
      rules === undefined
        ? []
        : await visibleOwners(
            unit,
            rules,
            { ...others, [`${version}.${attribute.name}.to`]: { $in: targets } },
            source,
          );
    await guardOwners(unit, rules, attribute.name, changed, async () => {
      await owners.bulkWrite([unlinkWrite(attribute, version, others, targets)], options);
    });
  };
