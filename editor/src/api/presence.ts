// Who else has a document open.
import { queryOptions } from '@tanstack/react-query';
import { call, dataQuery, type Body } from './call.ts';

type OpenDocument = Body<'PUT /api/editor/presence'>;

/** How often an open document asks the API for what is new. The API forgets a user after 30 seconds. */
export const presenceMs = 15_000;

/** Says that this user has the document open, and reads who else has. */
export const presenceQuery = (document: OpenDocument) =>
  queryOptions({
    ...dataQuery('PUT /api/editor/presence', { body: { data: document } }),
    refetchInterval: presenceMs,
    retry: false,
    gcTime: 0,
  });

/** Best effort: the API also forgets on its own. */
export const leaveDocument = (document: OpenDocument): Promise<unknown> =>
  call('DELETE /api/editor/presence', { body: { data: document } }).catch(() => undefined);
