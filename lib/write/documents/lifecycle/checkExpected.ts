// Checks the precondition of a write.
import type { ExpectedRevisions, StoredDocument } from '../../../platform/db/index.ts';
import { alreadyExists, preconditionFailed } from '../../../errors.ts';

/**
 * @param stored the stored document; null when there is none
 * @throws ApiError 412 when it does not meet the precondition
 */
export const checkExpected = (
  expected: ExpectedRevisions | undefined,
  stored: Pick<StoredDocument, 'revision'> | null,
): void => {
  if (expected === undefined) return;
  if (expected === 'none') {
    if (stored !== null) throw alreadyExists();
    return;
  }
  if (stored === null || (expected !== 'any' && !expected.includes(stored.revision))) throw preconditionFailed();
};
