// Describes the routes for media files, below `/api/upload`.
import { libraryFileType } from '../../schema/index.ts';
import { libraryFileName } from './answerSchemas.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, SchemaObject } from './types.ts';
import {
  jsonResponse,
  requiredBody,
  closedObject,
  integer,
  envelope,
  jsonContent,
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

export const files = {
  upload,
  presignUpload,
  completeUpload,
  findFiles,
  findFilesPage,
  findFile,
  deleteFile,
};
