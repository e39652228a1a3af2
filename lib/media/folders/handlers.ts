// Answers the operations on folders of files.
import { checkBody, isName, nameRule, type Handlers } from '../../contracts/index.ts';
import type { InvalidValue } from '../../errors.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { cleanTitle } from '../records/fileNames.ts';
import { findFileId } from '../records/files.ts';
import { findFileUsage } from '../usage/findFileUsage.ts';
import { createFolder, deleteFolder, moveFiles, updateFolder } from './changeFolders.ts';
import { folderContract } from './contract.ts';
import { listFolders } from './storedFolders.ts';

/** Names are cleaned before they are checked. */
const nameFaults = ({ name }: { readonly name?: string }): readonly InvalidValue[] =>
  name === undefined || isName(cleanTitle(name))
    ? []
    : [{ path: ['name'], message: `name must be ${nameRule}, without slashes`, value: name }];

export const folderHandlers: Handlers<typeof folderContract, Service, Caller> = {
  findFolders: async (_, service) => ({ data: await listFolders(service), meta: {} }),
  createFolder: async ({ body }, service) => {
    const { name, parent = null } = checkBody(folderContract, 'createFolder', body, nameFaults);
    return { data: await createFolder(service, { name: cleanTitle(name), parent }), meta: {} };
  },
  updateFolder: async ({ params: { documentId }, body }, service) => {
    const change = checkBody(folderContract, 'updateFolder', body, nameFaults);
    const cleaned = change.name === undefined ? change : { ...change, name: cleanTitle(change.name) };
    return { data: await updateFolder(service, documentId, cleaned), meta: {} };
  },
  deleteFolder: ({ params: { documentId } }, service) => deleteFolder(service, documentId),
  moveFiles: async ({ body }, service, caller) => {
    const { files, folder } = checkBody(folderContract, 'moveFiles', body);
    return { data: { moved: await moveFiles(service, caller, { files: [...new Set(files)], folder }) }, meta: {} };
  },
  findFileUsage: async ({ params: { id } }, service, caller) =>
    findFileUsage(service, caller, await findFileId(service, id)),
};
