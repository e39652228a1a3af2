// Deletes a document on behalf of a caller.
import type { Action } from '../../platform/access/index.ts';
import type { ExpectedRevisions } from '../../platform/db/index.ts';
import { prepareDelete, prepareMissingDelete, type PreparedWrite } from '../documents/index.ts';
import { guardWrite, type WriteContext } from '../permissions/index.ts';
import type { HooksFor } from './context.ts';

/**
 * Returns the write that deletes both versions of a document, in one locale or in all. It succeeds if there is no such
 * document.
 *
 * @param documentId undefined: the one document of a single type
 * @param action the permission that the caller needs: users have `destroy`
 * @throws the write: ApiError 403 for a document that the caller may see but not delete, 412 if it is not the expected one
 */
export const prepareCallerDelete = (
  hooksFor: HooksFor,
  context: WriteContext,
  documentId: string | undefined,
  { expected, action = 'delete' }: { readonly expected?: ExpectedRevisions | undefined; readonly action?: Action } = {},
): PreparedWrite<void> => {
  const { service, caller, type, locale } = context;
  const target = { type, locale, expected, hooks: hooksFor.delete(service, caller, type) };
  const write = prepareDelete(service, target, documentId);
  return guardWrite(context, action, documentId, write, prepareMissingDelete(target));
};
