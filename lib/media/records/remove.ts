// Deletes a file: first its record and all relations to it, then the stored files.
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { runWrite, prepareDelete, type WriteTarget } from '../../write/documents/index.ts';
import { hooksFor } from '../../write/operations/index.ts';
import type { Service } from '../../platform/service.ts';
import { fileTarget, fileRecordOf, withPreviousRecord } from './files.ts';
import { discardFiles } from './prepareFile.ts';
import { allKeysOf } from './fileRecord.ts';
import { storeOf } from '../store/storeOf.ts';

/**
 * @returns the deleted record
 * @throws ApiError 404 if there is no such file, 412 if its revision is not the expected one
 */
export const removeFile = async (
  service: Service,
  caller: Caller,
  documentId: string,
  expected: WriteTarget['expected'],
): Promise<StoredDocument> => {
  const { type } = fileTarget(service.schema);
  const hooks = hooksFor.delete(service, caller, type);
  const write = prepareDelete(service, { type, locale: null, expected, hooks }, documentId);
  const { before } = await runWrite(service, withPreviousRecord(service, documentId, write));
  await discardFiles(storeOf(service.config.upload), allKeysOf(fileRecordOf(before)));
  return before;
};
