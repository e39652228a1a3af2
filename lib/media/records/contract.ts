// Declares the operations on files. As in Strapi, bodies and answers have no `data` envelope.
import {
  arrayOf,
  closedObject,
  defineContract,
  fullObject,
  integer,
  nullable,
  text,
  type FromSchema,
} from '../../contracts/contract.ts';

const uid = 'plugin::upload.file';

/** With what the site has added to files. */
const File = { named: 'LibraryFile' } as const;

const axis = { type: 'number', minimum: 0, maximum: 100 } as const;

const FileInfoSchema = closedObject({
  name: { type: 'string', minLength: 1 },
  alternativeText: nullable(text),
  caption: nullable(text),
  focalPoint: nullable(fullObject({ x: axis, y: axis })),
  folder: { ...nullable(text), description: 'the documentId of a folder; null: at the top' },
} as const);

/** The values that editors set on a file. */
export type FileInfo = FromSchema<typeof FileInfoSchema>;

/** The information of one file, or of each file in order. */
const infos = { anyOf: [FileInfoSchema, arrayOf(FileInfoSchema)] } as const;

const relationFields = {
  ref: { type: 'string', description: 'the uid of a content type' },
  refId: { type: 'string', description: 'the id or documentId of a document of that type' },
  field: { type: 'string', description: 'a media attribute of that type' },
} as const;

const UploadTarget = {
  anyOf: [
    fullObject({ key: text, url: text, fields: { type: 'object', additionalProperties: text } } as const),
    fullObject({ key: text, partSize: integer, parts: arrayOf(fullObject({ partNumber: integer, url: text })) }),
  ],
} as const;

/** Where to send a file: a URL for a form, and its fields before `file`; or the parts, with the size of each except the last. */
export type PresignedUpload = FromSchema<typeof UploadTarget>;

const existingFile = {
  id: { type: 'string', description: 'the id or documentId of an existing file' },
  newUrl: {
    ...{ type: 'string', enum: ['true', 'false'] },
    description: 'whether a file that replaces the one of `id` gets another address',
  },
} as const;

const access = 'plugin::upload.content-api';

const files = {
  tag: 'Files',
  path: '/api/upload',
  ignoresQuery: true,
  params: { id: { type: 'string', description: 'the id or documentId of a file' } },
  schemas: {},
} as const;

export const fileContract = defineContract({
  ...files,
  function: 'files',
  access: { findFiles: `${access}.find`, findFilesPage: `${access}.find`, findFile: `${access}.findOne` },
  operations: {
    findFiles: {
      method: 'GET',
      path: '/files',
      summary: 'Lists files',
      documentQuery: { uid, read: 'list' },
      returns: 'Files, as a list without envelope',
      answer: arrayOf(File),
    },
    findFilesPage: {
      method: 'GET',
      path: '/files/page',
      summary: 'Lists files with `data` and `meta`',
      documentQuery: { uid, read: 'list' },
      returns: 'A page of files',
      answer: fullObject({ data: arrayOf(File), meta: { named: 'ListMeta' } }),
    },
    findFile: {
      method: 'GET',
      path: '/files/{id}',
      summary: 'Reads one file',
      documentQuery: { uid, read: 'one' },
      returns: 'The file',
      answer: File,
    },
  },
});

/** Those that need the bucket, and decode no pictures. */
export const fileStorageContract = defineContract({
  ...files,
  function: 'fileStorage',
  access: { presignUpload: `${access}.upload`, deleteFile: `${access}.destroy` },
  operations: {
    presignUpload: {
      method: 'POST',
      path: '/presign',
      summary: 'Returns where to send a file that is too large for a request',
      description:
        'Only if files are stored in a bucket: returns a form for the upload, or the parts to send the file in; with `key`, the parts that are missing.',
      documentedBody: {
        anyOf: [
          fullObject({
            name: { type: 'string', minLength: 1 },
            mime: text,
            size: { type: 'integer', minimum: 1 },
          } as const),
          fullObject({ key: text }),
        ],
      },
      example: { name: 'tour.mp4', mime: 'video/mp4', size: 48_000_000 },
      returns: 'Where to send the file',
      answer: UploadTarget,
      errors: [404, 413],
    },
    deleteFile: {
      method: 'DELETE',
      path: '/files/{id}',
      summary: 'Deletes a file and its formats',
      ifMatch: true,
      movesFiles: true,
      returns: 'The deleted file',
      answer: File,
    },
  },
});

export const uploadContract = defineContract({
  ...files,
  function: 'upload',
  access: `${access}.upload`,
  schemas: { FileInfo: FileInfoSchema },
  operations: {
    upload: {
      method: 'POST',
      summary: 'Uploads files, or with `id` changes one file',
      description:
        'A form with one or more `files`, each of at most `upload.sizeLimit` bytes. With `id`, `fileInfo` changes the information of that file, and the file in `files` replaces it.',
      query: existingFile,
      ifMatch: true,
      headers: ['idempotencyKey'],
      documentedForm: {
        mediaType: 'multipart/form-data',
        schema: closedObject({
          files: arrayOf({ type: 'string', format: 'binary' } as const),
          fileInfo: { type: 'string', contentMediaType: 'application/json', contentSchema: infos },
          ...relationFields,
        } as const),
      },
      documentedBody: fullObject({ fileInfo: infos }),
      status: 201,
      returns: 'The files, as a list without envelope',
      answer: arrayOf(File),
      next: ['findFile', 'deleteFile'],
      otherAnswers: {
        200: { returns: 'The changed file', answer: File },
        202: {
          returns: 'The changed file, but bytes of it are still where they were: Lectern tries again each minute',
          answer: File,
        },
      },
      errors: [404, 409, 413, 422],
    },
  },
});

export const completeUploadContract = defineContract({
  ...files,
  function: 'completeUpload',
  access: `${access}.upload`,
  operations: {
    completeUpload: {
      method: 'POST',
      path: '/complete',
      summary: 'Creates the record of a file in the bucket, or with `id` replaces a file',
      description:
        'Only if files are stored in a bucket: checks the file that was sent under `key`, and creates its record. With `id`, the file replaces that of the record, and `ref`, `refId` and `field` are not permitted.',
      query: existingFile,
      ifMatch: true,
      headers: ['idempotencyKey'],
      documentedBody: closedObject({ key: text, fileInfo: infos, ...relationFields }, ['key']),
      status: 201,
      returns: 'The new file',
      answer: File,
      otherAnswers: { 200: { returns: 'The changed file', answer: File } },
      movesFiles: true,
      errors: [404, 409, 413, 422],
    },
  },
});
