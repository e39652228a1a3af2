// Deletes a file: first its record and all relations to it, then the stored files.
import type { StoredDocument } from '../../platform/db/index.ts';
import { runWrite, prepareDelete, type WriteTarget } from '../../write/documents/index.ts';
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
  documentId: string,
  expected: WriteTarget['expected'],
): Promise<StoredDocument> => {
  const write = prepareDelete(service, { ...fileTarget(service.schema), expected }, documentId);
  const { before } = await runWrite(service, withPreviousRecord(service, documentId, write));
  await discardFiles(storeOf(service.config.upload), allKeysOf(fileRecordOf(before)));
  return before;
};
