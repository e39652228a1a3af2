// The precondition of a write: what the caller takes the document to be.
import type { Expected, Stored } from '../../../platform/db/index.ts';
import { preconditionFailed } from '../../../errors.ts';

/**
 * @param there the document as it stands; null when there is none
 * @throws ApiError 412 when it is not what is expected
 */
export const checkExpected = (expected: Expected | undefined, there: Pick<Stored, 'revision'> | null): void => {
  if (expected === undefined) return;
  if (there === null || (expected !== 'any' && !expected.includes(there.revision))) throw preconditionFailed();
};
