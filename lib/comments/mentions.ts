// Finds comments that mention a user or reply in their threads, and the users who can be mentioned.
import type { Caller } from '../platform/access/index.ts';
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { editingUsers, sessionsOfAgent, agentSessionsOfDocument, titleOf } from '../releases/index.ts';
import { builtInUids, typeOf } from '../schema/index.ts';
import { isReadablePath } from './commentPaths.ts';
import { findReader, findUserReader, nameUsers, readDocuments, type CommentReader } from './commentReader.ts';
import type { CommentContext } from './comments.ts';
import type { Mentioned } from './contract.ts';
import { commentsIn, type StoredComment } from './storedComments.ts';

/** How many of the latest comments are searched, so that the cost does not grow with their number. */
const searchedMentions = 300;

/** How many mentions a list has. */
const listedMentions = 20;

/** The latest comments that mention one of them, or reply to their comments, with the state of their threads. */
const findMentions = async (
  service: Service,
  names: readonly string[],
  resolved: boolean | undefined,
): Promise<readonly StoredComment[]> => {
  const comments = commentsIn(await service.database.get());
  const found = await comments
    .find({ $or: [{ mentions: { $in: names } }, { notified: { $in: names } }] })
    .sort({ _id: -1 })
    .limit(searchedMentions)
    .toArray();
  const parents = found.flatMap(({ parent }) => parent ?? []);
  const threads = new Map(
    (await comments.find({ _id: { $in: parents } }).toArray()).map((one) => [one._id.toHexString(), one]),
  );
  return (
    found
      .map(({ resolved: own, ...comment }) => {
        const state = comment.parent === undefined ? own : threads.get(comment.parent.toHexString())?.resolved;
        return { ...comment, ...(state === undefined ? {} : { resolved: state }) };
      })
      // An edit may have removed the mention.
      .filter(({ mentions, parent }) =>
        [...mentions, threads.get(parent?.toHexString() ?? '')?.author].some((one) => names.includes(one ?? '')),
      )
      .filter((comment) => resolved === undefined || (comment.resolved !== undefined) === resolved)
  );
};

/** Describes those comments that the reader may read. @param comments on documents of the type and locale of the reader */
const describeMentions = async (reader: CommentReader, comments: readonly StoredComment[]) => {
  const { type } = reader;
  const locale = comments[0]?.locale ?? null;
  const documentIds = comments.map(({ documentId }) => documentId);
  const documents = await readDocuments(reader, documentIds, locale);
  const readableComments = comments.filter(
    ({ documentId, path }) => documents.has(documentId) && (path === undefined || isReadablePath(reader, path)),
  );
  const titles = new Map([...documents.values()].map((stored) => [stored.documentId, titleOf(type, stored)]));
  const names = await nameUsers(
    reader,
    readableComments.map(({ author }) => author),
  );
  return readableComments.map(({ _id, documentId, path, text, author, agent = null, createdAt, resolved }) => ({
    ...{ id: _id.toHexString(), type: type.uid, documentId, locale, path: path ?? null },
    ...{ title: titles.get(documentId) ?? null, text, author: names.get(author) ?? null, agent, createdAt },
    resolved: resolved !== undefined,
  }));
};

/**
 * Lists comments that mention the user or reply to theirs, the latest first, as far as the user may read their documents now. For an
 * agent: those that mention its sessions.
 *
 * @param resolved whether their threads are resolved; undefined: both
 */
export const listMentions = async (
  service: Service,
  caller: Caller & { readonly user: string },
  resolved: boolean | undefined,
) => {
  const locales = await service.locales.known();
  const { agent, user } = caller;
  const names = agent === undefined ? [user] : [...(await sessionsOfAgent(service, agent.grant)).keys()];
  const found = await findMentions(service, names, resolved);
  const places = new Map(found.map((comment) => [`${comment.type} ${comment.locale ?? ''}`, comment]));
  const described = [];
  for (const { type, locale } of places.values()) {
    const reader = findReader(service, caller, locales, { type, locale });
    const comments = found.filter((one) => one.type === type && one.locale === locale);
    if (reader !== undefined) described.push(...(await describeMentions(reader, comments)));
  }
  // Their ids are in the order of creation.
  return described.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, listedMentions);
};

/** How many users whose names match are searched for those who may read the document. */
const searchedUsers = 50;

/** How many users an answer has. */
const listedUsers = 10;

const findCandidates = async ({ service, type, caller }: CommentContext, text: string): Promise<readonly string[]> => {
  const part = text.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const name = part === '' ? {} : { 'published.username': { $regex: part, $options: 'i' } };
  return (await service.database.get())
    .collection<StoredDocument>(typeOf(service.schema, builtInUids.user).collectionName)
    .find({
      ...{ ...(await editingUsers(service, type)), ...name, ...livingFilter },
      documentId: { $ne: caller.user ?? '' },
    })
    .sort({ 'published.username': 1 })
    .limit(searchedUsers)
    .map(({ documentId }) => documentId)
    .toArray();
};

/**
 * @returns the sessions of agents that have written the document, and at most ten other users who may read it and whose names the caller
 *   may know, if their names contain the text
 */
export const findPeople = async (context: CommentContext, text: string): Promise<readonly Mentioned[]> => {
  const { service, locales, document } = context;
  const candidates = await findCandidates(context, text);
  const isWanted = (name: string | null): boolean => name?.toLowerCase().includes(text.trim().toLowerCase()) === true;
  const people: Mentioned[] = [];
  for (const user of (await nameUsers(context, candidates)).values()) {
    if (people.length === listedUsers) break;
    // The search in the database also matches addresses, which nobody may learn part by part.
    if (!isWanted(user.username)) continue;
    if ((await findUserReader(service, locales, user.documentId, document, undefined)) !== undefined) people.push(user);
  }
  const sessions = [...(await agentSessionsOfDocument(service, document))].filter(([, name]) => isWanted(name));
  return [...sessions.map(([documentId, username]) => ({ type: 'agent' as const, documentId, username })), ...people];
};
