// Writes of callers who may write some documents of a type and not all.
import type { Action } from '../../platform/access/index.ts';
import type { Stored } from '../../platform/db/index.ts';
import type { Write } from '../documents/index.ts';
import { forbidden } from '../../errors.ts';
import { isWithin, localesOf, permittedTo, refusalOf, type WriteContext } from './refusal.ts';

/**
 * A write of a document that stands: done only where the caller may do it to that document, as it is and, where it is
 * changed, as it will be; whole in a transaction where there is a condition at all.
 *
 * @param documentId undefined: the one of a single type
 * @param gone what is done where there is no such document for the caller; nothing but to say so where it is not given
 * @throws (the attempt) ApiError 403 for a document that the caller may see, 404 for one that they may not; 403 when it
 *   would become one that they may not write
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
 * A write that makes a document: done only where it is one that the caller may make.
 *
 * @throws (the attempt) ApiError 403 when it is not
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
