// Deletes a file: first its record and all relations to it, then the stored files.
import type { StoredDocument } from '../../platform/db/index.ts';
import { andThen, prepareDelete, type PreparedWrite } from '../../write/documents/index.ts';
import { hooksFor as hooksOfRequests } from '../../write/operations/index.ts';
import type { Service } from '../../platform/service.ts';
import type { FileChange } from './changeFile.ts';
import { fileTarget, fileRecordOf, withPreviousRecord } from './files.ts';
import { discardFiles } from './prepareFile.ts';
import { allKeysOf } from './fileRecord.ts';
import { storeOf } from '../store/storeOf.ts';

/**
 * @returns the write, whose result is the deleted record
 * @throws (the attempt) ApiError 404 if there is no such file, 412 if its revision is not the expected one
 */
export const prepareRemoveFile = (
  service: Service,
  { documentId, caller, expected, hooksFor = hooksOfRequests }: FileChange,
): PreparedWrite<StoredDocument> => {
  const { type } = fileTarget(service.schema);
  const hooks = hooksFor.delete(service, caller, type);
  const write = prepareDelete(service, { type, locale: null, expected, hooks }, documentId);
  return andThen(withPreviousRecord(service, documentId, write), async ({ before }, unit) => {
    await unit.afterCommit(() => discardFiles(storeOf(service.config.upload), allKeysOf(fileRecordOf(before))));
    return before;
  });
};
