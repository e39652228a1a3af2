// Answers the operations on comments, and those on mentions in them.
import type { Handlers } from '../contracts/index.ts';
import { notFound } from '../errors.ts';
import type { Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import { readCommentChange, readNewComment } from './commentBody.ts';
import {
  changeComment,
  commentContext,
  createComment,
  deleteComment,
  listComments,
  type CommentContext,
} from './comments.ts';
import type { commentContract, mentionContract } from './contract.ts';
import { findPeople, listMentions } from './mentions.ts';
import { listNotices } from './reviewNotices.ts';

export const commentHandlers: Handlers<typeof commentContract, Service, CommentContext> = {
  findComments: ({ page }, _, context) => listComments(context, page),
  createComment: async ({ body }, _, context) => ({
    data: await createComment(context, readNewComment(body)),
    meta: {},
  }),
  updateComment: async ({ params: { commentId }, body }, _, context) => ({
    data: await changeComment(context, commentId, readCommentChange(body)),
    meta: {},
  }),
  deleteComment: ({ params: { commentId } }, _, context) => deleteComment(context, commentId),
};

export const mentionHandlers: Handlers<typeof mentionContract, Service, Caller & { readonly user: string }> = {
  findMentions: async ({ query: { resolved } }, service, caller) => {
    const isResolved = resolved === undefined ? undefined : resolved === 'true';
    return { data: await listMentions(service, caller, isResolved), meta: {} };
  },
  findNotices: async (_, service, caller) => ({ data: await listNotices(service, caller), meta: {} }),
  findPeople: async ({ query: { type: uid, documentId, locale, q = '' } }, service, caller) => {
    const type = [...service.schema.served.values()].find((one) => one.uid === uid);
    if (type === undefined) throw notFound();
    const context = await commentContext(service, { caller, type, documentId, locale });
    return { data: await findPeople(context, q), meta: {} };
  },
};
