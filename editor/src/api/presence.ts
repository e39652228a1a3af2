// Who else has a document open.
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

export interface OpenDocument {
  readonly uid: string;
  readonly documentId: string;
  /** Null for a type without locales. */
  readonly locale: string | null;
}

export interface PresentUser {
  readonly user: { readonly documentId: string; readonly username: string };
  readonly at: string;
}

const path = '/api/editor/presence';

/** How often an open document asks the API for what is new. The API forgets a user after 30 seconds. */
export const presenceMs = 15_000;

/** Says that this user has the document open, and reads who else has. */
export const presenceQuery = (document: OpenDocument) =>
  queryOptions({
    queryKey: ['presence', document],
    queryFn: async () =>
      (await request<{ data: readonly PresentUser[] }>(path, { method: 'PUT', body: { data: document } })).body.data,
    refetchInterval: presenceMs,
    retry: false,
    gcTime: 0,
  });

/** Best effort: the API also forgets on its own. */
export const leaveDocument = (document: OpenDocument): Promise<unknown> =>
  request(path, { method: 'DELETE', body: { data: document } }).catch(() => undefined);
