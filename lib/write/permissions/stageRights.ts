// Which stages of a draft a caller may set.
import { mayMoveTo } from '../../platform/access/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { existingConditionFor, matchesCondition, type WriteContext } from './refusal.ts';

/** Whether the conditions of the caller's permission to review permit a document in its locale. @param documentId undefined: the only document of a single type */
export const mayReview = async (
  context: WriteContext,
  { documentId, locale }: { readonly documentId: string | undefined; readonly locale: string | null },
  unit: Transaction,
): Promise<boolean> => {
  const condition = existingConditionFor('review', context);
  return condition === undefined || matchesCondition(context, documentId, condition, [locale], unit);
};

/**
 * @param isPermitted `mayReview` of the document
 * @returns whether the caller may move the document into a stage
 */
export const stageRights =
  ({ caller, type }: Pick<WriteContext, 'caller' | 'type'>, isPermitted: boolean): ((stage: string) => boolean) =>
  (stage) =>
    isPermitted && mayMoveTo(caller, type.uid, stage);
