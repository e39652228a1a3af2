// Describes the routes for media files, below `/api/upload`.
import { builtInUids, typeOf } from '../../schema/index.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, JsonSchema } from './types.ts';
import { answered, body, closed, integer, json, leadsTo, listOf, named, ref, text, whole } from './words.ts';

const about = { tag: 'Files' } as const;

const fileType = ({ schema }: Context) => typeOf(schema, builtInUids.file);
const file = (context: Context): JsonSchema => named(context, builtInUids.file);

const id = parameters.inPath('id', 'the id or documentId of a file', text);

const relating = {
  ref: { type: 'string', description: 'the uid of a content type' },
  refId: { type: 'string', description: 'the id or documentId of a document of that type' },
  field: { type: 'string', description: 'a media attribute of that type' },
};

/** The information of one file, or of each file in order. */
const infos: JsonSchema = { anyOf: [ref('FileInfo'), listOf(ref('FileInfo'))] };

const upload = (context: Context): DescribedRoute => {
  const { sizeLimit } = context.config.upload;
  const form = closed({
    files: listOf({ type: 'string', format: 'binary' }),
    fileInfo: { type: 'string', contentMediaType: 'application/json', contentSchema: infos },
    ...relating,
  });
  return {
    ...about,
    description:
      `A form with one or more \`files\`, of at most ${sizeLimit} bytes. With \`id\`, \`fileInfo\` changes the information of that file, ` +
      'and the file in `files` replaces it.',
    parameters: [
      { name: 'id', in: 'query', description: 'the id or documentId of an existing file', schema: text },
      ...[parameters.ifMatch, parameters.idempotencyKey],
    ],
    body: {
      required: true,
      content: { 'multipart/form-data': { schema: form }, ...json(whole({ fileInfo: infos })) },
    },
    answers: {
      200: answered('The changed file', file(context)),
      201: {
        ...answered('The files, as a list without envelope', listOf(file(context))),
        ...leadsTo({ parameter: 'id', pointer: '/0/id' }, 'findFile', 'deleteFile'),
      },
    },
    refusals: [400, 404, 409, 412, 413, 422],
  };
};

const target = {
  anyOf: [
    whole({ key: text, url: text, fields: { type: 'object', additionalProperties: text } }),
    whole({ key: text, partSize: integer, parts: listOf(whole({ partNumber: integer, url: text })) }),
  ],
};

const presignUpload = (): DescribedRoute => ({
  ...about,
  description: 'Only if files are stored in a bucket: returns a form for the upload, or the parts to send the file in.',
  body: body(whole({ name: { type: 'string', minLength: 1 }, mime: text, size: { type: 'integer', minimum: 1 } }), {
    ...{ name: 'tour.mp4', mime: 'video/mp4', size: 48_000_000 },
  }),
  answers: { 200: answered('Where to send the file', target) },
  refusals: [400, 404, 413],
});

const completeUpload = (context: Context): DescribedRoute => ({
  ...about,
  parameters: [parameters.idempotencyKey],
  body: body(closed({ key: text, fileInfo: infos, ...relating }, ['key'])),
  answers: { 201: answered('The file', file(context)) },
  refusals: [400, 404, 409, 413, 422],
});

const findFiles = (context: Context): DescribedRoute => ({
  ...about,
  parameters: parameters.listing(context, fileType(context)),
  answers: { 200: answered('Files, as a list without envelope', listOf(file(context))) },
  refusals: [400],
});

const findFile = (context: Context): DescribedRoute => ({
  ...about,
  parameters: [id, ...parameters.readingOne(context, fileType(context))],
  answers: { 200: answered('The file', file(context)) },
  refusals: [400, 404],
});

const deleteFile = (context: Context): DescribedRoute => ({
  ...about,
  parameters: [id, parameters.ifMatch],
  answers: { 200: answered('The deleted file', file(context)) },
  refusals: [400, 404, 412],
});

export const files = { upload, presignUpload, completeUpload, findFiles, findFile, deleteFile };
