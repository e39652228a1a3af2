// Reads the bodies of requests to comments.
import { ObjectId } from 'mongodb';
import { checkBody, wrongType } from '../contracts/index.ts';
import { invalidValues, type ApiError, type InvalidValue } from '../errors.ts';
import { commentContract, maxMentions, mentionsRule } from './contract.ts';

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

const dataFault = (name: string, rule: string, value: unknown): InvalidValue => ({
  ...{ path: ['data', name], message: `data.${name} ${rule}`, value },
});

export const invalidData = (name: string, rule: string, value: unknown): ApiError =>
  invalidValues([dataFault(name, rule, value)]);

const isUserId = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 255;

/** Each once. */
const usersIn = (mentions: readonly unknown[]): readonly string[] => [...new Set(mentions.filter(isUserId))];

const mentionFaults = (mentions: readonly unknown[]): readonly InvalidValue[] => {
  if (!mentions.every(isUserId)) return [dataFault('mentions', mentionsRule, mentions)];
  const isTooMany = usersIn(mentions).length > maxMentions;
  return isTooMany ? [dataFault('mentions', `can have at most ${maxMentions} users`, mentions)] : [];
};

/** @returns undefined for what is no id of a comment */
export const parseCommentId = (id: string): ObjectId | undefined =>
  /^[0-9a-f]{24}$/.test(id) ? new ObjectId(id) : undefined;

/** @throws ApiError 400 naming what is wrong */
export const readNewComment = (body: unknown): NewComment => {
  const { text, path, parent, mentions } = checkBody(commentContract, 'createComment', body, (valid) => [
    ...(typeof valid.path === 'string' && typeof valid.parent === 'string'
      ? [dataFault('path', 'is that of the thread: leave it out of a reply', valid.path)]
      : []),
    ...mentionFaults(valid.mentions ?? []),
  ]);
  return {
    ...{ text, path: path ?? undefined, parent: parseCommentId(parent ?? '') },
    mentions: usersIn(mentions ?? []),
  };
};

/** @throws ApiError 400 naming what is wrong */
export const readCommentChange = (body: unknown): CommentChange => {
  const { text, mentions, resolved } = checkBody(commentContract, 'updateComment', body, (valid) =>
    mentionFaults(valid.mentions ?? []),
  );
  if (resolved === undefined) {
    if (text === undefined) throw invalidValues([wrongType(['data', 'text'], 'string', text)]);
    return { text, mentions: mentions && usersIn(mentions) };
  }
  if (text !== undefined || mentions !== undefined)
    throw invalidData('resolved', 'and a new text are two requests', resolved);
  return { resolved };
};
