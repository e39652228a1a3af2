// How project code changes and deletes files, with the rules of the routes of files.
import { andThen } from '../../write/documents/index.ts';
import type { BuiltInWriter } from '../../write/operations/index.ts';
import { prepareInfoChange, prepareRemoveFile } from './changeFile.ts';
import { checkFileInfo } from './fileInfo.ts';
import { findChangeableFileId, findDeletableFileId } from './files.ts';

/** Files are stored by uploads: code changes what editors write about them, and deletes them. */
export const fileWriter: BuiltInWriter = {
  update: async ({ service, caller, writes: { hooksFor } }, id, data) => {
    const documentId = await findChangeableFileId(service, caller, id);
    return prepareInfoChange(service, { caller, documentId, expected: undefined, hooksFor }, checkFileInfo(data));
  },
  delete: async ({ service, caller, writes: { hooksFor } }, id) => {
    const documentId = await findDeletableFileId(service, caller, id);
    const write = prepareRemoveFile(service, { caller, documentId, expected: undefined, hooksFor });
    return andThen(write, () => Promise.resolve());
  },
};
