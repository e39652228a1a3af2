// Describes the routes of comments, once for all content types, and those of mentions.
import { documentPathParameters, inPath, inQuery } from './parameters.ts';
import {
  arrayOf,
  booleanSchema,
  closedObject,
  componentRef,
  dataResponse,
  dateTime,
  nullable,
  requiredBody,
  requiredObject,
  schemaRef,
  text,
} from './schemaParts.ts';
import type { DescribedRoute, SchemaObject } from './types.ts';

const comments = { tag: 'Comments', errorStatuses: [400, 404] } as const;

const documentParameters = [...documentPathParameters, componentRef('parameters', 'locales')];
const commentParameters = [...documentParameters, inPath('commentId', 'the id of a comment', text)];

const comment = dataResponse('The comment', schemaRef('Comment'));

const commentText: SchemaObject = { ...text, minLength: 1, maxLength: 5_000, description: 'plain text' };
const mentions: SchemaObject = {
  ...{ ...arrayOf(text), maxItems: 20 },
  description: 'the documentIds of users who may read the comment',
};
const path: SchemaObject = {
  ...text,
  description: 'the attribute; in lists the id of an entry instead of its position: `sections.4711.title`',
};

const dataBody = (data: SchemaObject) => requiredBody(closedObject({ data }, ['data']));

const findComments = (): DescribedRoute => ({
  ...comments,
  description: 'At most 100. Comments on attributes that the caller may not read are left out.',
  parameters: [...documentParameters, inQuery('after', '`meta.next` of the previous page', text)],
  answers: {
    200: dataResponse(
      'The comments, and `after` for the next page',
      arrayOf(schemaRef('Comment')),
      requiredObject({ next: nullable(text) }),
    ),
  },
});

const createComment = (): DescribedRoute => ({
  ...comments,
  description: 'For users. Those who are mentioned, and the author of the thread, get a mail, if mail is configured.',
  parameters: documentParameters,
  body: dataBody(
    closedObject(
      {
        ...{ text: commentText, path, mentions },
        parent: { ...text, description: 'of a reply: the id of the first comment of its thread' },
      },
      ['text'],
    ),
  ),
  answers: { 201: comment },
});

const updateComment = (): DescribedRoute => ({
  ...comments,
  description: 'Only its author can change a text. Threads are resolved and opened by whoever may comment.',
  parameters: commentParameters,
  body: dataBody({
    anyOf: [
      closedObject({ text: commentText, mentions }, ['text']),
      closedObject({ resolved: booleanSchema }, ['resolved']),
    ],
  }),
  answers: { 200: comment },
});

const deleteComment = (): DescribedRoute => ({
  ...comments,
  description:
    'For its author, and for callers who may delete the document. The first comment of a thread takes its replies along.',
  parameters: commentParameters,
  answers: { 204: { description: 'The comment is deleted' } },
});

export const commentDescriptions = { findComments, createComment, updateComment, deleteComment };

const user = requiredObject({ type: { const: 'user' }, documentId: text, username: nullable(text) });

const findMentions = (): DescribedRoute => ({
  tag: 'Comments',
  errorStatuses: [400],
  description:
    'With replies to the comments of the user. At most 20 of the latest 300, of documents that the user may read now.',
  parameters: [
    { ...inQuery('mentioned', 'whom they mention', { const: 'me' }), required: true },
    inQuery('resolved', 'only those in threads that are, or are not, resolved', { enum: ['true', 'false'] }),
  ],
  answers: {
    200: dataResponse(
      'The comments',
      arrayOf(
        requiredObject({
          ...{ id: text, type: text, documentId: text, locale: nullable(text), path: nullable(text) },
          ...{ title: nullable(text), text, author: nullable(user), createdAt: dateTime, resolved: booleanSchema },
        }),
      ),
    ),
  },
});

const findPeople = (): DescribedRoute => ({
  ...comments,
  description: 'At most ten other users, by name.',
  parameters: [
    { ...inQuery('type', 'the uid of a content type', text), required: true },
    { ...inQuery('documentId', 'of the document', text), required: true },
    inQuery('locale', 'without it the default locale', text),
    inQuery('q', 'a part of the name', text),
  ],
  answers: { 200: dataResponse('The users', arrayOf(user)) },
});

export const mentionDescriptions = { findMentions, findPeople };

export const commentSchemas = {
  Comment: requiredObject({
    ...{ id: text, path: nullable(text), text, author: nullable(user), createdAt: dateTime },
    ...{ editedAt: nullable(dateTime), parent: nullable(text) },
    resolved: nullable(requiredObject({ by: nullable(user), at: dateTime })),
    mentions: arrayOf(user),
  }),
};
