// Answers the operations on comments, and those on mentions in them.
import type { Handlers } from '../contracts/index.ts';
import { notFound } from '../errors.ts';
import type { Caller, DocumentRequest } from '../platform/access/index.ts';
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

/** @throws ApiError as `commentContext` */
const contextOf = (
  service: Service,
  { caller, type, documentId }: Omit<DocumentRequest, 'readIfMatch'>,
  locale: string | undefined,
): Promise<CommentContext> => commentContext(service, caller, { type, documentId, locale });

export const commentHandlers: Handlers<typeof commentContract, Service, DocumentRequest> = {
  findComments: async ({ query: { locale }, page }, service, request) =>
    listComments(await contextOf(service, request, locale), page),
  createComment: async ({ query: { locale }, body }, service, request) => {
    const context = await contextOf(service, request, locale);
    return { data: await createComment(context, readNewComment(body)), meta: {} };
  },
  updateComment: async ({ params: { commentId }, query: { locale }, body }, service, request) => {
    const context = await contextOf(service, request, locale);
    return { data: await changeComment(context, commentId, readCommentChange(body)), meta: {} };
  },
  deleteComment: async ({ params: { commentId }, query: { locale } }, service, request) =>
    deleteComment(await contextOf(service, request, locale), commentId),
};

export const mentionHandlers: Handlers<typeof mentionContract, Service, Caller & { readonly user: string }> = {
  findMentions: async ({ query: { resolved } }, service, caller) => {
    const isResolved = resolved === undefined ? undefined : resolved === 'true';
    return { data: await listMentions(service, caller, isResolved), meta: {} };
  },
  findPeople: async ({ query: { type: uid, documentId, locale, q = '' } }, service, caller) => {
    const type = [...service.schema.served.values()].find((one) => one.uid === uid);
    if (type === undefined) throw notFound();
    return { data: await findPeople(await contextOf(service, { caller, type, documentId }, locale), q), meta: {} };
  },
};
