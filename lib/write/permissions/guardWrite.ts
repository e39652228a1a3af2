// Applies the conditions of permissions to writes.
import type { Action } from '../../platform/access/index.ts';
import type { PreparedCreate, PreparedWrite } from '../documents/index.ts';
import { forbidden, notPublished } from '../../errors.ts';
import { guardNewReview, guardReview } from './guardReview.ts';
import {
  existingConditionFor,
  findRefusal,
  isPublishedHidden,
  matchesCondition,
  targetLocalesOf,
  writeConditionFor,
  type WriteContext,
} from './refusal.ts';

/**
 * Guards a write of an existing document, as `guardConditions`; and it keeps to the stages of its type. Throws as `guardConditions`,
 * and 400 as `guardReview`.
 */
export const guardWrite = <T>(
  context: WriteContext,
  action: Action,
  documentId: string | undefined,
  write: PreparedWrite<T>,
  whenMissing?: PreparedWrite<T>,
): PreparedWrite<T> => {
  const reviewed =
    action === 'update' || action === 'publish' ? guardReview(context, action, documentId, write) : write;
  return guardConditions(context, action, documentId, reviewed, whenMissing);
};

/**
 * Guards a write of an existing document: the document must match the caller's conditions before the write and, after an
 * update, also as it has become. With a condition, the whole write runs in a transaction.
 *
 * @param documentId undefined: the only document of a single type
 * @param whenMissing the write to attempt when the document does not exist for the caller; without it, the guarded write fails with 404
 * @throws (the attempt) ApiError 403 for a document that the caller may see but not write, 404 for one that the caller may
 *   not see; 403 when the update would make it a document that the caller may not write
 */
export const guardConditions = <T>(
  context: WriteContext,
  action: Action,
  documentId: string | undefined,
  write: PreparedWrite<T>,
  whenMissing?: PreparedWrite<T>,
): PreparedWrite<T> => {
  const before = existingConditionFor(action, context);
  if (before === undefined) return write;
  const after = writeConditionFor(action, context);
  return {
    ...write,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const refusal = await findRefusal(context, documentId, before, transaction);
        if (refusal?.status === 404 && whenMissing !== undefined) return whenMissing.attempt(transaction);
        if (refusal !== undefined) throw refusal;
        const written = await write.attempt(transaction);
        if (action !== 'update' || after === undefined) return written;
        const localesAfter = await targetLocalesOf(context, documentId, transaction);
        if (!(await matchesCondition(context, documentId, after, localesAfter, transaction))) throw forbidden();
        return written;
      }),
  };
};

/**
 * Guards a write that copies the published version to the draft, which the caller may read.
 *
 * @throws (the attempt) ApiError 404 as for a document that is not published, when project code hides its published version
 */
export const guardDiscard = <T>(
  context: WriteContext,
  documentId: string | undefined,
  write: PreparedWrite<T>,
): PreparedWrite<T> => {
  if (context.caller.restricted === undefined) return write;
  return {
    ...write,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        if (await isPublishedHidden(context, documentId, transaction)) throw notPublished();
        return write.attempt(transaction);
      }),
  };
};

/**
 * Guards a write that creates a document: the new document must match the caller's conditions.
 *
 * @throws (the attempt) ApiError 403 when it does not
 */
export const guardCreate = (context: WriteContext, write: PreparedCreate): PreparedCreate => {
  const condition = writeConditionFor('create', context);
  const reviewed = guardNewReview(context, write);
  if (condition === undefined) return reviewed;
  return {
    about: write.about,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const written = await reviewed.attempt(transaction);
        const { documentId } = written;
        const createdLocales = await targetLocalesOf(context, documentId, transaction);
        if (!(await matchesCondition(context, documentId, condition, createdLocales, transaction))) throw forbidden();
        return written;
      }),
  };
};
