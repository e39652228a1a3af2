// What the user and others did last, over all types.
import { queryOptions } from '@tanstack/react-query';
import { call, type Answered } from './call.ts';

type Answer = Answered<'GET /api/editor/activity'>;

/** A document in one locale. */
export type ActivityEntry = Omit<Answer['data']['edited'][number], 'createdBy'>;

export const activityQuery = queryOptions({
  queryKey: ['documents', 'activity'],
  queryFn: async ({ signal }) => {
    const { data, meta } = await call('GET /api/editor/activity', { signal });
    return { ...data, ...meta };
  },
  // The user comes back from a form that has changed it.
  staleTime: 0,
});
