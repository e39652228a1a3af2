// Stores uploaded files with new records.
import { join } from 'node:path';
import { writerOf, type Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { asTransaction, prepareCreate, type PreparedWrite, type WriteTarget } from '../../write/documents/index.ts';
import { invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { withLockedFolders } from '../folders/lockFolder.ts';
import { prepareAttach } from './prepareAttach.ts';
import { checkInfoCount, infosOf } from './fileInfo.ts';
import { writtenFileTarget } from './files.ts';
import type { Form, FormFile } from './readForm.ts';
import { prepareFile, storeThenWrite, type PreparedFile } from './prepareFile.ts';
import type { FileInfo } from './fileRecord.ts';
import { storeOf } from '../store/storeOf.ts';

/** Runs the write of the records after their files are stored. */
export type Commit<Written, T> = (write: PreparedWrite<Written>) => Promise<T>;

/** A file to store, with the documentId for its record. */
type WithDocumentId<File> = File & { readonly documentId: string };

/** Files, their infos in the same order, and the fields that name a document. */
interface FilesToStore<File> extends Pick<Form, 'fields'> {
  readonly files: readonly WithDocumentId<File>[];
  readonly infos: readonly FileInfo[];
}

/** Prepares the storage of a file; `index` is its position in the list. */
type Prepare<File> = (file: WithDocumentId<File>, info: FileInfo, index: number) => Promise<PreparedFile>;

/**
 * Stores files, creates their records, and relates them to the document that the fields name: all or nothing.
 *
 * @param commit runs the write of the records. If it throws a 4xx error, the stored files are deleted, so nothing may
 *   be written then
 * @throws ApiError 400 naming every invalid value, 403 and 404 for the document, 503 if the files cannot be stored;
 *   and what `prepare` throws
 */
export const storeFiles = async <File, T>(
  service: Service,
  caller: Caller,
  { files: filesToStore, infos, fields }: FilesToStore<File>,
  prepare: Prepare<File>,
  commit: Commit<readonly StoredDocument[], T>,
): Promise<T> => {
  checkInfoCount(infos, filesToStore.length);
  const documentIds = filesToStore.map(({ documentId }) => documentId);
  const attached = await prepareAttach(service, caller, fields, documentIds);
  const files: PreparedFile[] = [];
  const records: PreparedWrite<StoredDocument>[] = [];
  for (const [index, file] of filesToStore.entries()) {
    const prepared = await prepare(file, infos[index] ?? {}, index);
    files.push(prepared);
    const target: WriteTarget = {
      ...writtenFileTarget(service, caller),
      documentId: file.documentId,
      by: writerOf(caller),
    };
    records.push(await prepareCreate(service, target, prepared.record));
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
  return storeThenWrite(storeOf(service.config.upload), files, () => commit(inFolders));
};

/**
 * Stores the files of a form. Commits and throws as `storeFiles`.
 *
 * @param folder for the new files
 */
export const uploadFiles = async <T>(
  service: Service,
  caller: Caller,
  form: Form,
  folder: string,
  commit: Commit<readonly StoredDocument[], T>,
): Promise<T> => {
  if (form.files.length === 0) throw invalid('Files are empty');
  const prepare: Prepare<FormFile> = (file, info, index) =>
    prepareFile(service.config.upload, file, info, join(folder, `of-${index}`));
  const files = form.files.map((file) => ({ ...file, documentId: service.newDocumentId() }));
  return storeFiles(service, caller, { fields: form.fields, files, infos: infosOf(form) }, prepare, commit);
};
