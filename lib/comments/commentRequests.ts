// Checks the bodies and parameters of requests to comments.
import { ObjectId } from 'mongodb';
import { invalid, invalidKey, invalidValues, type ApiError } from '../errors.ts';
import { wrongType } from '../contracts/index.ts';
import { plainQuery } from '../platform/plainQuery.ts';
import { isObject } from '../schema/index.ts';

const maxTextLength = 5_000;
const maxPathLength = 500;

/** The most users that a comment mentions. */
const maxMentions = 20;

export interface NewComment {
  readonly text: string;
  readonly path: string | undefined;
  /** The first comment of the thread. */
  readonly parent: ObjectId | undefined;
  readonly mentions: readonly string[];
}

/** A change is a new text, or resolves or opens the thread. */
export type CommentChange =
  | { readonly text: string; /** undefined: they stay */ readonly mentions: readonly string[] | undefined }
  | { readonly resolved: boolean };

export const invalidData = (name: string, message: string, value: unknown): ApiError =>
  invalidValues([{ path: ['data', name], message: `data.${name} ${message}`, value }]);

const dataWith = (data: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> => {
  if (!isObject(data)) throw invalid('Missing "data" payload in the request body');
  const unknown = Object.keys(data).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, 'data', 'body');
  return data;
};

const readText = (text: unknown): string => {
  if (typeof text !== 'string') throw invalidValues([wrongType(['data', 'text'], 'string', text)]);
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxTextLength)
    throw invalidData('text', `must have 1 to ${maxTextLength} characters`, text);
  return trimmed;
};

const isMentions = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '' && one.length <= 255);

const readMentions = (mentions: unknown): readonly string[] => {
  if (!isMentions(mentions)) throw invalidData('mentions', 'must be a list of documentIds of users', mentions);
  const users = [...new Set(mentions)];
  if (users.length > maxMentions) throw invalidData('mentions', `can have at most ${maxMentions} users`, mentions);
  return users;
};

/** @returns undefined for what is no id of a comment */
export const parseCommentId = (id: unknown): ObjectId | undefined =>
  typeof id === 'string' && /^[0-9a-f]{24}$/.test(id) ? new ObjectId(id) : undefined;

/** @param data of the body. @throws ApiError 400 naming what is wrong */
export const readNewComment = (data: unknown): NewComment => {
  const { text, path, parent, mentions } = dataWith(data, ['text', 'path', 'parent', 'mentions']);
  const parentId = parseCommentId(parent);
  if (parent !== undefined && parent !== null && parentId === undefined)
    throw invalidData('parent', 'must be the id of a comment', parent);
  if (path !== undefined && path !== null && (typeof path !== 'string' || path.length > maxPathLength))
    throw invalidData('path', 'must be the path of an attribute', path);
  if (typeof path === 'string' && parentId !== undefined)
    throw invalidData('path', 'is that of the thread: leave it out of a reply', path);
  return {
    text: readText(text),
    path: typeof path === 'string' ? path : undefined,
    parent: parentId,
    mentions: readMentions(mentions ?? []),
  };
};

/** As `readNewComment`. */
export const readCommentChange = (data: unknown): CommentChange => {
  const { text, mentions, resolved } = dataWith(data, ['text', 'mentions', 'resolved']);
  if (resolved === undefined)
    return { text: readText(text), mentions: mentions === undefined ? undefined : readMentions(mentions) };
  if (text !== undefined || mentions !== undefined)
    throw invalidData('resolved', 'and a new text are two requests', resolved);
  if (typeof resolved !== 'boolean') throw invalidValues([wrongType(['data', 'resolved'], 'boolean', resolved)]);
  return { resolved };
};

export interface CommentsPage {
  readonly locale: string | undefined;
  /** Only later comments. */
  readonly after: ObjectId | undefined;
}

/** @throws ApiError 400 naming the invalid parameter */
export const readCommentsPage = (text: string): CommentsPage => {
  const query = plainQuery(text, ['locale', 'after']);
  const after = query.get('after');
  const id = parseCommentId(after);
  if (after !== null && id === undefined)
    throw invalidValues([{ path: ['after'], message: 'after must be `meta.next` of the previous page', value: after }]);
  return { locale: query.get('locale') ?? undefined, after: id };
};

/** @throws ApiError 400 for another parameter than `locale` */
export const readCommentLocale = (text: string): string | undefined =>
  plainQuery(text, ['locale']).get('locale') ?? undefined;

/** @returns whether only mentions in threads of this state are wanted. @throws ApiError 400 naming the invalid parameter */
export const readMentionsQuery = (text: string): { readonly resolved: boolean | undefined } => {
  const query = plainQuery(text, ['mentioned', 'resolved']);
  if (query.get('mentioned') !== 'me')
    throw invalidValues([{ path: ['mentioned'], message: 'mentioned must be me', value: query.get('mentioned') }]);
  const resolved = query.get('resolved');
  if (resolved !== null && !['true', 'false'].includes(resolved))
    throw invalidValues([{ path: ['resolved'], message: 'resolved must be true or false', value: resolved }]);
  return { resolved: resolved === null ? undefined : resolved === 'true' };
};

export interface PeopleQuery {
  /** The uid of a content type. */
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | undefined;
  /** A part of the name; empty: any. */
  readonly text: string;
}

/** @throws ApiError 400 naming the invalid parameter */
export const readPeopleQuery = (text: string): PeopleQuery => {
  const query = plainQuery(text, ['type', 'documentId', 'locale', 'q']);
  const [type, documentId, q] = [query.get('type'), query.get('documentId'), query.get('q') ?? ''];
  if (type === null) throw invalidValues([{ path: ['type'], message: 'type is a required field', value: null }]);
  if (documentId === null)
    throw invalidValues([{ path: ['documentId'], message: 'documentId is a required field', value: null }]);
  // MongoDB refuses such a pattern.
  if (q.includes('\0')) throw invalidValues([{ path: ['q'], message: 'q cannot have a NUL character', value: q }]);
  if (q.length > 100) throw invalidValues([{ path: ['q'], message: 'q can have at most 100 characters', value: q }]);
  return { type, documentId, locale: query.get('locale') ?? undefined, text: q };
};
