// Describes the routes below /api/editor.
import type { DescribedRoute } from './types.ts';
import {
  arrayOf,
  booleanSchema,
  closedObject,
  dateTime,
  integer,
  jsonResponse,
  nullable,
  requiredBody,
  requiredObject,
  text,
} from './schemaParts.ts';

const editorTag = { tag: 'Editor' } as const;

const user = requiredObject({
  ...{ id: integer, documentId: text, username: text, email: text },
  role: nullable(requiredObject({ id: integer, documentId: text, name: text, type: text })),
});

const permittedAction = {
  anyOf: [
    { const: true, description: 'for all documents' },
    {
      ...closedObject({ own: { const: true }, filters: { type: 'object' }, restricted: { const: true } }),
      minProperties: 1,
      description:
        'for some documents: those that the user created, those that match the filters; `restricted`: further rules apply that are not in the answer',
    },
  ],
};

const permissions = {
  ...{ type: 'object', description: 'by uid, then by action; a missing action is not permitted' },
  additionalProperties: { type: 'object', additionalProperties: permittedAction },
};

const settings = requiredObject({
  ...{ name: text, preview: booleanSchema, presence: booleanSchema, maxBodyBytes: integer },
  upload: requiredObject({ sizeLimit: integer, requestLimit: integer }),
  ...{ passwordMinLength: integer, accessSeconds: integer },
});

const findEditor = (): DescribedRoute => ({
  ...editorTag,
  answers: {
    200: jsonResponse(
      'The logged-in user, what they may do, and the settings that an editor needs',
      requiredObject({ data: requiredObject({ user, permissions, settings }) }),
    ),
  },
});

const openDocumentBody = requiredBody(
  requiredObject({
    data: closedObject({ uid: text, documentId: { ...text, minLength: 1, maxLength: 255 }, locale: nullable(text) }, [
      'uid',
      'documentId',
    ]),
  }),
);

const presentUser = requiredObject({ user: requiredObject({ documentId: text, username: text }), at: dateTime });

const openDocument = (): DescribedRoute => ({
  ...editorTag,
  description: 'Holds for 30 seconds. Without `locale`, the document is in the default locale.',
  body: openDocumentBody,
  answers: { 200: jsonResponse('The other users', requiredObject({ data: arrayOf(presentUser) })) },
  errorStatuses: [404],
});

const closeDocument = (): DescribedRoute => ({
  ...editorTag,
  body: openDocumentBody,
  answers: { 204: { description: 'Done' } },
  errorStatuses: [404],
});

export const editor = { findEditor, openDocument, closeDocument };
