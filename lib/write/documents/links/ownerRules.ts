// Refuses links that a write changes in documents which the caller may not update.
import { forbidden } from '../../../errors.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { ContentType } from '../../../schema/index.ts';
import type { RelatableDocuments } from './relatableTargets.ts';

/** Which of the documents that store a relation a caller under conditions may change, by their documentIds. */
export interface OwnerRules {
  /** Selects those of which the caller may find no version. */
  readonly hidden: (unit: Transaction, documentIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Selects those that the caller may update, before or after the change. */
  readonly updatable: (
    unit: Transaction,
    documentIds: readonly string[],
    moment: 'before' | 'after',
  ) => Promise<ReadonlySet<string>>;
}

/** @returns the rules for the documents of a type, in this locale if they have one; undefined: the caller may change all of them */
export const ownerRulesFor = (
  relatable: RelatableDocuments | undefined,
  type: ContentType,
  locale: string,
): OwnerRules | undefined => {
  const updatable = relatable?.updatable(type);
  if (relatable === undefined || updatable === undefined) return undefined;
  return {
    hidden: (unit, documentIds) => relatable.hidden(unit, type, documentIds, locale),
    updatable: (unit, documentIds, moment) => updatable(unit, documentIds, locale, moment),
  };
};

/**
 * Runs a change of links in documents that the caller must be allowed to update before and after it.
 *
 * @param path the attribute of the body that changes them
 * @throws ApiError 403 naming the path and the documents
 */
export const guardOwners = async (
  unit: Transaction,
  rules: OwnerRules | undefined,
  path: string,
  documentIds: readonly string[],
  change: () => Promise<void>,
): Promise<void> => {
  const check = async (moment: 'before' | 'after'): Promise<void> => {
    if (rules === undefined || documentIds.length === 0) return;
    const updatable = await rules.updatable(unit, documentIds, moment);
    const refused = documentIds.filter((documentId) => !updatable.has(documentId));
    if (refused.length > 0)
      throw forbidden(`${path} would change documents that you may not update: ${refused.join(', ')}`, { path });
  };
  await check('before');
  await change();
  await check('after');
};
