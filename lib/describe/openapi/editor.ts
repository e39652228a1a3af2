// Describes the routes below /api/editor.
import { componentViewSchema, viewSchema } from '../../schema/index.ts';
import type { DescribedRoute } from './types.ts';
import {
  alwaysTrue,
  arrayOf,
  booleanSchema,
  closedObject,
  dateTime,
  integer,
  jsonResponse,
  nullable,
  requiredBody,
  requiredObject,
  schemaRef,
  text,
} from './schemaParts.ts';

const editorTag = { tag: 'Editor' } as const;

const user = requiredObject({
  ...{ id: integer, documentId: text, username: text, email: text, provider: nullable(text) },
  role: nullable(requiredObject({ id: integer, documentId: text, name: text, type: text })),
});

const permittedAction = {
  anyOf: [
    { ...alwaysTrue, description: 'for all documents' },
    {
      ...closedObject({ own: alwaysTrue, filters: { type: 'object' }, restricted: alwaysTrue }),
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
  ...{ name: text, homeLinks: arrayOf(requiredObject({ label: text, url: text })) },
  ...{ preview: booleanSchema, presence: booleanSchema, maxBodyBytes: integer },
  populate: requiredObject({ maxDepth: integer, maxPopulated: integer }),
  upload: requiredObject({ sizeLimit: integer, requestLimit: integer }),
  links: {
    ...{ type: 'object', description: 'by uid: the address of a document on the site, with its attributes in braces' },
    additionalProperties: text,
  },
  ...{ passwordMinLength: integer, accessSeconds: integer, trashDays: integer, search: arrayOf(text) },
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

const writer = nullable(schemaRef('Writer'));

const activityEntry = closedObject(
  {
    ...{ type: { ...text, description: 'the uid of the content type' }, documentId: text },
    ...{ locale: nullable(text), title: nullable(text) },
    status: { enum: ['draft', 'modified', 'published'], description: 'absent for a type without drafts' },
    ...{ updatedAt: dateTime, createdBy: writer, updatedBy: writer },
  },
  ['type', 'documentId', 'locale', 'title', 'updatedAt', 'createdBy', 'updatedBy'],
);

const activityList = { ...arrayOf(activityEntry), maxItems: 10 };

const findActivity = (): DescribedRoute => ({
  ...editorTag,
  description:
    'Over all types whose documents the user may find and update, in all locales; each list has the latest first. `edited` and `published` look at the latest documents of each type only. `omitted` has the uids of types that could not be read in time, `limited` those of which the user may edit only some documents: these are searched among the latest `searchedDocuments`.',
  answers: {
    200: jsonResponse(
      'The latest documents',
      requiredObject({
        data: requiredObject({ edited: activityList, drafts: activityList, published: activityList }),
        meta: requiredObject({ omitted: arrayOf(text), limited: arrayOf(text), searchedDocuments: integer }),
      }),
    ),
  },
});

const findViews = (): DescribedRoute => ({
  ...editorTag,
  description:
    'By the uid of the type or component: its view file, with what the schema says of icons, descriptions and visibility. Without what the user may not see.',
  answers: {
    200: jsonResponse(
      'The views',
      requiredObject({ data: { type: 'object', additionalProperties: { anyOf: [viewSchema, componentViewSchema] } } }),
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

export const editor = {
  ...{ findEditor, findActivity, findViews, openDocument, closeDocument },
};
