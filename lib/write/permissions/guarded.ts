// Applies the conditions of permissions to writes.
import type { Action } from '../../platform/access/index.ts';
import type { Stored } from '../../platform/db/index.ts';
import type { Write } from '../documents/index.ts';
import { forbidden } from '../../errors.ts';
import { isWithin, localesOf, permittedTo, refusalOf, type WriteContext } from './refusal.ts';

/**
 * Guards a write of an existing document: the document must match the caller's conditions before the write and, after an
 * update, also as it has become. With a condition, the whole write runs in a transaction.
 *
 * @param documentId undefined: the only document of a single type
 * @param gone the write to attempt when the document does not exist for the caller; without it, the guarded write fails with 404
 * @throws (the attempt) ApiError 403 for a document that the caller may see but not write, 404 for one that the caller may
 *   not see; 403 when the update would make it a document that the caller may not write
 */
export const guarded = <T>(
  context: WriteContext,
  action: Action,
  documentId: string | undefined,
  write: Write<T>,
  gone?: Write<T>,
): Write<T> => {
  const within = permittedTo(action, context);
  if (within === undefined) return write;
  return {
    ...write,
    attempt: (unit) =>
      unit.together(async (whole) => {
        const refusal = await refusalOf(context, documentId, within, whole);
        if (refusal?.status === 404 && gone !== undefined) return gone.attempt(whole);
        if (refusal !== undefined) throw refusal;
        const written = await write.attempt(whole);
        const after = action === 'update' ? await localesOf(context, documentId, whole) : [];
        if (!(await isWithin(context, documentId, within, after, whole))) throw forbidden();
        return written;
      }),
  };
};

/**
 * Guards a write that creates a document: the new document must match the caller's conditions.
 *
 * @throws (the attempt) ApiError 403 when it does not
 */
export const guardedNew = (context: WriteContext, write: Write<Stored>): Write<Stored> => {
  const within = permittedTo('create', context);
  if (within === undefined) return write;
  return {
    ...write,
    attempt: (unit) =>
      unit.together(async (whole) => {
        const written = await write.attempt(whole);
        const { documentId } = written;
        const made = await localesOf(context, documentId, whole);
        if (!(await isWithin(context, documentId, within, made, whole))) throw forbidden();
        return written;
      }),
  };
};
