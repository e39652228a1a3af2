// Removes targets that may have only one owner from their previous owners.
import type { Filter } from 'mongodb';
import { invalid } from '../../../errors.ts';
import { type RelationAttribute, type Schema, type Status, typeOf } from '../../../schema/index.ts';
import { setMark } from '../changeSource.ts';
import { unlinkWrite } from './owner.ts';
import { guardOwners, ownerRulesFor, type OwnerRules } from './ownerRules.ts';
import type { RelatedUpdate, LinkSource } from './types.ts';
import { isAgentWrite, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';

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
 * @throws (the update) ApiError 403 for owners that the caller may see, but not update; 400 for drafts from which an agent takes a
 *   target: its change set does not have them, so discarding it would not give the target back
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
    lock(target, targets);
    await db
      .collection<StoredDocument>(target.collectionName)
      .updateMany(
        { documentId: { $in: targets }, locale: target.localized ? source.linkLocale : null },
        { $inc: { revision: 1 } },
        options,
      );
    const others = { documentId: { $ne: source.documentId }, locale: source.locale };
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
      const { modifiedCount } = await db
        .collection<StoredDocument>(source.type.collectionName)
        .bulkWrite([unlinkWrite(attribute, version, others, targets)], options);
      const isLost = (rules === undefined ? modifiedCount : changed.length) > 0;
      if (isLost && version === 'draft' && isAgentWrite(setMark().set))
        throw invalid('Another draft links to this document, which can have one: remove it there first', {
          path: `data.${attribute.name}`,
        });
    });
  };
