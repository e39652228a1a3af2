// Declares the operations that the editor needs beside content.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  draftStatus,
  flag,
  fullObject,
  integer,
  missing,
  nullable,
  text,
  Writer,
} from '../contracts/contract.ts';

const user = fullObject({
  ...{ id: integer, documentId: text, username: text, email: text },
  provider: {
    ...nullable(text),
    description: 'the name of the provider that logs the user in; null: a password or a passkey does',
  },
  role: {
    ...nullable(fullObject({ id: integer, documentId: text, name: text, type: text })),
    description: 'null: the user has no permissions',
  },
} as const);

const always = { const: true } as const;

const permittedAction = {
  anyOf: [
    { const: true, description: 'for all documents' },
    {
      ...closedObject({ own: always, filters: { type: 'object' }, restricted: always } as const),
      minProperties: 1,
      description:
        'for some documents: those that the user created, those that match the filters; `restricted`: further rules apply that are not in the answer',
    },
  ],
} as const;

const permissions = {
  type: 'object',
  description: 'by uid, then by action; a missing action is not permitted',
  additionalProperties: { type: 'object', additionalProperties: permittedAction },
} as const;

const settings = fullObject({
  name: text,
  homeLinks: { ...arrayOf(fullObject({ label: text, url: text })), description: 'of the first screen' },
  preview: { type: 'boolean', description: 'whether drafts have preview links to a page of the site' },
  presence: flag,
  maxBodyBytes: { type: 'integer', description: 'of a request body that can be stored' },
  populate: {
    ...fullObject({ maxDepth: integer, maxPopulated: integer }),
    description: 'what one query may read: levels, and relations, files and components',
  },
  upload: {
    ...fullObject({ sizeLimit: integer, requestLimit: integer }),
    description: 'the most bytes of a file; and in a form: larger files go directly to the bucket',
  },
  links: {
    type: 'object',
    description: 'by uid: the address of a document on the site, with its attributes in braces',
    additionalProperties: text,
  },
  passwordMinLength: integer,
  accessSeconds: { type: 'integer', description: 'how long the JWT of a session with refresh lasts' },
  trashDays: {
    type: 'integer',
    description: 'how long deleted documents and files can be restored; 0: deletions are final',
  },
  search: { ...arrayOf(text), description: 'the uids of the types whose documents are found by words' },
} as const);

const writer = nullable(Writer);

const activityList = {
  ...arrayOf(
    closedObject(
      {
        type: { type: 'string', description: 'the uid of the content type' },
        documentId: text,
        ...{ locale: nullable(text), title: nullable(text) },
        status: { ...draftStatus, description: 'absent for a type without drafts' },
        ...{ updatedAt: dateTime, createdBy: writer, updatedBy: writer },
      } as const,
      ['type', 'documentId', 'locale', 'title', 'updatedAt', 'createdBy', 'updatedBy'],
    ),
  ),
  maxItems: 10,
} as const;

/** Views are those of the schema: the site has a schema for each. */
const views = { type: 'object', additionalProperties: { type: 'object' } } as const;

const presentUser = fullObject({ user: fullObject({ documentId: text, username: text }), at: dateTime });

export const uidRule = 'must be the uid of a content type';

const openDocument = closedObject(
  {
    uid: {
      type: 'string',
      description: 'the uid of a content type',
      rules: { any: uidRule, required: uidRule },
    },
    documentId: {
      type: 'string',
      ...{ minLength: 1, maxLength: 255 },
      rules: { value: 'must have 1 to 255 characters', ...missing('string') },
    },
    locale: { type: ['string', 'null'], description: 'absent or null: the default locale' },
  } as const,
  ['uid', 'documentId'],
);

export const editorContract = defineContract({
  tag: 'Editor',
  function: 'general',
  path: '/api/editor',
  access: 'editor',
  envelope: 'named',
  params: {},
  schemas: { Writer },
  operations: {
    findEditor: {
      method: 'GET',
      summary: 'Returns the logged-in user, their permissions and settings',
      returns: 'The logged-in user, what they may do, and the settings that an editor needs',
      answer: dataAnswer(fullObject({ user, permissions, settings })),
    },
    findViews: {
      method: 'GET',
      path: '/views',
      summary: 'Returns how the editor shows types and components',
      description:
        'By the uid of the type or component: its view file, with what the schema says of icons, descriptions and visibility. Without what the user may not see.',
      returns: 'The views',
      answer: dataAnswer(views),
    },
    findActivity: {
      method: 'GET',
      path: '/activity',
      summary: 'Returns what the user changed last, drafts that wait, and what others published',
      description:
        'Over all types whose documents the user may find and update, in all locales; each list has the latest first. `edited` and `published` look at the latest documents of each type only. `omitted` has the uids of types that could not be read in time, `limited` those of which the user may edit only some documents: these are searched among the latest `searchedDocuments`.',
      returns: 'The latest documents',
      answer: fullObject({
        data: fullObject({ edited: activityList, drafts: activityList, published: activityList }),
        meta: fullObject({ omitted: arrayOf(text), limited: arrayOf(text), searchedDocuments: integer }),
      }),
    },
    openDocument: {
      method: 'PUT',
      path: '/presence',
      summary: 'Notes that the user has a document open, and returns the other users who have',
      description: 'Holds for 30 seconds.',
      body: openDocument,
      returns: 'The other users',
      answer: dataAnswer(arrayOf(presentUser)),
      errors: [404],
    },
    closeDocument: {
      method: 'DELETE',
      path: '/presence',
      summary: 'Notes that the user has closed a document',
      body: openDocument,
      returns: 'Done',
      errors: [404],
    },
  },
});
