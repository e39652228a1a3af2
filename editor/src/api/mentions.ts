// Comments that mention the user. The first screen loads this alone.
import { queryOptions } from '@tanstack/react-query';
import { dataQuery, type Data } from './call.ts';

/** Of all queries of comments. */
export const commentsKey = ['comments'] as const;

/** A comment that mentions the user. */
export type Mention = Data<'GET /api/editor/comments'>[number];

/** A user who wrote a comment, or whom one mentions. The name is null for a user who is deleted, or whom this user may not know. */
export type NamedUser = Data<'GET /api/editor/people'>[number];

/** The latest ones in threads that are not resolved. */
export const mentionsQuery = queryOptions({
  ...dataQuery('GET /api/editor/comments', { query: { mentioned: 'me', resolved: 'false' } }),
  staleTime: 0,
});
