// Declares the operations on folders of files, and what says where files are.
import {
  arrayOf,
  closedObject,
  defineContract,
  draftStatus,
  envelopeAnswer,
  flag,
  fullObject,
  integer,
  nullable,
  text,
  versionName,
} from '../../contracts/contract.ts';

/** The most files that one request moves. */
const maxMovedFiles = 1_000;

const Folder = fullObject({
  ...{ id: integer, documentId: text, name: text },
  parent: { ...nullable(text), description: 'the documentId of the folder that contains it; null: at the top' },
  files: { type: 'integer', description: 'how many files are directly in it' },
} as const);

const FileUse = fullObject({
  uid: { type: 'string', description: 'of the content type' },
  ...{ documentId: text, locale: nullable(text) },
  path: { type: 'string', description: 'the attribute with the file: `cover`, `sections.2.picture`' },
  versions: {
    ...arrayOf(versionName),
    description: 'the versions with the file at this path',
  },
  label: { ...nullable(text), description: 'the title of the document' },
  status: {
    ...nullable(draftStatus),
    description: 'null for a type without drafts',
  },
} as const);

const folderId = {
  type: ['string', 'null'],
  minLength: 1,
  description: 'the documentId of a folder, or null for the top',
  rules: { any: 'must be the documentId of a folder, or null' },
} as const;

const name = {
  type: 'string',
  pattern: '^[^/]*$',
  documented: { minLength: 1 },
  rules: { any: 'must be one line of visible characters, without slashes' },
} as const;

const files = {
  type: 'array',
  items: { type: 'string', rules: { any: 'must be the documentId of a file' } },
  ...{ minItems: 1, maxItems: maxMovedFiles },
  rules: { any: `must be a list of 1 to ${maxMovedFiles} documentIds` },
} as const;

const access = 'plugin::upload.content-api';

export const folderContract = defineContract({
  tag: 'Files',
  function: 'files',
  path: '/api/upload',
  envelope: true,
  ignoresQuery: true,
  access: {
    findFolders: `${access}.find`,
    createFolder: `${access}.changeFolders`,
    updateFolder: `${access}.changeFolders`,
    deleteFolder: `${access}.changeFolders`,
    moveFiles: `${access}.upload`,
    findFileUsage: `${access}.findOne`,
  },
  params: {
    documentId: { type: 'string', description: 'the documentId of a folder' },
    id: { type: 'string', description: 'the id or documentId of a file' },
  },
  schemas: { Folder, FileUse },
  operations: {
    findFolders: {
      method: 'GET',
      path: '/folders',
      summary: 'Lists the folders of files',
      returns: 'All folders, by name',
      answer: envelopeAnswer(arrayOf(Folder)),
    },
    createFolder: {
      method: 'POST',
      path: '/folders',
      summary: 'Creates a folder',
      body: closedObject({ name, parent: folderId }, ['name']),
      example: { name: 'Exhibitions', parent: null },
      status: 201,
      returns: 'The folder',
      answer: envelopeAnswer(Folder),
      next: ['updateFolder', 'deleteFolder'],
    },
    updateFolder: {
      method: 'PUT',
      path: '/folders/{documentId}',
      summary: 'Renames or moves a folder',
      body: closedObject({ name, parent: folderId }),
      returns: 'The folder',
      answer: envelopeAnswer(Folder),
    },
    deleteFolder: {
      method: 'DELETE',
      path: '/folders/{documentId}',
      summary: 'Deletes a folder; its contents move to its parent',
      returns: 'The folder is deleted',
    },
    moveFiles: {
      method: 'POST',
      path: '/files/move',
      summary: 'Moves files to a folder',
      description: 'Moves all of the files, or none.',
      body: closedObject({ files, folder: folderId }, ['files', 'folder']),
      returns: 'How many of the files were elsewhere',
      answer: envelopeAnswer(fullObject({ moved: integer })),
    },
    findFileUsage: {
      method: 'GET',
      path: '/files/{id}/usage',
      summary: 'Lists the documents that use a file',
      description: 'The documents that the caller may find, with each place where they use the file.',
      returns: 'Where the file is used',
      answer: fullObject({
        data: arrayOf(FileUse),
        meta: fullObject({
          total: { type: 'integer', description: 'how many places `data` has' },
          hidden: {
            ...nullable(integer),
            description: 'how many other documents use the file; null for a caller who may not delete files',
          },
          complete: { ...flag, description: 'false: the caller may find more documents than `data` has' },
        } as const),
      }),
    },
  },
});
