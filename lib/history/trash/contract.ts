// Declares the operations on deleted documents and files.
import {
  anyObject,
  arrayOf,
  closedObject,
  cursorAnswer,
  dateTime,
  defineContract,
  flag,
  fullObject,
  integer,
  nullable,
  text,
  versionName,
  Writer,
} from '../../contracts/contract.ts';

const type = { type: 'string', description: 'the uid of a content type, or `plugin::upload.file`' } as const;
const locale = { type: 'string', description: 'only this locale; without it every deleted locale' } as const;

/** In the locales that were deleted together; none if the type is not localized. */
const RemovedDocument = fullObject({
  ...{ type: text, documentId: text, locales: arrayOf(text) },
  title: { ...nullable(text), description: 'a text that names the document, which the caller may read' },
  deletedAt: dateTime,
  endsAt: { type: 'string', format: 'date-time', description: 'when it is deleted for good' },
  deletedBy: nullable(Writer),
});

const LostLink = fullObject({
  type: { type: 'string', description: 'of the document with the link' },
  ...{ documentId: text, locale: nullable(text) },
  status: versionName,
  path: { type: 'string', description: '`sections.2.picture`' },
} as const);

/** The permissions are those to read and delete documents of the type; the handlers check them. */
export const trashContract = defineContract({
  tag: 'Trash',
  function: 'history',
  path: '/api/trash',
  access: 'caller',
  params: { uid: type, documentId: { type: 'string', description: 'the documentId of a deleted document' } },
  schemas: { RemovedDocument, LostLink, Writer },
  operations: {
    findTrash: {
      method: 'GET',
      summary: 'Lists the deleted documents of a type that the caller may restore',
      description:
        'The latest deletion first. Documents that the caller may not read and delete are left out, so a page can be short or empty before the last one, whose `nextCursor` is null.',
      query: { type },
      requiredQuery: ['type'],
      paged: 'cursor',
      errors: [404],
      returns: 'The deleted documents',
      answer: cursorAnswer(RemovedDocument),
    },
    emptyTrash: {
      method: 'DELETE',
      summary: 'Deletes them for good',
      description:
        'Looks at up to about 500 documents, and deletes those that the caller may restore. Repeat it with `nextCursor` until `isComplete` is true.',
      query: { type, 'pagination[cursor]': { type: 'string', description: 'the `nextCursor` of the previous answer' } },
      requiredQuery: ['type'],
      returns: 'How many documents were deleted for good',
      answer: fullObject({
        data: fullObject({ erased: integer, isComplete: flag }),
        meta: fullObject({ pagination: fullObject({ nextCursor: nullable(text) }) }),
      }),
      movesFiles: true,
      errors: [404],
    },
    findRemoved: {
      method: 'GET',
      path: '/{uid}/{documentId}',
      summary: 'Reads one deleted document',
      description:
        'Takes the parameters of a read of one document, and answers as that read would if the document were restored.',
      query: { locale },
      documentQuery: true,
      answersDocument: true,
      returns: 'The deleted document',
      answer: fullObject({ data: anyObject, meta: anyObject }),
    },
    restoreRemoved: {
      method: 'POST',
      path: '/{uid}/{documentId}/restore',
      summary: 'Restores a deleted document',
      description:
        'Restores both versions, and the relations in both directions. `data` replaces values that must be unique and that another document has now.',
      query: { locale },
      body: closedObject({
        data: { type: 'object', rules: { any: 'must be an object, such as {"slug": "another"}' } },
      }),
      optionalBody: true,
      returns: 'The restored document, and the links that did not come back',
      answer: fullObject({
        data: fullObject({ type: text, documentId: text, locales: arrayOf(text) }),
        meta: fullObject({ lostLinks: arrayOf(LostLink) }),
      }),
      movesFiles: true,
      errors: [409],
    },
    eraseRemoved: {
      method: 'DELETE',
      path: '/{uid}/{documentId}',
      summary: 'Deletes a deleted document for good',
      query: { locale },
      returns: 'The document is deleted for good',
      movesFiles: true,
    },
  },
});
