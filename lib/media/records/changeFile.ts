// Changes the description of a stored file, replaces the file of its record, or deletes both.
import { writerOf, type Caller } from '../../platform/access/index.ts';
import { documentName, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
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
import { writtenFileTarget, fileRecordOf, requireRecord, withPreviousRecord, fileTarget } from './files.ts';
import type { Form } from './readForm.ts';
import type { PictureWork } from '../image/pictureTurns.ts';
import { prepareFile, storeThenWrite, type PreparedFile } from './prepareFile.ts';
import { allKeysOf, atAddressesOf, fileKey, type FileInfo, type FileRecord } from './fileRecord.ts';
import { encodingOf } from '../image/encoding.ts';
import type { Store } from '../store/store.ts';
import { storeOf } from '../store/storeOf.ts';
import { eraseAfterCommit, moveAfterCommit } from './moveBytes.ts';
import type { Commit } from './storeFiles.ts';

/** A change of a file: its caller, and the revision that the file must have. */
export interface FileChange {
  readonly documentId: string;
  readonly caller: Caller;
  readonly expected: WriteTarget['expected'];
  /** Whether a new file gets another address. */
  readonly newUrl?: boolean;
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
 * Whether a new file can have the address of the one that it replaces: browsers take the type of a picture from its bytes, that of
 * others from the ending. A picture whose formats are made later has no bytes until then.
 */
const fitsAddress = (store: Store, made: FileRecord, replaced: FileRecord): boolean =>
  replaced.url === store.url(fileKey(replaced)) &&
  !made.pending &&
  !replaced.pending &&
  (made.ext === replaced.ext || [made, replaced].every(({ mime }) => encodingOf(mime) !== undefined));

/**
 * Replaces the file of a record with one of the same kind. The record, its relations, and where possible its address stay.
 *
 * @param signal see `PictureWork`
 * @param prepare prepares the storage of the new file
 * @param commit as for `storeFiles`
 * @throws ApiError 400, 404 and 412 as `prepareInfoChange`, 503 if the file cannot be stored; and what `prepare` throws
 */
export const replaceFile = async <T>(
  service: Service,
  { documentId, caller, expected, newUrl = false }: FileChange,
  infos: readonly FileInfo[],
  signal: AbortSignal | undefined,
  prepare: (info: FileInfo) => Promise<PreparedFile>,
  commit: Commit<StoredDocument, T>,
): Promise<T> => {
  checkInfoCount(infos, 1);
  const prepared = await prepare(infos[0] ?? {});
  const target = { ...writtenFileTarget(service, caller), expected };
  const store = storeOf(service.config.upload);
  const attempt = async (unit: Transaction): Promise<StoredDocument> => {
    const replaced = fileRecordOf(await requireRecord(service, unit, documentId));
    const { record: made, bytes } = prepared;
    const { record, copies } =
      !newUrl && fitsAddress(store, made, replaced)
        ? atAddressesOf(made, bytes, replaced)
        : { record: made, copies: [] };
    const update = await prepareUpdate(service, target, documentId, { focalPoint: null, ...record });
    const written = await withLockedFolders(update, infos).attempt(unit);
    checkKind(replaced.mime, made.mime);
    const kept = new Set(allKeysOf(record));
    const erased = [...allKeysOf(replaced), ...allKeysOf(made)].filter((key) => !kept.has(key));
    await eraseAfterCommit(service, unit, documentId, erased, copies);
    return written;
  };
  const replacement = asTransaction({ about: documentName(target.type, documentId), attempt });
  return storeThenWrite(store, [prepared], signal, () => commit(replacement));
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
