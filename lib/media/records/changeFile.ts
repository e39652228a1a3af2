// Changes the description of a stored file, replaces the file of its record, or deletes both.
import { writerOf, type Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import {
  andThen,
  asTransaction,
  mediaKindOf,
  prepareUpdate,
  type PreparedWrite,
  type WriteTarget,
  prepareDelete,
} from '../../write/documents/index.ts';
import { type HooksFor, hooksFor as hooksOfRequests } from '../../write/operations/index.ts';
import { invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { withLockedFolders } from '../folders/lockFolder.ts';
import { checkInfoCount, infosOf } from './fileInfo.ts';
import { writtenFileTarget, fileRecordOf, withPreviousRecord, fileTarget } from './files.ts';
import type { Form } from './readForm.ts';
import type { PictureWork } from '../image/pictureTurns.ts';
import { prepareFile, storeThenWrite, type PreparedFile } from './prepareFile.ts';
import { allKeysOf, type FileInfo } from './fileRecord.ts';
import { storeOf } from '../store/storeOf.ts';
import { eraseAfterCommit, moveAfterCommit } from './moveBytes.ts';
import type { Commit } from './storeFiles.ts';

/** A change of a file: its caller, and the revision that the file must have. */
export interface FileChange {
  readonly documentId: string;
  readonly caller: Caller;
  readonly expected: WriteTarget['expected'];
  /** The hooks of a write that a hook causes; undefined: those of a request. */
  readonly hooksFor?: HooksFor;
}

/** @throws ApiError 400 for an invalid info; the attempt throws 404 and 412 for the file */
export const prepareInfoChange = async (
  service: Service,
  { documentId, caller, expected, hooksFor }: FileChange,
  infos: readonly FileInfo[],
): Promise<PreparedWrite<StoredDocument>> => {
  checkInfoCount(infos, 1);
  const target = { ...writtenFileTarget(service, caller, hooksFor), expected };
  return withLockedFolders(await prepareUpdate(service, target, documentId, infos[0] ?? {}), infos);
};

/** The kind of a file cannot change, because documents that relate to it may allow only some kinds. */
const checkKind = (before: string, after: string): void => {
  const [oldKind, newKind] = [mediaKindOf(before), mediaKindOf(after)];
  if (oldKind !== newKind)
    throw invalid(`A file of the kind ${oldKind} cannot be replaced with one of the kind ${newKind}`);
};

/**
 * Replaces the file of a record with one of the same kind. The record and its relations stay.
 *
 * @param signal see `PictureWork`
 * @param prepare prepares the storage of the new file
 * @param commit as for `storeFiles`
 * @throws ApiError 400, 404 and 412 as `prepareInfoChange`, 503 if the file cannot be stored; and what `prepare` throws
 */
export const replaceFile = async <T>(
  service: Service,
  { documentId, caller, expected }: FileChange,
  infos: readonly FileInfo[],
  signal: AbortSignal | undefined,
  prepare: (info: FileInfo) => Promise<PreparedFile>,
  commit: Commit<StoredDocument, T>,
): Promise<T> => {
  checkInfoCount(infos, 1);
  const prepared = await prepare(infos[0] ?? {});
  const target = { ...writtenFileTarget(service, caller), expected };
  const record = { focalPoint: null, ...prepared.record };
  const update = await prepareUpdate(service, target, documentId, record);
  const write = withPreviousRecord(service, documentId, withLockedFolders(update, infos));
  const replacement = andThen(write, async ({ before, written }, unit) => {
    const replaced = fileRecordOf(before);
    checkKind(replaced.mime, prepared.record.mime);
    await eraseAfterCommit(service, unit, documentId, allKeysOf(replaced));
    return written;
  });
  return storeThenWrite(storeOf(service.config.upload), [prepared], signal, () => commit(replacement));
};

/**
 * Changes the info of a file. If the form has a file, it replaces the stored file.
 *
 * @param commit as for `storeFiles`
 * @throws ApiError 400 for several files, and as `prepareInfoChange` and `replaceFile`
 */
export const changeFile = async <T>(
  service: Service,
  change: FileChange,
  form: Form,
  work: PictureWork,
  commit: Commit<StoredDocument, T>,
): Promise<T> => {
  const infos = infosOf(form);
  const [file, ...others] = form.files;
  if (others.length > 0) throw invalid('Cannot replace a file with multiple ones');
  if (file === undefined) return commit(await prepareInfoChange(service, change, infos));
  const prepare = (info: FileInfo) => prepareFile(service.config.upload, file, info, work);
  return replaceFile(service, change, infos, work.signal, prepare, commit);
};

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
  const write = prepareDelete(service, { type, locale: null, expected, by: writerOf(caller), hooks }, documentId);
  return asTransaction(
    andThen(withPreviousRecord(service, documentId, write), async ({ before }, unit) => {
      if (service.config.trash.days === 0)
        await eraseAfterCommit(service, unit, documentId, allKeysOf(fileRecordOf(before)));
      else await moveAfterCommit(service, unit, documentId);
      return before;
    }),
  );
};
