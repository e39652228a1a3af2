// Releases: what goes live together, by hand or at a moment. The schedule of a single document is a release without a name.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Status } from '../schema/types.ts';
import { get, getFilledPage, request } from './client.ts';
import { pathOf, type DocumentAddress } from './document.ts';

export type ReleaseAction = 'publish' | 'unpublish';

export type ReleaseStatus = 'empty' | 'ready' | 'blocked' | 'failed' | 'done';

/** `*`: every locale. */
export const everyLocale = '*';

/** A moment as the API takes it. */
export interface PlannedTime {
  /** What a clock of the time zone shows: `2040-07-01T10:00`. */
  readonly scheduledAt: string;
  readonly timezone: string;
}

interface Planned {
  readonly id: number;
  /** null: the schedule of one document. */
  readonly name: string | null;
  /** The moment; null: it is published by hand. */
  readonly scheduledAt: string | null;
  readonly timezone: string | null;
  /** What the clock of the time zone shows then. */
  readonly localTime: string | null;
}

/** The document of a schedule. */
export interface PlannedDocument {
  readonly type: ReleaseAction;
  /** The uid. */
  readonly contentType: string;
  readonly entryDocumentId: string;
  readonly locale: string | null;
  readonly title: string | null;
}

export interface Release extends Planned {
  readonly releasedAt: string | null;
  readonly status: ReleaseStatus;
  /** Why the last attempt failed. */
  readonly failure: { readonly at: string; readonly message: string } | null;
  /** Whether the user created it. */
  readonly isOwn: boolean;
  /** `hidden`: the documents that the user may not see. */
  readonly actions: { readonly meta: { readonly count: number; readonly hidden: number } };
  /** Of a schedule, in lists. null: the user may not see it any more. */
  readonly document?: PlannedDocument | null;
}

/** A release that is not done, with what it does to a document. */
export interface DocumentRelease extends Planned {
  readonly status: ReleaseStatus;
  readonly type: ReleaseAction;
  /** Whether the user created the release. */
  readonly isOwn: boolean;
  /** null: the type is not localized. */
  readonly locale: string | null;
}

/** Whether something must be corrected, so that a release can happen. */
export const isPrevented = ({ status }: Pick<Release, 'status'>): boolean =>
  status === 'blocked' || status === 'failed';

/** Why a document cannot be published or unpublished. */
export interface Reason {
  readonly message: string;
  /** Undefined: a value is not valid. */
  readonly code?: 'author' | 'permission' | 'deleted' | 'locale' | 'type' | 'unique' | 'hidden';
  /** Of the value that prevents it. */
  readonly path?: readonly string[];
  readonly locale?: string;
}

/** What a release does to a document. */
export interface ReleasedDocument {
  readonly id: number;
  readonly type: ReleaseAction;
  /** The uid. */
  readonly contentType: string;
  readonly entryDocumentId: string;
  readonly locale: string | null;
  readonly isEntryValid: boolean;
  readonly reasons: readonly Reason[];
  readonly title: string | null;
  readonly status: Status | null;
}

/** The documents of a release that the user may not see. */
export interface HiddenDocuments {
  readonly count: number;
  /** The ids of their actions, if the user may remove them. */
  readonly ids: readonly number[];
}

interface DocumentsAnswer {
  readonly data: readonly ReleasedDocument[];
  readonly meta: { readonly hidden: HiddenDocuments };
}

interface ReleasesAnswer {
  readonly data: readonly Release[];
  readonly meta: { readonly next: number | null };
}

const path = '/api/content-releases';

/** The key of everything that was read of releases. Invalidate it after each change of them. */
export const releasesKey = ['releases'] as const;

/** How often plans are read again that may happen meanwhile. */
const followMs = 30_000;

/** By documentId, the planned releases of at most 100 documents. @param locale undefined: of all locales */
export const documentReleasesQuery = (uid: string, documentIds: readonly string[], locale: string | undefined) =>
  queryOptions({
    queryKey: [...releasesKey, 'documents', uid, documentIds, locale],
    queryFn: async ({ signal }) => {
      const query = { contentTypeUid: uid, documentIds, locale };
      const { data } = await get<{ readonly data: Readonly<Record<string, readonly DocumentRelease[]>> }>(
        `${path}/mapEntriesToReleases`,
        { query, signal },
      );
      return data;
    },
    enabled: documentIds.length > 0,
    refetchInterval: ({ state: { data = {} } }) =>
      Object.values(data).some((releases) => releases.length > 0) ? followMs : false,
  });

const readRelease = async (id: number, signal: AbortSignal): Promise<Release> =>
  (await get<{ readonly data: Release }>(`${path}/${id}`, { signal })).data;

const readDocuments = (id: number, signal: AbortSignal): Promise<DocumentsAnswer> =>
  get<DocumentsAnswer>(`${path}/${id}/actions`, { signal });

/** What a release does, and whether it can be done. */
export const releasedDocumentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...releasesKey, id, 'actions'],
    queryFn: async ({ signal }) => (await readDocuments(id, signal)).data,
    // The user may have changed the documents since.
    staleTime: 0,
  });

/** A release, whose status the API computes anew. */
export const releaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...releasesKey, id],
    queryFn: ({ signal }) => readRelease(id, signal),
    staleTime: 0,
  });

/** A release with its documents, in one query: its status may not change on the page before they do. */
export const wholeReleaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...releasesKey, id, 'whole'],
    queryFn: async ({ signal }) => {
      const [release, { data, meta }] = await Promise.all([readRelease(id, signal), readDocuments(id, signal)]);
      return { release, documents: data, hidden: meta.hidden };
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.release.status === 'done' ? false : followMs),
  });

/** Releases, the newest first. */
export const releasesQuery = (state: 'pending' | 'done') =>
  infiniteQueryOptions({
    queryKey: [...releasesKey, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      getFilledPage<ReleasesAnswer>(path, { query: { state, before: pageParam, pageSize: 100 }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    staleTime: 0,
  });

/** Reads all pages of a list. */
const readAll = async (query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly Release[]> => {
  const releases: Release[] = [];
  let before: number | undefined;
  do {
    const { data, meta } = await get<ReleasesAnswer>(path, { query: { ...query, pageSize: 100, before }, signal });
    releases.push(...data);
    before = meta.next ?? undefined;
  } while (before !== undefined);
  return releases;
};

/** All releases that a document can be added to, the newest first. */
export const plannedReleasesQuery = queryOptions({
  queryKey: [...releasesKey, 'planned'],
  queryFn: ({ signal }) => readAll({ state: 'pending' }, signal),
  staleTime: 0,
});

/** Everything that goes live, or went live, from a moment until before another one: releases, and schedules with their documents. */
export const calendarQuery = (from: Date, to: Date) =>
  queryOptions({
    queryKey: [...releasesKey, 'calendar', from.getTime(), to.getTime()],
    queryFn: ({ signal }) => readAll({ from: from.toISOString(), to: to.toISOString(), schedules: 'true' }, signal),
    // The days shown before stay until those of the next week or month are there.
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: followMs,
  });

/** Plans the publication of a document, or replaces its plan. @throws ApiError 400 for a time in the past */
export const scheduleDocument = async (
  address: DocumentAddress,
  type: ReleaseAction,
  time: PlannedTime,
): Promise<void> => {
  const { locale } = address;
  await request(`${pathOf(address)}/schedule`, { method: 'PUT', query: { locale }, body: { type, ...time } });
};

/** Removes the plan. @throws ApiError */
export const unscheduleDocument = async (address: DocumentAddress, type: ReleaseAction): Promise<void> => {
  const { locale } = address;
  await request(`${pathOf(address)}/schedule`, { method: 'DELETE', query: { locale, type } });
};

/** The values of a release that users choose. */
export interface ReleaseValues extends Partial<Omit<PlannedTime, 'scheduledAt'>> {
  readonly name: string;
  /** null: it is published by hand; undefined: as before. */
  readonly scheduledAt?: string | null;
}

/** @throws ApiError 400 for a time in the past */
export const createRelease = async (values: ReleaseValues): Promise<Release> =>
  (await request<{ readonly data: Release }>(path, { method: 'POST', body: values })).body.data;

/** @throws ApiError 403 unless the user owns the release or has the permission, 400 for a time in the past */
export const updateRelease = async (id: number, values: Partial<ReleaseValues>): Promise<Release> =>
  (await request<{ readonly data: Release }>(`${path}/${id}`, { method: 'PUT', body: values })).body.data;

/** Deletes a release, and nothing of its documents. @throws ApiError as `updateRelease` */
export const deleteRelease = async (id: number): Promise<void> => {
  await request(`${path}/${id}`, { method: 'DELETE' });
};

/** Publishes a release now. @throws ApiError 400 naming what prevents it */
export const publishRelease = async (id: number): Promise<void> => {
  await request(`${path}/${id}/publish`, { method: 'POST' });
};

/** @throws ApiError 409 if the document is in the release already, 400 for more than 500 */
export const addToRelease = async (
  release: number,
  { type: { uid, kind }, documentId, locale }: DocumentAddress,
  type: ReleaseAction,
): Promise<void> => {
  const document = kind === 'singleType' ? {} : { entryDocumentId: documentId };
  const body = { type, contentType: uid, ...document, locale };
  await request(`${path}/${release}/actions`, { method: 'POST', body });
};

/** Changes what a release does to a document. @throws ApiError */
export const changeReleaseAction = async (release: number, id: number, type: ReleaseAction): Promise<void> => {
  await request(`${path}/${release}/actions/${id}`, { method: 'PUT', body: { type } });
};

/** Takes a document out of a release. @throws ApiError */
export const removeFromRelease = async (release: number, id: number): Promise<void> => {
  await request(`${path}/${release}/actions/${id}`, { method: 'DELETE' });
};
