// What the user and others did last, over all types.
import { queryOptions } from '@tanstack/react-query';
import type { Status } from '../schema/types.ts';
import { get } from './client.ts';
import type { Writer } from './writer.ts';

/** A document in one locale. */
export interface ActivityEntry {
  /** A uid. */
  readonly type: string;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
  readonly title: string | null;
  /** Undefined for a type without drafts. */
  readonly status?: Status;
  readonly updatedAt: string;
  readonly updatedBy: Writer | null;
}

/** Each list has the latest first. */
export interface Activity {
  readonly edited: readonly ActivityEntry[];
  readonly drafts: readonly ActivityEntry[];
  readonly published: readonly ActivityEntry[];
  /** The uids of types that took too long to read. */
  readonly omitted: readonly string[];
  /** The uids of types of which the user may edit only some documents, and only the latest ones were searched. */
  readonly limited: readonly string[];
  /** How many of a limited type. */
  readonly searchedDocuments: number;
}

type ActivityMeta = 'omitted' | 'limited' | 'searchedDocuments';

interface ActivityAnswer {
  readonly data: Omit<Activity, ActivityMeta>;
  readonly meta: Pick<Activity, ActivityMeta>;
}

export const activityQuery = queryOptions({
  queryKey: ['documents', 'activity'],
  queryFn: async ({ signal }): Promise<Activity> => {
    const { data, meta } = await get<ActivityAnswer>('/api/editor/activity', { signal });
    return { ...data, ...meta };
  },
  // The user comes back from a form that has changed it.
  staleTime: 0,
});
