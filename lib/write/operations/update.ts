// Updates a document on behalf of a caller.
import type { StoredDocument } from '../../platform/db/index.ts';
import { preparePutSingle, prepareUpdate, type PreparedWrite } from '../documents/index.ts';
import { guardWrite } from '../permissions/index.ts';
import { writeTargetFor, type HooksFor, type OneLocaleContext, type WriteOptions } from './context.ts';

/**
 * Checks the body and returns the write, which `runWrite` or `writeOnce` runs.
 *
 * @param documentId undefined: the one document of a single type, which is created if it does not exist
 * @param data the body's `data`; attributes that it does not name keep their values
 * @throws ApiError 400 for faults in the body itself; the write: 400 for its other faults, 403 and 404 for a document that
 *   the caller may not update or not see, 412 if the document is not the expected one
 */
export const prepareCallerUpdate = async (
  hooksFor: HooksFor,
  context: OneLocaleContext,
  options: WriteOptions,
  documentId: string | undefined,
  data: unknown,
): Promise<PreparedWrite<StoredDocument>> => {
  const { service } = context;
  const target = writeTargetFor(hooksFor, context, options);
  const write = await (documentId === undefined
    ? preparePutSingle(service, target, data)
    : prepareUpdate(service, target, documentId, data));
  return guardWrite(context, 'update', documentId, write);
};
