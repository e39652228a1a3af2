// Comments that mention the user. The first screen loads this alone.
import { queryOptions } from '@tanstack/react-query';
import { get } from './client.ts';

/** Of all queries of comments. */
export const commentsKey = ['comments'] as const;

export interface NamedUser {
  readonly documentId: string;
  /** null: the user is deleted, or this user may not know the name. */
  readonly username: string | null;
}

/** A comment that mentions the user. */
export interface Mention {
  readonly id: string;
  readonly text: string;
  readonly author: NamedUser | null;
  readonly createdAt: string;
  /** The uid. */
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly title: string | null;
}

/** The latest ones in threads that are not resolved. */
export const mentionsQuery = queryOptions({
  queryKey: [...commentsKey, 'mentions'],
  queryFn: async ({ signal }) => {
    const query = { mentioned: 'me', resolved: 'false' };
    return (await get<{ data: readonly Mention[] }>('/api/editor/comments', { query, signal })).data;
  },
  staleTime: 0,
});
