// Lists, writes, resolves and deletes the comments of a document.
import type { ObjectId } from 'mongodb';
import { ApiError, documentNotFound, forbidden, invalid } from '../errors.ts';
import type { Page } from '../contracts/index.ts';
import type { Mentioned } from './contract.ts';
import { requireEditor, requirePermission, type DocumentRequest } from '../platform/access/index.ts';
import { livingDocumentFilter, standaloneOperations, type StoredDocument } from '../platform/db/index.ts';
import { invalidCursor } from '../platform/cursors.ts';
import type { Service } from '../platform/service.ts';
import { isDocumentVisible } from '../read/execute/index.ts';
import { existingWritableFilter, writtenLocale } from '../read/query/index.ts';
import { existsInDraft, isReadablePath } from './commentPaths.ts';
import {
  commentReader,
  findUserReader,
  nameUsers,
  permissionsFor,
  type CommentedDocument,
  type CommentReader,
} from './commentReader.ts';
import { isAgentSession, nameAgentSessions, agentSessionsOfDocument } from '../releases/index.ts';
import { invalidData, parseCommentId, type CommentChange, type NewComment } from './commentBody.ts';
import { commentsIn, maxComments, type StoredComment } from './storedComments.ts';

/** A document whose comments exist for a caller. */
export interface CommentContext extends CommentReader {
  readonly document: CommentedDocument;
}

/**
 * @throws ApiError 403 for a caller who may not edit documents of the type, or cannot open the editor, 404 if the document does not exist for the caller,
 *   400 for the locale
 */
export const commentContext = async (
  service: Service,
  { caller, type, documentId, locale }: Omit<DocumentRequest, 'readIfMatch'>,
): Promise<CommentContext> => {
  requireEditor(caller);
  for (const action of permissionsFor(type)) requirePermission(caller, action, type.uid);
  const locales = await service.locales.known();
  const reader = commentReader(service, caller, locales, type, locale);
  const written = writtenLocale(reader.query, locales);
  const unit = await standaloneOperations(service.database);
  const isVisible = await isDocumentVisible(service, reader.query, documentId, unit);
  const stored = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne(livingDocumentFilter(type, documentId, written), { projection: { documentId: 1 } });
  if (!isVisible || stored === null) throw documentNotFound();
  return { ...reader, document: { type: type.uid, documentId: stored.documentId, locale: written } };
};

const answerAll = async (reader: CommentReader, comments: readonly StoredComment[]) => {
  const users = comments.flatMap(({ author, mentions, resolved }) => [author, ...mentions, resolved?.by ?? author]);
  const sessions = await nameAgentSessions(reader.service, users);
  const names = await nameUsers(
    reader,
    users.filter((user) => !isAgentSession(user)),
  );
  return comments.map(({ _id, path, text, author, agent = null, createdAt, editedAt, parent, resolved, mentions }) => ({
    ...{ id: _id.toHexString(), path: path ?? null, text, author: names.get(author) ?? null, agent },
    ...{ createdAt, editedAt: editedAt ?? null, parent: parent?.toHexString() ?? null },
    resolved: resolved === undefined ? null : { by: names.get(resolved.by) ?? null, at: resolved.at },
    mentions: mentions.flatMap((mention): Mentioned | readonly Mentioned[] => {
      const username = sessions.get(mention);
      return username === undefined ? (names.get(mention) ?? []) : { type: 'agent', documentId: mention, username };
    }),
  }));
};

const answerOne = async (reader: CommentReader, comment: StoredComment) => {
  const [answer] = await answerAll(reader, [comment]);
  if (answer === undefined) throw new Error('a comment has no answer');
  return answer;
};

type CommentAnswer = Awaited<ReturnType<typeof answerOne>>;

/** With the longest texts, an answer has 2 MB: Lambda takes 6. */
const maxPageSize = 100;

/**
 * Lists comments, the oldest first. Those that the caller may not read are left out, so a page may have fewer.
 *
 * @throws ApiError 400 for a cursor that no page has
 */
export const listComments = async (context: CommentContext, { cursor, ...page }: Page) => {
  const after = cursor === undefined ? undefined : parseCommentId(cursor);
  if (cursor !== undefined && after === undefined) throw invalidCursor();
  const pageSize = Math.min(page.pageSize, maxPageSize);
  const found = await commentsIn(await context.service.database.get())
    .find({ ...context.document, ...(after === undefined ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(pageSize + 1)
    .toArray();
  const rows = found.slice(0, pageSize);
  const readable = rows.filter(({ path }) => path === undefined || isReadablePath(context, path));
  const nextCursor = found.length > pageSize ? (rows.at(-1)?._id.toHexString() ?? null) : null;
  return { data: await answerAll(context, readable), nextCursor };
};

/** @throws ApiError 403 for callers who are no users */
const requireUser = ({ caller }: CommentContext): string => {
  if (caller.user === undefined) throw forbidden('Comments are written by users: log in, an API token is no person');
  return caller.user;
};

const commentNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Comment not found');

/** @returns undefined if the comment does not exist for the caller */
const findComment = async (context: CommentContext, id: ObjectId | undefined): Promise<StoredComment | undefined> => {
  if (id === undefined) return undefined;
  const found = await commentsIn(await context.service.database.get()).findOne({ _id: id, ...context.document });
  return found === null || (found.path !== undefined && !isReadablePath(context, found.path)) ? undefined : found;
};

const requireComment = async (context: CommentContext, id: string): Promise<StoredComment> => {
  const found = await findComment(context, parseCommentId(id));
  if (found === undefined) throw commentNotFound();
  return found;
};

/** @throws ApiError 400 for a path that names nothing of the document, or nothing that the caller may read */
const checkPath = async (context: CommentContext, path: string): Promise<void> => {
  const { service, type, document } = context;
  const { documentId, locale } = document;
  const stored = isReadablePath(context, path)
    ? await (
        await service.database.get()
      )
        .collection<StoredDocument>(type.collectionName)
        .findOne(livingDocumentFilter(type, documentId, locale))
    : null;
  if (stored === null || !existsInDraft(context, stored, path))
    throw invalidData('path', 'names no attribute of the document', path);
};

/** @throws ApiError 400 for a user who does not exist, whom the caller may not know of, or who may not read the comment */
const checkMentions = async (
  context: CommentContext,
  mentions: readonly string[],
  path: string | undefined,
): Promise<void> => {
  const { service, locales, document } = context;
  const sessions = mentions.some(isAgentSession) ? await agentSessionsOfDocument(service, document) : undefined;
  const users = mentions.filter((mention) => sessions?.has(mention) !== true);
  const names = await nameUsers(context, users);
  for (const user of users) {
    const isKnown = typeof names.get(user)?.username === 'string';
    if (!isKnown || (await findUserReader(service, locales, user, document, path)) === undefined)
      throw invalidData('mentions', `has a user who cannot be mentioned here: ${user}`, user);
  }
};

/** Nobody is notified of what they wrote, but of what their agents did. Agents look for themselves. */
const withoutAuthor = (users: readonly string[], author: string | undefined): readonly string[] =>
  [...new Set(users)].filter((user) => user !== author && !isAgentSession(user));

/** Those of them who get a mail: nobody if mails are only logged. */
const withMail = ({ config }: Service, users: readonly string[]): readonly string[] =>
  config.mail.transport === 'log' ? [] : users;

/** @throws ApiError 400 naming what is wrong, 403 for callers who are no users, 404 if the thread is deleted meanwhile */
export const createComment = async (context: CommentContext, comment: NewComment): Promise<CommentAnswer> => {
  const { service, document, caller } = context;
  const author = requireUser(context);
  const { text, mentions, parent: parentId } = comment;
  const parent = await findComment(context, parentId);
  if (parentId !== undefined && (parent === undefined || parent.parent !== undefined))
    throw invalidData('parent', 'is no first comment of a thread of the document', parentId.toHexString());
  if (comment.path !== undefined) await checkPath(context, comment.path);
  const path = parent?.path ?? comment.path;
  await checkMentions(context, mentions, path);
  const writer = caller.agent === undefined ? author : undefined;
  const notified = withoutAuthor([...mentions, ...(parent === undefined ? [] : [parent.author])], writer);
  const unmailed = withMail(service, notified);
  const comments = commentsIn(await service.database.get());
  const stored = {
    ...{ ...document, ...(path === undefined ? {} : { path }), text, author, createdAt: service.now() },
    ...(caller.agent === undefined ? {} : { agent: caller.agent.name }),
    ...(parent === undefined ? {} : { parent: parent._id }),
    ...{ mentions, notified, ...(unmailed.length === 0 ? {} : { unmailed }) },
  };
  const { insertedId: _id } = await comments.insertOne(stored as typeof stored & StoredComment); // the driver adds the _id
  // Checked afterwards, so that requests at the same time cannot exceed the limit, or reply to a deleted comment.
  const { type, documentId } = document;
  const isTooMany = (await comments.countDocuments({ type, documentId })) > maxComments;
  const isOrphan = parent !== undefined && (await comments.findOne({ _id: parent._id })) === null;
  if (isTooMany || isOrphan) await comments.deleteOne({ _id });
  if (isTooMany) throw invalid(`The document has ${maxComments} comments already: delete some first`);
  if (isOrphan) throw commentNotFound();
  return answerOne(context, { ...stored, _id });
};

const changeText = async (
  context: CommentContext,
  stored: StoredComment,
  text: string,
  mentions: readonly string[],
): Promise<StoredComment> => {
  const { service } = context;
  const { _id, author, notified } = stored;
  const added = withoutAuthor(mentions, author).filter(
    (user) => !stored.mentions.includes(user) && !notified.includes(user),
  );
  const unmailed = withMail(service, added);
  const updated = await commentsIn(await service.database.get()).findOneAndUpdate(
    // As it was read: an edit at the same time could send the same mails again.
    { _id, author, notified, mentions: stored.mentions },
    {
      $set: { text, mentions, editedAt: service.now() },
      $push: { notified: { $each: added }, ...(unmailed.length === 0 ? {} : { unmailed: { $each: [...unmailed] } }) },
    },
    { returnDocument: 'after' },
  );
  return updated ?? changeText(context, await requireComment(context, _id.toHexString()), text, mentions);
};

/** Of two users who resolve a thread at once, the first is its resolver. */
const setResolved = async (
  { service }: CommentContext,
  { _id }: StoredComment,
  by: string | undefined,
): Promise<StoredComment | null> => {
  const comments = commentsIn(await service.database.get());
  if (by === undefined) await comments.updateOne({ _id }, { $unset: { resolved: 1 } });
  else
    await comments.updateOne({ _id, resolved: { $exists: false } }, { $set: { resolved: { by, at: service.now() } } });
  return comments.findOne({ _id });
};

/**
 * @param id as the path names it
 * @throws ApiError 404 if the comment does not exist for the caller, 403 for a text of another author, 400 naming what is wrong
 */
export const changeComment = async (
  context: CommentContext,
  id: string,
  change: CommentChange,
): Promise<CommentAnswer> => {
  const user = requireUser(context);
  const stored = await requireComment(context, id);
  if ('text' in change) {
    if (stored.author !== user) throw forbidden('Only the author can change the text of a comment');
    const { text, mentions = stored.mentions } = change;
    const added = mentions.filter((one) => !stored.mentions.includes(one));
    await checkMentions(context, added, stored.path);
    return answerOne(context, await changeText(context, stored, text, mentions));
  }
  if (stored.parent !== undefined)
    throw invalidData('resolved', 'is of the first comment of a thread', change.resolved);
  const updated = await setResolved(context, stored, change.resolved ? user : undefined);
  if (updated === null) throw commentNotFound();
  return answerOne(context, updated);
};

/**
 * Deletes a comment, with its replies if it is the first of its thread.
 *
 * @throws ApiError 404 if the comment does not exist for the caller, 403 for a comment of another author in a document that the
 *   caller may not delete
 */
export const deleteComment = async (context: CommentContext, id: string): Promise<void> => {
  const user = requireUser(context);
  const { service, caller, locales, type, query, document } = context;
  const { _id, author } = await requireComment(context, id);
  if (author !== user) {
    requirePermission(caller, 'delete', type.uid);
    const permitted = existingWritableFilter('delete', type, caller, { ...service, locales });
    const unit = await standaloneOperations(service.database);
    if (!(await isDocumentVisible(service, { ...query, permitted }, document.documentId, unit))) throw forbidden();
  }
  const comments = commentsIn(await service.database.get());
  // The first comment first: a reply that is stored meanwhile does not find it, and removes itself.
  if ((await comments.deleteOne({ _id })).deletedCount === 0) throw commentNotFound();
  await comments.deleteMany({ parent: _id });
};
