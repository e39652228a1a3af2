// Releases: what goes live together, by hand or at a moment. The schedule of a single document is a release without a name.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPages, dataQuery, pagesQuery, resourceKey, type Answered, type Body, type Data } from './call.ts';

const path = '/api/content-releases';

export type Release = Data<`GET ${typeof path}`>[number];

export type ReleaseStatus = Release['status'];

/** A release that is not done, with what it does to a document. */
export type DocumentRelease = Data<`GET ${typeof path}/mapEntriesToReleases`>[string][number];

type DocumentsAnswer = Answered<`GET ${typeof path}/{id}/actions`>;

/** What a release does to a document. */
export type ReleasedDocument = DocumentsAnswer['data'][number];

export type ReleaseAction = ReleasedDocument['type'];

/** Why a document cannot be published or unpublished. */
export type Reason = ReleasedDocument['reasons'][number];

/** The documents of a release that the user may not see. */
export type HiddenDocuments = DocumentsAnswer['meta']['hidden'];

/** `*`: every locale. */
export const everyLocale = '*';

/** Whether something must be corrected, so that a release can happen. */
export const isPrevented = ({ status }: Pick<Release, 'status'>): boolean =>
  status === 'blocked' || status === 'failed';

/** The key of everything that was read of releases. Invalidate it after each change of them. */
export const releasesKey = resourceKey(`GET ${path}`);

/** How often plans are read again that may happen meanwhile. */
const followMs = 30_000;

/** By documentId, the planned releases of at most 100 documents. @param locale undefined: of all locales */
export const documentReleasesQuery = (uid: string, documentIds: readonly string[], locale: string | undefined) =>
  queryOptions({
    queryKey: [...releasesKey, 'documents', uid, documentIds, locale],
    queryFn: async ({ signal }) => {
      const query = { contentTypeUid: uid, documentIds, locale };
      return (await call(`GET ${path}/mapEntriesToReleases`, { query, signal })).data;
    },
    enabled: documentIds.length > 0,
    refetchInterval: ({ state: { data = {} } }) =>
      Object.values(data).some((releases) => releases.length > 0) ? followMs : false,
  });

/** What a release does, and whether it can be done. The user may have changed the documents since. */
export const releasedDocumentsQuery = (id: number) =>
  queryOptions({ ...dataQuery(`GET ${path}/{id}/actions`, { id }), staleTime: 0 });

/** A release, whose status the API computes anew. */
export const releaseQuery = (id: number) => queryOptions({ ...dataQuery(`GET ${path}/{id}`, { id }), staleTime: 0 });

/** A release with its documents, in one query: its status may not change on the page before they do. */
export const wholeReleaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...releasesKey, id, 'whole'],
    queryFn: async ({ signal }) => {
      const actions = call(`GET ${path}/{id}/actions`, { id, signal });
      const [{ data: release }, { data, meta }] = await Promise.all([
        call(`GET ${path}/{id}`, { id, signal }),
        actions,
      ]);
      return { release, documents: data, hidden: meta.hidden };
    },
    staleTime: 0,
    // A change set stays as its user has read it until then.
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.release.status === 'done' || data.release.agent !== undefined ? false : followMs,
  });

/** Releases, the newest first. */
export const releasesQuery = (state: 'pending' | 'done') => pagesQuery(`GET ${path}`, { query: { state } });

/** All releases that a document can be added to, the newest first. */
export const plannedReleasesQuery = queryOptions({
  queryKey: [...releasesKey, 'planned'],
  queryFn: ({ signal }) => callPages(`GET ${path}`, { query: { state: 'pending' } }, signal),
  staleTime: 0,
});

/** Everything that goes live, or went live, from a moment until before another one: releases, and schedules with their documents. */
export const calendarQuery = (from: Date, to: Date) =>
  queryOptions({
    queryKey: [...releasesKey, 'calendar', from.getTime(), to.getTime()],
    queryFn: ({ signal }) => {
      const query = { from: from.toISOString(), to: to.toISOString(), schedules: 'true' };
      return callPages(`GET ${path}`, { query }, signal);
    },
    // The days shown before stay until those of the next week or month are there.
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: followMs,
  });

/** @throws ApiError 400 for a time in the past */
export const createRelease = async (values: Body<`POST ${typeof path}`>): Promise<Release> =>
  (await call(`POST ${path}`, { body: values })).data;

/** @throws ApiError 403 unless the user owns the release or has the permission, 400 for a time in the past */
export const updateRelease = async (id: number, values: Body<`PUT ${typeof path}/{id}`>): Promise<Release> =>
  (await call(`PUT ${path}/{id}`, { id, body: values })).data;

/** What a release is to do to documents. */
export type NewActions = Body<`POST ${typeof path}/{id}/actions/bulk`>;

/** The most documents of a release: `maxActions` of the API. */
export const maxReleaseSize = 500;

/** Adds the documents that can be added. @throws ApiError 400 if the release would have too many, 409 if it is done */
export const addToRelease = (id: number, body: NewActions) =>
  call(`POST ${path}/{id}/actions/bulk`, { id, query: { atomic: 'false' }, body });

/** Drafts that documents of a release link to, and that it leaves unpublished. The user may have changed them since. */
export const linkedDraftsQuery = (id: number) =>
  queryOptions({ ...dataQuery(`GET ${path}/{id}/linked-drafts`, { id }), staleTime: 0 });

export type LinkedDraft = Data<`GET ${typeof path}/{id}/linked-drafts`>[number];

/** Takes a document out of a release. @throws ApiError */
export const removeFromRelease = (id: number, actionId: number) =>
  call(`DELETE ${path}/{id}/actions/{actionId}`, { id, actionId });
