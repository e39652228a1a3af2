// Stores uploaded files with new records, and replaces the file of a record.
import { join } from 'node:path';
import { writerOf, type Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import {
  asTransaction,
  prepareCreate,
  andThen,
  mediaKindOf,
  prepareUpdate,
  type PreparedWrite,
  type WriteTarget,
} from '../../write/documents/index.ts';
import { invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { withLockedFolders } from '../folders/lockFolder.ts';
import { prepareAttach } from './prepareAttach.ts';
import { parseFileInfos, invalidFileInfo } from './fileInfo.ts';
import { writtenFileTarget, fileRecordOf, withPreviousRecord } from './files.ts';
import type { Form, FormFile } from './readForm.ts';
import { discardFiles, prepareFile, storeThenWrite, type PreparedFile } from './prepareFile.ts';
import { allKeysOf, type FileInfo } from './fileRecord.ts';
import { storeOf } from '../store/storeOf.ts';

const infosOf = ({ fields }: Form): readonly FileInfo[] => parseFileInfos(fields.get('fileInfo') ?? []);

const checkInfos = (infos: readonly FileInfo[], files: number): void => {
  if (infos.length > files) throw invalidFileInfo('has more entries than there are files');
};

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
  checkInfos(infos, filesToStore.length);
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

/** A change of a file: its caller, and the revision that the file must have. */
interface FileChange {
  readonly documentId: string;
  readonly caller: Caller;
  readonly expected: WriteTarget['expected'];
}

/** @throws ApiError 400 for an invalid info; the attempt throws 404 and 412 for the file */
export const prepareInfoChange = async (
  service: Service,
  { documentId, caller, expected }: FileChange,
  infos: readonly FileInfo[],
): Promise<PreparedWrite<StoredDocument>> => {
  checkInfos(infos, 1);
  const target = { ...writtenFileTarget(service, caller), expected };
  return withLockedFolders(await prepareUpdate(service, target, documentId, infos[0] ?? {}), infos);
};

/** The kind of a file cannot change, because documents that relate to it may allow only some kinds. */
const checkKind = (before: string, after: string): void => {
  const [oldKind, newKind] = [mediaKindOf(before), mediaKindOf(after)];
  if (oldKind !== newKind)
    throw invalid(`A file of the kind ${oldKind} cannot be replaced with one of the kind ${newKind}`);
};

/**
 * Changes the info of a file. If the form has a file of the same kind, it replaces the stored file; the record and
 * its relations stay.
 *
 * @param commit as for `storeFiles`
 * @throws ApiError 400, 404 and 412 as `prepareInfoChange`, 503 if the file cannot be stored
 */
export const changeFile = async <T>(
  service: Service,
  change: FileChange,
  form: Form,
  folder: string,
  commit: Commit<StoredDocument, T>,
): Promise<T> => {
  const infos = infosOf(form);
  const [file, ...others] = form.files;
  if (others.length > 0) throw invalid('Cannot replace a file with multiple ones');
  if (file === undefined) return commit(await prepareInfoChange(service, change, infos));
  checkInfos(infos, 1);
  const { documentId, caller, expected } = change;
  const prepared = await prepareFile(service.config.upload, file, infos[0] ?? {}, join(folder, 'of-0'));
  const target = { ...writtenFileTarget(service, caller), expected };
  const record = { focalPoint: null, ...prepared.record };
  const update = await prepareUpdate(service, target, documentId, record);
  const write = withPreviousRecord(service, documentId, withLockedFolders(update, infos));
  const store = storeOf(service.config.upload);
  const replacement = andThen(write, async ({ before, written }, unit) => {
    const replaced = fileRecordOf(before);
    checkKind(replaced.mime, prepared.record.mime);
    await unit.afterCommit(() => discardFiles(store, allKeysOf(replaced)));
    return written;
  });
  return storeThenWrite(store, [prepared], () => commit(replacement));
};
