// Comments on a document, and the people who can be mentioned.
import { queryOptions } from '@tanstack/react-query';
import { get, request } from './client.ts';
import { pathOf, type DocumentAddress } from './document.ts';
import { commentsKey, type NamedUser } from './mentions.ts';

export interface Comment {
  readonly id: string;
  /** The attribute; in lists the id of an entry instead of its position. null: the whole document. */
  readonly path: string | null;
  readonly text: string;
  readonly author: NamedUser | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  /** The first comment of its thread; null: this is it. */
  readonly parent: string | null;
  readonly resolved: { readonly by: NamedUser | null; readonly at: string } | null;
  readonly mentions: readonly NamedUser[];
}

interface CommentsAnswer {
  readonly data: readonly Comment[];
  readonly meta: { readonly next: string | null };
}

const commentsPath = (address: DocumentAddress): string => `${pathOf(address)}/comments`;

/** All comments, the oldest first. What others wrote is there when the page gets the focus. */
export const commentsQuery = (address: DocumentAddress) =>
  queryOptions({
    queryKey: [...commentsKey, address.type.uid, address.documentId, address.locale],
    queryFn: async ({ signal }) => {
      const comments: Comment[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const query = { locale: address.locale, after };
        const { data, meta }: CommentsAnswer = await get<CommentsAnswer>(commentsPath(address), { query, signal });
        comments.push(...data);
        after = meta.next;
      }
      return comments;
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export interface CommentText {
  readonly text: string;
  /** documentIds. */
  readonly mentions: readonly string[];
}

export interface NewComment extends CommentText {
  readonly path?: string;
  readonly parent?: string;
}

/** @throws ApiError */
export const writeComment = async (address: DocumentAddress, data: NewComment): Promise<void> => {
  await request(commentsPath(address), { method: 'POST', query: { locale: address.locale }, body: { data } });
};

/** @throws ApiError */
export const changeComment = async (
  address: DocumentAddress,
  id: string,
  data: CommentText | { readonly resolved: boolean },
): Promise<void> => {
  const query = { locale: address.locale };
  await request(`${commentsPath(address)}/${id}`, { method: 'PUT', query, body: { data } });
};

/** @throws ApiError */
export const deleteComment = async (address: DocumentAddress, id: string): Promise<void> => {
  await request(`${commentsPath(address)}/${id}`, { method: 'DELETE', query: { locale: address.locale } });
};

/** Other users who may read the document. @param text a part of their names */
export const peopleQuery = ({ type, documentId, locale }: DocumentAddress, text: string) =>
  queryOptions({
    queryKey: ['people', type.uid, documentId, locale, text],
    queryFn: async ({ signal }) => {
      const query = { type: type.uid, documentId, locale, q: text };
      return (await get<{ data: readonly NamedUser[] }>('/api/editor/people', { query, signal })).data;
    },
  });
