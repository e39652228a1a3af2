// Files that come, with records of their own or in the place of another.
import { join } from 'node:path';
import type { Caller } from '../access/index.ts';
import type { Stored } from '../db/index.ts';
import { alone, creating, together, updating, type Write, type WriteTarget } from '../documents/index.ts';
import { invalid } from '../errors.ts';
import type { Service } from '../service.ts';
import { attaching } from './attach.ts';
import { infosIn, invalidInfo } from './file-info.ts';
import { fileTarget, recordIn, withBefore } from './files.ts';
import type { Form } from './form.ts';
import { discard, prepareFile, storing, type Prepared } from './prepare.ts';
import { keysOf, type FileInfo } from './record.ts';
import { storeOf } from './store-of.ts';

const infosOf = ({ fields }: Form): readonly FileInfo[] => infosIn(fields.get('fileInfo') ?? []);

const checkInfos = (infos: readonly FileInfo[], files: number): void => {
  if (infos.length > files) throw invalidInfo('is of more files than there are');
};

/**
 * Makes a record of each file, and relates them to the document that the form names: all of it, or nothing.
 *
 * @param folder for what is made of the files
 * @returns the records as stored
 * @throws ApiError 400 naming what does not fit, 403 and 404 for the document, 503 when the files cannot be stored
 */
export const uploadFiles = async (
  service: Service,
  caller: Caller,
  form: Form,
  folder: string,
): Promise<readonly Stored[]> => {
  if (form.files.length === 0) throw invalid('Files are empty');
  const infos = infosOf(form);
  checkInfos(infos, form.files.length);
  const ids = form.files.map(() => service.newDocumentId());
  const attached = await attaching(service, caller, form.fields, ids);
  const files: Prepared[] = [];
  const records: Write<Stored>[] = [];
  for (const [index, file] of form.files.entries()) {
    const prepared = await prepareFile(service.config.upload, file, infos[index] ?? {}, join(folder, `of-${index}`));
    const target: WriteTarget = { ...fileTarget(service.schema), documentId: ids[index], by: caller.user };
    files.push(prepared);
    records.push(await creating(service, target, prepared.record));
  }
  return storing(storeOf(service.config.upload), files, () =>
    together(service, async (unit) => {
      const stored: Stored[] = [];
      for (const record of records) stored.push(await record.attempt(unit));
      await attached?.attempt(unit);
      return stored;
    }),
  );
};

/** What a file is changed to. */
interface Change {
  readonly documentId: string;
  readonly expected: WriteTarget['expected'];
}

/** @throws ApiError 400 for info that does not fit, 404 and 412 for the file */
export const changeInfo = async (
  service: Service,
  { documentId, expected }: Change,
  infos: readonly FileInfo[],
): Promise<Stored> => {
  checkInfos(infos, 1);
  const target = { ...fileTarget(service.schema), expected };
  return alone(service, await updating(service, target, documentId, infos[0] ?? {}));
};

/**
 * Changes what is said of a file, and puts another in its place where the form has one: its record stays, with all that
 * relates to it, and points elsewhere.
 *
 * @throws ApiError 400, 404 and 412 as `changeInfo`, 503 when the file cannot be stored
 */
export const changeFile = async (service: Service, change: Change, form: Form, folder: string): Promise<Stored> => {
  const infos = infosOf(form);
  const [file, ...others] = form.files;
  if (others.length > 0) throw invalid('Cannot replace a file with multiple ones');
  if (file === undefined) return changeInfo(service, change, infos);
  checkInfos(infos, 1);
  const { documentId, expected } = change;
  const prepared = await prepareFile(service.config.upload, file, infos[0] ?? {}, join(folder, 'of-0'));
  const target = { ...fileTarget(service.schema), expected };
  const write = await updating(service, target, documentId, { focalPoint: null, ...prepared.record });
  const store = storeOf(service.config.upload);
  const { before, written } = await storing(store, [prepared], () =>
    alone(service, withBefore(service, documentId, write)),
  );
  await discard(store, keysOf(recordIn(before)));
  return written;
};
