// Describes the routes below /api/trash.
import { inPath, inQuery } from './parameters.ts';
import type { DescribedRoute } from './types.ts';
import {
  arrayOf,
  booleanSchema,
  closedObject,
  dateTime,
  integer,
  jsonResponse,
  nullable,
  optionalBody,
  requiredObject,
  schemaRef,
  text,
  unfinishedMove,
} from './schemaParts.ts';

const trash = { tag: 'Trash', errorStatuses: [400, 404] } as const;

const anyObject = { type: 'object' };

const type = inQuery('type', 'the uid of a content type, or `plugin::upload.file`', text, { required: true });
const uid = inPath('uid', 'the uid of a content type, or `plugin::upload.file`', text);
const documentId = inPath('documentId', 'the documentId of a deleted document', text);
const locale = inQuery('locale', 'only this locale; without it every deleted locale', text);

const entry = requiredObject({
  ...{ type: text, documentId: text, locales: arrayOf(text), title: nullable(text) },
  ...{ deletedAt: dateTime, endsAt: dateTime, deletedBy: nullable(schemaRef('Writer')) },
});

const before = inQuery('before', '`meta.next` of the previous page', dateTime);

const findTrash = (): DescribedRoute => ({
  ...trash,
  description:
    'The latest deletion first. Documents that the caller may not read and delete are left out, so a page can be short or empty before the last one, whose `next` is null.',
  parameters: [
    type,
    before,
    inQuery('pageSize', 'entries on a page', { type: 'integer', minimum: 1, maximum: 100, default: 25 }),
  ],
  answers: {
    200: jsonResponse(
      'The deleted documents, and `before` for the next page',
      requiredObject({ data: arrayOf(entry), meta: requiredObject({ next: nullable(text) }) }),
    ),
  },
});

const emptied = requiredObject({
  data: requiredObject({ erased: integer, isComplete: booleanSchema }),
  meta: requiredObject({ next: nullable(text) }),
});

const emptyTrash = (): DescribedRoute => ({
  ...trash,
  description:
    'Looks at up to about 500 documents, and deletes those that the caller may restore. Repeat it with `before` until `isComplete` is true.',
  parameters: [type, before],
  answers: {
    200: jsonResponse('How many documents were deleted for good', emptied),
    202: unfinishedMove(emptied),
  },
});

const findRemoved = (): DescribedRoute => ({
  ...trash,
  description:
    'Takes the parameters of a read of one document, and answers as that read would if the document were restored.',
  parameters: [uid, documentId, locale],
  answers: {
    200: jsonResponse('The deleted document', requiredObject({ data: anyObject, meta: anyObject })),
  },
});

const lostLink = requiredObject({
  ...{ type: text, documentId: text, locale: nullable(text), path: text },
  status: { enum: ['draft', 'published'] },
});

const restored = requiredObject({
  data: requiredObject({ type: text, documentId: text, locales: arrayOf(text) }),
  meta: requiredObject({ lostLinks: arrayOf(lostLink) }),
});

const restoreRemoved = (): DescribedRoute => ({
  ...trash,
  description:
    'Restores both versions, and the relations in both directions. `data` replaces values that must be unique and that another document has now.',
  parameters: [uid, documentId, locale],
  body: optionalBody(closedObject({ data: anyObject })),
  answers: {
    200: jsonResponse('The restored document, and the links that did not come back', restored),
    202: unfinishedMove(restored),
  },
  errorStatuses: [400, 404, 409],
});

const eraseRemoved = (): DescribedRoute => ({
  ...trash,
  parameters: [uid, documentId, locale],
  answers: {
    204: { description: 'The document is deleted for good' },
    202: unfinishedMove(requiredObject({ data: { type: 'null' }, meta: anyObject })),
  },
});

export const trashDescriptions = { findTrash, emptyTrash, findRemoved, restoreRemoved, eraseRemoved };
