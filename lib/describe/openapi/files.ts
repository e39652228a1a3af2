// Describes the routes for media files, below `/api/upload`.
import { maxMovedFiles } from '../../media/index.ts';
import { libraryFileType } from '../../schema/index.ts';
import { libraryFileName } from './answerSchemas.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, SchemaObject } from './types.ts';
import {
  jsonResponse,
  requiredBody,
  closedObject,
  booleanSchema,
  integer,
  envelope,
  jsonContent,
  nullable,
  operationLinks,
  arrayOf,
  schemaRef,
  text,
  requiredObject,
  unfinishedMove,
} from './schemaParts.ts';

const aboutFiles = { tag: 'Files' } as const;

const fileType = ({ schema }: Context) => libraryFileType(schema);
const fileSchema = schemaRef(libraryFileName);

const id = parameters.inPath('id', 'the id or documentId of a file', text);

const existingId = {
  ...{ name: 'id', in: 'query', description: 'the id or documentId of an existing file', schema: text },
} as const;

const relationFields = {
  ref: { type: 'string', description: 'the uid of a content type' },
  refId: { type: 'string', description: 'the id or documentId of a document of that type' },
  field: { type: 'string', description: 'a media attribute of that type' },
};

/** The information of one file, or of each file in order. */
const infos: SchemaObject = { anyOf: [schemaRef('FileInfo'), arrayOf(schemaRef('FileInfo'))] };

const upload = (context: Context): DescribedRoute => {
  const { sizeLimit } = context.config.upload;
  const form = closedObject({
    files: arrayOf({ type: 'string', format: 'binary' }),
    fileInfo: { type: 'string', contentMediaType: 'application/json', contentSchema: infos },
    ...relationFields,
  });
  return {
    ...aboutFiles,
    description:
      `A form with one or more \`files\`, of at most ${sizeLimit} bytes. With \`id\`, \`fileInfo\` changes the information of that file, ` +
      'and the file in `files` replaces it.',
    parameters: [existingId, parameters.ifMatchParameter, parameters.idempotencyKeyParameter],
    body: {
      required: true,
      content: { 'multipart/form-data': { schema: form }, ...jsonContent(requiredObject({ fileInfo: infos })) },
    },
    answers: {
      200: jsonResponse('The changed file', fileSchema),
      201: {
        ...jsonResponse('The files, as a list without envelope', arrayOf(fileSchema)),
        ...operationLinks({ parameter: 'id', pointer: '/0/id' }, 'findFile', 'deleteFile'),
      },
      202: unfinishedMove(fileSchema),
    },
    errorStatuses: [400, 404, 409, 412, 413, 422],
  };
};

const uploadTarget = {
  anyOf: [
    requiredObject({ key: text, url: text, fields: { type: 'object', additionalProperties: text } }),
    requiredObject({
      key: text,
      partSize: integer,
      parts: arrayOf(requiredObject({ partNumber: integer, url: text })),
    }),
  ],
};

const presignUpload = (): DescribedRoute => ({
  ...aboutFiles,
  description:
    'Only if files are stored in a bucket: returns a form for the upload, or the parts to send the file in; with `key`, the parts that are missing.',
  body: requiredBody(
    {
      anyOf: [
        requiredObject({ name: { type: 'string', minLength: 1 }, mime: text, size: { type: 'integer', minimum: 1 } }),
        requiredObject({ key: text }),
      ],
    },
    {
      ...{ name: 'tour.mp4', mime: 'video/mp4', size: 48_000_000 },
    },
  ),
  answers: { 200: jsonResponse('Where to send the file', uploadTarget) },
  errorStatuses: [400, 404, 413],
});

const completeUpload = (): DescribedRoute => ({
  ...aboutFiles,
  description:
    'Only if files are stored in a bucket: checks the file that was sent under `key`, and creates its record. With `id`, the file replaces that ' +
    'of the record, and `ref`, `refId` and `field` are not permitted.',
  parameters: [existingId, parameters.ifMatchParameter, parameters.idempotencyKeyParameter],
  body: requiredBody(closedObject({ key: text, fileInfo: infos, ...relationFields }, ['key'])),
  answers: {
    200: jsonResponse('The changed file', fileSchema),
    201: jsonResponse('The new file', fileSchema),
    202: unfinishedMove(fileSchema),
  },
  errorStatuses: [400, 404, 409, 412, 413, 422],
});

const findFiles = (context: Context): DescribedRoute => ({
  ...aboutFiles,
  parameters: parameters.listParameters(context, fileType(context)),
  answers: { 200: jsonResponse('Files, as a list without envelope', arrayOf(fileSchema)) },
  errorStatuses: [400],
});

const findFilesPage = (context: Context): DescribedRoute => ({
  ...aboutFiles,
  parameters: parameters.listParameters(context, fileType(context)),
  answers: { 200: jsonResponse('A page of files', envelope(arrayOf(fileSchema), schemaRef('ListMeta'))) },
  errorStatuses: [400],
});

const findFile = (context: Context): DescribedRoute => ({
  ...aboutFiles,
  parameters: [id, ...parameters.readParameters(context, fileType(context))],
  answers: { 200: jsonResponse('The file', fileSchema) },
  errorStatuses: [400, 404],
});

const deleteFile = (): DescribedRoute => ({
  ...aboutFiles,
  parameters: [id, parameters.ifMatchParameter],
  answers: { 200: jsonResponse('The deleted file', fileSchema), 202: unfinishedMove(fileSchema) },
  errorStatuses: [400, 404, 412],
});

const folderId = parameters.inPath('documentId', 'the documentId of a folder', text);

const folderProperties = { name: { type: 'string', minLength: 1, pattern: '^[^/]*$' }, parent: nullable(text) };

const folderResponse = (description: string) => jsonResponse(description, envelope(schemaRef('Folder')));

const moveFiles = (): DescribedRoute => ({
  ...aboutFiles,
  description: 'Moves all of the files, or none. `folder` is a documentId, or null for the top.',
  body: requiredBody(
    requiredObject({
      data: requiredObject({
        files: { ...arrayOf(text), minItems: 1, maxItems: maxMovedFiles },
        folder: nullable(text),
      }),
    }),
  ),
  answers: {
    200: jsonResponse('How many of the files were elsewhere', envelope(requiredObject({ moved: integer }))),
  },
  errorStatuses: [400],
});

const findFolders = (): DescribedRoute => ({
  ...aboutFiles,
  answers: { 200: jsonResponse('All folders, by name', envelope(arrayOf(schemaRef('Folder')))) },
});

const createFolder = (): DescribedRoute => ({
  ...aboutFiles,
  body: requiredBody(requiredObject({ data: closedObject(folderProperties, ['name']) }), {
    data: { name: 'Exhibitions', parent: null },
  }),
  answers: {
    201: {
      ...folderResponse('The folder'),
      ...operationLinks({ parameter: 'documentId', pointer: '/data/documentId' }, 'updateFolder', 'deleteFolder'),
    },
  },
  errorStatuses: [400],
});

const updateFolder = (): DescribedRoute => ({
  ...aboutFiles,
  parameters: [folderId],
  body: requiredBody(requiredObject({ data: closedObject(folderProperties) })),
  answers: { 200: folderResponse('The folder') },
  errorStatuses: [400, 404],
});

const deleteFolder = (): DescribedRoute => ({
  ...aboutFiles,
  description: 'The files and folders in it move to the folder that contains it.',
  parameters: [folderId],
  answers: { 204: { description: 'The folder is deleted' } },
  errorStatuses: [400, 404],
});

const findFileUsage = (): DescribedRoute => ({
  ...aboutFiles,
  description: 'The documents that the caller may find, with each place where they use the file.',
  parameters: [id],
  answers: {
    200: jsonResponse(
      'Where the file is used',
      envelope(
        arrayOf(schemaRef('FileUse')),
        requiredObject({
          total: { ...integer, description: 'how many places `data` has' },
          hidden: {
            ...nullable(integer),
            description: 'how many other documents use the file; null for a caller who may not delete files',
          },
          complete: { ...booleanSchema, description: 'false: the caller may find more documents than `data` has' },
        }),
      ),
    ),
  },
  errorStatuses: [404],
});

const folders = { findFileUsage, moveFiles, findFolders, createFolder, updateFolder, deleteFolder };

export const files = {
  upload,
  presignUpload,
  completeUpload,
  findFiles,
  findFilesPage,
  findFile,
  deleteFile,
  ...folders,
};
