// Checks the precondition of a write.
import type { Expected, Stored } from '../../../platform/db/index.ts';
import { preconditionFailed } from '../../../errors.ts';

/**
 * @param there the stored document; null when there is none
 * @throws ApiError 412 when it does not meet the precondition
 */
export const checkExpected = (expected: Expected | undefined, there: Pick<Stored, 'revision'> | null): void => {
  if (expected === undefined) return;
  if (there === null || (expected !== 'any' && !expected.includes(there.revision))) throw preconditionFailed();
};
