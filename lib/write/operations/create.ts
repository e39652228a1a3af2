// Creates a document on behalf of a caller.
import { prepareCreate, type PreparedCreate } from '../documents/index.ts';
import { guardCreate } from '../permissions/index.ts';
import { writeTargetFor, type HooksFor, type OneLocaleContext, type WriteOptions } from './context.ts';

/**
 * Checks the body and returns the write, which `runWrite` or `writeOnce` runs.
 *
 * @param data the body's `data`
 * @throws ApiError 400 for faults in the body itself; the write: 400 for its other faults, 403 if the caller may not create
 *   such a document
 */
export const prepareCallerCreate = async (
  hooksFor: HooksFor,
  context: OneLocaleContext,
  options: WriteOptions,
  data: unknown,
): Promise<PreparedCreate> =>
  guardCreate(context, await prepareCreate(context.service, writeTargetFor(hooksFor, context, options), data));
