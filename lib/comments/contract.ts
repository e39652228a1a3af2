// Declares the operations on comments, and those on mentions in them.
import {
  arrayOf,
  closedObject,
  cursorAnswer,
  dateTime,
  defineContract,
  flag,
  fullObject,
  envelopeAnswer,
  missing,
  namedUser,
  nullable,
  text,
  type FromSchema,
} from '../contracts/contract.ts';

export const maxMentions = 20;
export const mentionsRule = 'must be a list of documentIds of users';

/** Whom a comment mentions: a user, or the session of an agent, whose `documentId` is that of its change set, such as `release 12`. */
const mentioned = fullObject({
  ...{ type: { type: 'string', enum: ['user', 'agent'] }, documentId: text, username: nullable(text) },
} as const);

export type Mentioned = FromSchema<typeof mentioned>;

const agent = { ...nullable(text), description: 'the agent that wrote it for the author' } as const;

const Comment = fullObject({
  ...{ id: text, path: nullable(text), text, author: nullable(namedUser), agent },
  ...{ createdAt: dateTime, editedAt: nullable(dateTime), parent: nullable(text) },
  resolved: nullable(fullObject({ by: nullable(namedUser), at: dateTime })),
  mentions: arrayOf(mentioned),
});

const commentText = {
  type: 'string',
  ...{ trim: true, minLength: 1, maxLength: 5_000 },
  description: 'plain text',
  rules: { value: 'must have 1 to 5000 characters', ...missing('string') },
} as const;

/** `readNewComment` and `readCommentChange` check what it lists. */
const mentions = {
  type: 'array',
  description:
    'the documentIds of users who may read the comment, and the sessions of agents that have written the document',
  documented: { items: text, maxItems: maxMentions },
  rules: { any: mentionsRule },
} as const;

export const commentContract = defineContract({
  tag: 'Comments',
  function: 'general',
  path: '/api/{contentType}/{documentId}/comments',
  ofDocuments: true,
  access: '{contentType}.update',
  envelope: 'named',
  params: { commentId: { type: 'string', description: 'the id of a comment' } },
  schemas: { Comment },
  operations: {
    findComments: {
      method: 'GET',
      summary: 'Lists the comments on {document}, the oldest first',
      description: 'At most 100 on a page. Comments on attributes that the caller may not read are left out.',
      paged: 'cursor',
      returns: 'The comments',
      answer: cursorAnswer(Comment),
    },
    createComment: {
      method: 'POST',
      summary: 'Writes a comment on {document} or one of its attributes',
      description:
        'For users. Those who are mentioned, and the author of the thread, get a mail, if mail is configured.',
      body: closedObject(
        {
          text: commentText,
          path: {
            type: ['string', 'null'],
            maxLength: 500,
            description: 'the attribute; in lists the id of an entry instead of its position: `sections.4711.title`',
            rules: { any: 'must be the path of an attribute' },
          },
          mentions: { ...mentions, type: ['array', 'null'] },
          parent: {
            type: ['string', 'null'],
            pattern: '^[0-9a-f]{24}$',
            description: 'of a reply: the id of the first comment of its thread',
            rules: { any: 'must be the id of a comment' },
          },
        },
        ['text'],
      ),
      status: 201,
      returns: 'The comment',
      answer: envelopeAnswer(Comment),
    },
    updateComment: {
      method: 'PUT',
      path: '/{commentId}',
      summary: 'Changes or resolves a comment on {document}',
      description: 'Only its author can change a text. Threads are resolved and opened by whoever may comment.',
      body: {
        ...closedObject({ text: commentText, mentions, resolved: flag }),
        documented: { oneOf: [{ required: ['text'] }, { required: ['resolved'] }] },
      },
      returns: 'The comment',
      answer: envelopeAnswer(Comment),
    },
    deleteComment: {
      method: 'DELETE',
      path: '/{commentId}',
      summary: 'Deletes a comment on {document}',
      description:
        'For its author, and for callers who may delete the document. The first comment of a thread takes its replies along.',
      returns: 'The comment is deleted',
    },
  },
});

const Mention = fullObject({
  ...{ id: text, type: text, documentId: text, locale: nullable(text), path: nullable(text) },
  ...{ title: nullable(text), text, author: nullable(namedUser), agent, createdAt: dateTime },
  resolved: flag,
});

const Notice = fullObject({
  ...{
    id: text,
    kind: { type: 'string', enum: ['moved', 'returned'] },
    type: text,
    documentId: text,
    locale: nullable(text),
  },
  ...{ title: nullable(text), stage: text, by: nullable(namedUser), at: dateTime },
});

const mentionedRule = 'must be me';
const rules = { required: 'is a required field' } as const;

/** What the editor shows of comments and reviews beside those of a document. */
export const mentionContract = defineContract({
  tag: 'Comments',
  function: 'general',
  path: '/api/editor',
  access: 'editor',
  params: {},
  schemas: { Mention, Notice },
  operations: {
    findMentions: {
      method: 'GET',
      path: '/comments',
      summary: 'Lists comments that mention the user, the latest first',
      description:
        'With replies to the comments of the user. At most 20 of the latest 300, of documents that the user may read now.',
      query: {
        mentioned: {
          type: 'string',
          enum: ['me'],
          description: 'whom they mention',
          rules: { any: mentionedRule, required: mentionedRule },
        },
        resolved: {
          type: 'string',
          enum: ['true', 'false'],
          description: 'only those in threads that are, or are not, resolved',
          rules: { any: 'must be true or false' },
        },
      },
      requiredQuery: ['mentioned'],
      returns: 'The comments',
      answer: envelopeAnswer(arrayOf(Mention)),
    },
    findNotices: {
      method: 'GET',
      path: '/notices',
      summary: 'Lists what others did with drafts that the user wrote, works on or approved, the latest first',
      description:
        'At most ten of the last two weeks, of drafts that the user may read now and that are still in the `stage`. `returned`: a change has ended the approval of the user.',
      returns: 'The notices',
      answer: envelopeAnswer(arrayOf(Notice)),
    },
    findPeople: {
      method: 'GET',
      path: '/people',
      summary: 'Lists users who may read a document, and agents that have written it, to mention them',
      description: 'At most ten other users, by name, and the sessions of agents.',
      query: {
        type: { type: 'string', description: 'the uid of a content type', rules },
        documentId: { type: 'string', description: 'of the document', rules },
        locale: { type: 'string', description: 'without it the default locale' },
        q: {
          type: 'string',
          maxLength: 100,
          // MongoDB refuses such a pattern.
          pattern: '^[^\\u0000]*$',
          description: 'a part of the name',
          rules: { pattern: 'cannot have a NUL character', maxLength: 'can have at most 100 characters' },
        },
      },
      requiredQuery: ['type', 'documentId'],
      errors: [404],
      returns: 'The users and sessions',
      answer: envelopeAnswer(arrayOf(mentioned)),
    },
  },
});
