// What the user and others did last, over all types.
import { queryOptions } from '@tanstack/react-query';
import { answerQuery, type Data } from './call.ts';

/** A document in one locale. */
export type ActivityEntry = Omit<Data<'GET /api/editor/activity'>['edited'][number], 'createdBy'>;

export const activityQuery = queryOptions({
  ...answerQuery('GET /api/editor/activity'),
  select: ({ data, meta }) => ({ ...data, ...meta }),
  // The user comes back from a form that has changed it.
  staleTime: 0,
});
