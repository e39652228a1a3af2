// The requests to each route that says something of documents, or of what people do with them.
import { contractRoutes, type RoutedContract } from '../../../lib/api/http/routes/index.ts';
import { listViewContract } from '../../../lib/editorApi/listViews/contract.ts';
import { editorContract } from '../../../lib/editorApi/contract.ts';
import { documentContracts } from '../../../lib/allContracts.ts';
import { mentionContract } from '../../../lib/comments/contract.ts';
import { bulkJobContract } from '../../../lib/bulkJobs/contract.ts';
import { trashContract } from '../../../lib/history/trash/contract.ts';
import { releaseContract } from '../../../lib/releases/contract.ts';
import { articles, isSingleType, type Work, type WorkDocument } from './workSite.ts';

export interface WorkRequest {
  readonly url: string;
  readonly body?: unknown;
}

/** Such routes: a new one of these tables needs an entry below. */
export const workRoutes: readonly string[] = [
  ...[
    ...documentContracts,
    bulkJobContract,
    editorContract,
    listViewContract,
    mentionContract,
    releaseContract,
    trashContract,
  ].flatMap((contract: RoutedContract) => contractRoutes(contract)),
].map(({ method, path }) => `${method} ${path}`);

type Requests = (work: Work) => readonly WorkRequest[];

const urls =
  (of: (work: Work) => readonly string[]): Requests =>
  (work) =>
    of(work).map((url) => ({ url }));

/** The default locale and another. */
const locales = ['', '&locale=fr'];

const perDocument = (write: (one: WorkDocument, locale: string) => readonly string[]): Requests =>
  urls(({ documents }) => documents.flatMap((one) => locales.flatMap((locale) => write(one, locale))));

const sending =
  (of: Requests, body: unknown): Requests =>
  (work) =>
    of(work).map((request) => ({ ...request, body }));

/** A request to a part of each document: `/schedule`. */
const each = (part: string, query = ''): Requests =>
  perDocument(({ url }, locale) => [`${url}${part}?${query}${locale}`]);

const releases = '/api/content-releases';
const ofRelease = (rest = ''): Requests => urls((work) => work.releases.map((id) => `${releases}/${id}${rest}`));
const removed = (rest = '', query = ''): Requests =>
  perDocument(({ uid, documentId, isDeleted }, locale) =>
    isDeleted === true ? [`/api/trash/${uid}/${documentId}${rest}?${query}${locale}`] : [],
  );
/** Of versions, and of actions: the first two are drafts. */
const numbers = [1, 3];
const trash = urls(({ documents }) =>
  [...new Set(documents.map(({ uid }) => uid))].flatMap((uid) => [
    ...[`/api/trash?type=${uid}`, `/api/trash?type=${uid}&pagination[pageSize]=1`],
  ]),
);
const actionOf = ({ uid: contentType, documentId: entryDocumentId }: WorkDocument, locale: string | null) => ({
  ...{ type: 'publish', contentType, entryDocumentId, ...(locale === null ? {} : { locale }) },
});
/** The route says nothing of documents. */
const silent: Requests = () => [];

const requestsToDocuments: Readonly<Record<string, Requests>> = {
  'GET /api/content-releases': urls(() => [
    ...[releases, `${releases}?schedules=true&pagination[pageSize]=100`, `${releases}?pagination[pageSize]=1`],
    `${releases}?state=pending`,
  ]),
  'GET /api/content-releases/mapEntriesToReleases': urls(({ documents }) =>
    documents.map(
      ({ uid, documentId }) => `${releases}/mapEntriesToReleases?contentTypeUid=${uid}&documentIds=${documentId}`,
    ),
  ),
  'GET /api/content-releases/getByDocumentAttached': perDocument(({ uid, documentId }, locale) =>
    ['true', 'false'].map(
      (attached) =>
        `${releases}/getByDocumentAttached?contentType=${uid}&entryDocumentId=${documentId}&hasEntryAttached=${attached}${locale}`,
    ),
  ),
  'GET /api/content-releases/{id}': ofRelease(),
  'GET /api/content-releases/{id}/actions': ofRelease('/actions'),
  'GET /api/content-releases/{id}/linked-drafts': ofRelease('/linked-drafts'),
  'GET /api/{contentType}/{documentId}/schedule': each('/schedule'),
  'GET /api/{contentType}/{documentId}/comments': each('/comments'),
  'GET /api/{contentType}/{documentId}/stages': each('/stages'),
  'GET /api/{contentType}/{documentId}/versions': each('/versions'),
  'GET /api/{contentType}/{documentId}/versions/{number}': (work) =>
    ['', '&status=published'].flatMap((status) =>
      numbers.flatMap((number) => each(`/versions/${number}`, status)(work)),
    ),
  'GET /api/{contentType}/{documentId}/versions/compare': (work) =>
    ['&from=1', '&from=published&to=3'].flatMap((query) => each('/versions/compare', query)(work)),
  'GET /api/trash': trash,
  'GET /api/trash/{uid}/{documentId}': (work) =>
    ['status=published', 'view=edit'].flatMap((query) => removed('', query)(work)),
  'GET /api/editor': urls(() => ['/api/editor']),
  'GET /api/editor/views': urls(() => ['/api/editor/views']),
  'GET /api/editor/activity': urls(() => ['/api/editor/activity']),
  'GET /api/editor/list-views': urls(() => [`/api/editor/list-views?type=${articles}`]),
  'GET /api/editor/comments': urls(() => ['/api/editor/comments?mentioned=me']),
  'GET /api/editor/notices': urls(() => ['/api/editor/notices']),
  'GET /api/editor/people': urls(({ documents }) =>
    documents.map(({ uid, documentId }) => `/api/editor/people?type=${uid}&documentId=${documentId}&q=zq`),
  ),

  'GET /api/editor/bulk/jobs': urls(() => ['/api/editor/bulk/jobs']),
  // Jobs of others do not exist: tests/bulkJobs.
  'GET /api/editor/bulk/jobs/{id}': silent,
  'DELETE /api/editor/bulk/jobs/{id}': silent,
  'POST /api/editor/bulk/jobs/{id}/cancel': silent,
  'POST /api/editor/bulk/jobs/{id}/undo': silent,
  'PUT /api/editor/presence': ({ documents }) =>
    documents.flatMap(({ uid, documentId, locales: own }) =>
      own.map((locale) => ({
        url: '/api/editor/presence',
        body: { data: { uid, documentId, ...(locale === null ? {} : { locale }) } },
      })),
    ),
  'DELETE /api/editor/presence': silent,
  'POST /api/editor/list-views': sending(
    urls(() => ['/api/editor/list-views']),
    { data: { type: articles, name: 'Mine', search: {}, roles: [] } },
  ),
  'PUT /api/editor/list-views/{id}': silent,
  'DELETE /api/editor/list-views/{id}': silent,
  'POST /api/content-releases': sending(
    urls(() => [releases]),
    { name: 'Mine' },
  ),
  'PUT /api/{contentType}/{documentId}/stage': sending(each('/stage'), { data: { id: 1 } }),
  'PUT /api/{contentType}/{documentId}/assignee': sending(each('/assignee'), { data: { id: null } }),
  'POST /api/{contentType}/{documentId}/comments': sending(each('/comments'), { data: { text: 'x' } }),
  'PUT /api/{contentType}/{documentId}/comments/{commentId}': sending(
    urls(({ comments }) => comments),
    { data: { resolved: true } },
  ),
  'DELETE /api/{contentType}/{documentId}/comments/{commentId}': urls(({ comments }) => comments),
  'PUT /api/{contentType}/{documentId}/schedule': sending(each('/schedule'), {
    ...{ scheduledAt: '2091-01-01T00:00', timezone: 'UTC' },
  }),
  'DELETE /api/{contentType}/{documentId}/schedule': each('/schedule'),
  'PUT /api/{contentType}/{documentId}/versions/{number}': sending(each('/versions/1'), { data: { name: 'First' } }),
  'POST /api/content-releases/{id}/actions': (work) =>
    work.documents.flatMap((one) =>
      [...one.locales, ...(one.isLocalized ? ['*'] : [])].map((locale) => ({
        url: `${releases}/${work.releases[0]}/actions`,
        body: actionOf(one, locale),
      })),
    ),
  'POST /api/content-releases/{id}/actions/bulk': ({ documents, releases: [first] }) => [
    ...['', '?atomic=false'].map((query) => ({
      url: `${releases}/${first}/actions/bulk${query}`,
      body: documents.map((one) => actionOf(one, one.locales[0] ?? null)),
    })),
  ],
  'PUT /api/content-releases/{id}/actions/{actionId}': sending(
    urls((work) => numbers.map((id) => `${releases}/${work.releases[0]}/actions/${id}`)),
    { type: 'unpublish' },
  ),
  'DELETE /api/content-releases/{id}/actions/{actionId}': urls((work) =>
    numbers.map((id) => `${releases}/${work.releases[0]}/actions/${id}`),
  ),
  'PUT /api/content-releases/{id}': sending(ofRelease(), { name: 'Other' }),
  'POST /api/{contentType}/{documentId}/versions/{number}/restore': each('/versions/1/restore'),
  'POST /api/editor/bulk/jobs': ({ documents }) =>
    ['update', 'stage', 'assignee', 'unpublish', 'publish'].flatMap((action) =>
      documents.map(({ uid, documentId, locales: [locale = null] }) => ({
        url: '/api/editor/bulk/jobs',
        body: {
          data: {
            ...{ type: uid, documentIds: [documentId], action, ...(locale === null ? {} : { locale }) },
            ...(action === 'update' ? { data: {} } : {}),
            ...(action === 'stage' ? { id: 1 } : action === 'assignee' ? { id: null } : {}),
          },
        },
      })),
    ),
  'POST /api/content-releases/{id}/publish': ofRelease('/publish'),
  'POST /api/content-releases/{id}/discard': ofRelease('/discard'),
  'POST /api/trash/{uid}/{documentId}/restore': removed('/restore'),
  'DELETE /api/content-releases/{id}': ofRelease(),
  'DELETE /api/trash/{uid}/{documentId}': removed(),
  'DELETE /api/trash': urls(() => [`/api/trash?type=${articles}`]),
};

/** The part of the work that is below `/api/{contentType}/{documentId}`, or below the path of a single type. */
const below = ({ documents, comments, ...work }: Work, isSingle: boolean): Work => ({
  ...work,
  documents: documents.filter((one) => isSingleType(one) === isSingle),
  comments: comments.filter((url) =>
    documents.some((one) => isSingleType(one) === isSingle && url.startsWith(`${one.url}/`)),
  ),
});

export const requests: Readonly<Record<string, Requests>> = Object.fromEntries(
  Object.entries(requestsToDocuments).flatMap(([route, of]): readonly (readonly [string, Requests])[] =>
    route.includes('/{contentType}/{documentId}')
      ? [
          [route, (work) => of(below(work, false))],
          [route.replace('/{documentId}', ''), (work) => of(below(work, true))],
        ]
      : [[route, of]],
  ),
);

/** @returns those of a method, in the order of the table */
export const requestsOf = (work: Work, isRead: boolean): readonly (WorkRequest & { readonly method: string })[] =>
  Object.entries(requests).flatMap(([route, of]) => {
    const [method = ''] = route.split(' ');
    return (method === 'GET') === isRead ? of(work).map((request) => ({ ...request, method })) : [];
  });
