// The requests to each route that says something of documents, or of what people do with them.
import { routes } from '../../../lib/api/http/routes/index.ts';
import { articles, type Work, type WorkDocument } from './workSite.ts';

export interface WorkRequest {
  readonly url: string;
  readonly body?: unknown;
}

/** The functions with such routes. A table of routes names them, so a new route of theirs needs an entry below. */
const functions = ['releases', 'history', 'editor'] as const;

export const workRoutes: readonly string[] = routes
  .filter((route) => functions.some((name) => name === route.function))
  .filter(({ path }) => !/\/content-releases|\/schedule$/.test(path))
  .map(({ method, path }) => `${method} ${path}`);

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

const removed = (rest = '', query = ''): Requests =>
  perDocument(({ uid, documentId, isDeleted }, locale) =>
    isDeleted === true ? [`/api/trash/${uid}/${documentId}${rest}?${query}${locale}`] : [],
  );
/** The first two are drafts. */
const numbers = [1, 3];
const trash = urls(({ documents }) =>
  [...new Set(documents.map(({ uid }) => uid))].flatMap((uid) => [
    ...[`/api/trash?type=${uid}`, `/api/trash?type=${uid}&pageSize=1`],
  ]),
);
/** The route says nothing of documents. */
const silent: Requests = () => [];

/** A single type has no paths of its own here: it takes those of a document, in the same code. */
const singleType = silent;

export const requests: Readonly<Record<string, Requests>> = {
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
  'GET /api/editor/people': urls(({ documents }) =>
    documents.map(({ uid, documentId }) => `/api/editor/people?type=${uid}&documentId=${documentId}&q=zq`),
  ),

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
  'PUT /api/{contentType}/{documentId}/stage': sending(each('/stage'), { data: { id: 1 } }),
  'PUT /api/{contentType}/{documentId}/assignee': sending(each('/assignee'), { data: { id: null } }),
  'POST /api/{contentType}/{documentId}/comments': sending(each('/comments'), { data: { text: 'x' } }),
  'PUT /api/{contentType}/{documentId}/comments/{commentId}': sending(
    urls(({ comments }) => comments),
    { data: { resolved: true } },
  ),
  'DELETE /api/{contentType}/{documentId}/comments/{commentId}': urls(({ comments }) => comments),
  'PUT /api/{contentType}/{documentId}/versions/{number}': sending(each('/versions/1'), { data: { name: 'First' } }),
  'POST /api/{contentType}/{documentId}/versions/{number}/restore': each('/versions/1/restore'),
  'POST /api/trash/{uid}/{documentId}/restore': removed('/restore'),
  'DELETE /api/trash/{uid}/{documentId}': removed(),
  'DELETE /api/trash': urls(() => [`/api/trash?type=${articles}`]),

  ...Object.fromEntries(
    [
      ...['GET /stages', 'PUT /stage', 'PUT /assignee'],
      ...['GET /comments', 'POST /comments', 'PUT /comments/{commentId}', 'DELETE /comments/{commentId}'],
      ...['GET /versions', 'GET /versions/compare', 'GET /versions/{number}', 'PUT /versions/{number}'],
      'POST /versions/{number}/restore',
    ].map((route) => [route.replace(' ', ' /api/{contentType}'), singleType]),
  ),
};

/** @returns those of a method, in the order of the table */
export const requestsOf = (work: Work, isRead: boolean): readonly (WorkRequest & { readonly method: string })[] =>
  Object.entries(requests).flatMap(([route, of]) => {
    const [method = ''] = route.split(' ');
    return (method === 'GET') === isRead ? of(work).map((request) => ({ ...request, method })) : [];
  });
