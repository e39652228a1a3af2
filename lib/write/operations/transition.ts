// Publishes or unpublishes a document, or discards its draft, on behalf of a caller.
import { writerOf } from '../../platform/access/index.ts';
import type { ExpectedRevisions, StoredDocument } from '../../platform/db/index.ts';
import { prepareTransition, type PreparedWrite } from '../documents/index.ts';
import { guardDiscard, guardWrite, type WriteContext } from '../permissions/index.ts';
import type { HooksFor } from './context.ts';

/**
 * Returns the write that changes the versions of a document, in one locale or in all.
 *
 * @param documentId undefined: the one document of a single type
 * @returns the write of the documents as stored, one for each locale
 * @throws the write: ApiError 403 and 404 for a document that the caller may not publish or not see, 412 if it is not the
 *   expected one
 */
export const prepareCallerTransition = (
  hooksFor: HooksFor,
  context: WriteContext,
  documentId: string | undefined,
  action: Parameters<typeof prepareTransition>[3],
  expected?: ExpectedRevisions,
): PreparedWrite<readonly StoredDocument[]> => {
  const { service, caller, type, locale } = context;
  // Unpublishing writes no values.
  const hooks = action === 'unpublish' ? undefined : hooksFor.write(service, caller, type);
  const target = { type, locale, expected, by: writerOf(caller), hooks };
  const write = prepareTransition(service, target, documentId, action);
  const guarded = action === 'discard-draft' ? guardDiscard(context, documentId, write) : write;
  return guardWrite(context, 'publish', documentId, guarded);
};
