// Stores uploaded files with new records.
import { writerOf, type Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { asTransaction, prepareCreate, type PreparedWrite, type WriteTarget } from '../../write/documents/index.ts';
import { invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { withLockedFolders } from '../folders/lockFolder.ts';
import { prepareAttach } from './prepareAttach.ts';
import { checkInfoCount, infosOf } from './fileInfo.ts';
import { writtenFileTarget } from './files.ts';
import type { Form } from './readForm.ts';
import type { PictureWork } from '../image/pictureTurns.ts';
import { prepareFiles, storeThenWrite, type PreparedFile } from './prepareFile.ts';
import type { FileInfo } from './fileRecord.ts';
import { storeOf } from '../store/storeOf.ts';

/** Runs the write of the records after their files are stored. */
export type Commit<Written, T> = (write: PreparedWrite<Written>) => Promise<T>;

/** Where the records of files go: their documentIds and infos, in order, and the fields that name a document. */
interface NewRecords extends Pick<Form, 'fields'> {
  readonly documentIds: readonly string[];
  readonly infos: readonly FileInfo[];
  /** See `PictureWork`. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Stores files, creates their records, and relates them to the document that the fields name: all or nothing.
 *
 * @param prepare prepares the storage of the files, in the order of their documentIds
 * @param commit runs the write of the records. If it throws a 4xx error, the stored files are deleted, so nothing may
 *   be written then
 * @throws ApiError 400 naming every invalid value, 403 and 404 for the document, 503 if the files cannot be stored, 499 if the client
 *   disconnects before the write; and what `prepare` throws
 */
export const storeFiles = async <T>(
  service: Service,
  caller: Caller,
  { documentIds, infos, fields, signal }: NewRecords,
  prepare: () => Promise<readonly PreparedFile[]>,
  commit: Commit<readonly StoredDocument[], T>,
): Promise<T> => {
  checkInfoCount(infos, documentIds.length);
  const attached = await prepareAttach(service, caller, fields, documentIds);
  const files = await prepare();
  const records: PreparedWrite<StoredDocument>[] = [];
  for (const [index, { record }] of files.entries()) {
    const documentId = documentIds[index];
    const target: WriteTarget = { ...writtenFileTarget(service, caller), documentId, by: writerOf(caller) };
    records.push(await prepareCreate(service, target, record));
  }
  const write = asTransaction({
    about: undefined,
    attempt: async (unit) => {
      const stored: StoredDocument[] = [];
      for (const record of records) stored.push(await record.attempt(unit));
      await attached?.attempt(unit);
      return stored;
    },
  });
  const inFolders = withLockedFolders(write, infos);
  return storeThenWrite(storeOf(service.config.upload), files, signal, () => commit(inFolders));
};

/** Stores the files of a form. Commits and throws as `storeFiles`. */
export const uploadFiles = async <T>(
  service: Service,
  caller: Caller,
  form: Form,
  work: PictureWork,
  commit: Commit<readonly StoredDocument[], T>,
): Promise<T> => {
  const { files, fields } = form;
  if (files.length === 0) throw invalid('Files are empty');
  const infos = infosOf(form);
  const documentIds = files.map(() => service.newDocumentId());
  const records = { documentIds, infos, fields, signal: work.signal };
  return storeFiles(service, caller, records, () => prepareFiles(service.config.upload, files, infos, work), commit);
};
