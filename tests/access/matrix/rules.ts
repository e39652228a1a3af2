// For every route: the requests to send, the permission that they need, and the status if the caller has it. They are written
// by hand, so that they find a wrong permission in the table of routes.
import type { Route } from '../../../lib/api/http/routes/index.ts';
import { transitions } from '../../../lib/schema/index.ts';
import type { Kind, PreparedIds } from './site.ts';

/** The key of a route in the rules. */
export const keyOf = ({ method, path }: Route): string => `${method} ${path}`;

/** One request to an operation. */
export interface MatrixRequest {
  readonly name: string;
  /** The permission that the request needs; undefined if the operation does not exist. */
  readonly needs: string | undefined;
  /** Further permissions that a user needs; a token needs only those that read. */
  readonly also?: readonly string[];
  /** The request is about the user who sends it, so it needs a user besides the permission. */
  readonly ofUsers?: true;
  /** It needs a user who could open the editor. */
  readonly editors?: true;
  /** The request is of a user; other callers with the permission get 403. */
  readonly writtenByUsers?: true;
  /** The owner may send it too, and of other callers only users with the permission. */
  readonly owners?: true;
  /** Everyone may send it; the answer holds only what the caller may see. */
  readonly anyones?: true;
  /** The status for a caller with the permission. */
  readonly status: number;
  readonly url: (ids: PreparedIds) => string;
  readonly body?: (ids: PreparedIds) => unknown;
}

const data = (): object => ({ data: { title: 'asked' } });

const collection = ({ path }: Kind) => `/api/${path}`;
const one =
  (kind: Kind, rest = '') =>
  ({ documentId }: PreparedIds): string =>
    `${collection(kind)}/${documentId}${rest}`;

const absent = (status: 404 | 405, url: MatrixRequest['url']): MatrixRequest => ({
  name: 'does not exist',
  needs: undefined,
  status,
  url,
});

interface OperationRule {
  /** The action of the path for a collection, and for a single type; undefined if the path does not exist there. */
  readonly collection?: string;
  readonly single?: string;
  /** The status if the path does not exist. */
  readonly missingStatus: 404 | 405;
  readonly status: number;
  readonly body?: MatrixRequest['body'];
}

/** One request to the path of the type, or of a document. */
const operationRequests =
  (
    url: (kind: Kind) => MatrixRequest['url'],
    { collection: many, single, missingStatus, status, body }: OperationRule,
  ) =>
  (kind: Kind): readonly MatrixRequest[] => {
    const action = kind.single ? single : many;
    if (action === undefined) return [absent(missingStatus, url(kind))];
    const ask: MatrixRequest = { name: action, needs: `${kind.uid}.${action}`, status, url: url(kind) };
    return [body === undefined ? ask : { ...ask, body }];
  };

const onType =
  (rest = '') =>
  (kind: Kind) =>
  (): string =>
    `${collection(kind)}${rest}`;
const onDocument = (kind: Kind) => one(kind);

const transitionRequest =
  (kind: Kind, single: boolean) =>
  (action: string): MatrixRequest => {
    const url = single ? onType(`/actions/${action}`)(kind) : one(kind, `/actions/${action}`);
    if (kind.single !== single) return absent(404, url);
    return { name: action, needs: `${kind.uid}.publish`, status: kind.drafts ? 200 : 400, url };
  };

const entries: Readonly<Record<string, (ids: PreparedIds) => object>> = {
  create: data,
  update: ({ documentId }) => ({ documentId, ...data() }),
  delete: ({ documentId }) => ({ documentId }),
  publish: ({ documentId }) => ({ documentId }),
};

const bulk = (kind: Kind): readonly MatrixRequest[] => {
  const url = onType('/actions/bulk')(kind);
  if (kind.single) return [absent(404, url)];
  return Object.entries(entries).map(([action, entry]) => ({
    name: action,
    needs: `${kind.uid}.${action}`,
    status: action === 'publish' && !kind.drafts ? 400 : 200,
    url,
    body: (ids: PreparedIds) => ({ data: [{ [action]: entry(ids) }] }),
  }));
};

/** A request about versions, which also needs the right to read the draft, and to update if it writes. */
const ofVersions =
  (single: boolean, rest: string, { writes = false, ...more }: Partial<MatrixRequest> & { writes?: boolean } = {}) =>
  (kind: Kind): readonly MatrixRequest[] => {
    const url = single ? onType(rest)(kind) : one(kind, rest);
    if (kind.single !== single) return [absent(404, url)];
    const reading = `${kind.uid}.${single ? 'find' : 'findOne'}`;
    const also = kind.drafts || writes ? [reading, `${kind.uid}.update`] : [reading];
    return [{ name: 'versions', needs: `${kind.uid}.versions`, also, status: 200, url, ...more }];
  };

const naming = { writes: true, body: () => ({ data: { name: 'asked' } }) } as const;

// Of a single type that was deleted and created again, the first version has another number.
const absentVersion = '/versions/999999';

/** A request to the schedule of a document, which also needs the right to read it. */
const ofSchedule =
  (single: boolean, more: Partial<MatrixRequest> = {}) =>
  (kind: Kind): readonly MatrixRequest[] => {
    const url = single ? onType('/schedule')(kind) : one(kind, '/schedule');
    if (kind.single !== single || !kind.drafts) return [absent(404, url)];
    const also = [`${kind.uid}.find`, ...(single ? [] : [`${kind.uid}.findOne`])];
    return [{ name: 'schedule', needs: `${kind.uid}.publish`, also, status: 200, url, ...more }];
  };

/** A request to the comments of a document; without `reads`, one of a user. */
const ofComments =
  (single: boolean, rest = '', { reads = false, ...more }: Partial<MatrixRequest> & { reads?: boolean } = {}) =>
  (kind: Kind): readonly MatrixRequest[] => {
    const path = `/comments${rest}`;
    const url = single ? onType(path)(kind) : one(kind, path);
    if (kind.single !== single) return [absent(404, url)];
    const also = [`${kind.uid}.${single ? 'find' : 'findOne'}`];
    const rule = { name: 'comments', needs: `${kind.uid}.update`, also, url, status: 200 };
    return [{ ...rule, ...(reads ? {} : { writtenByUsers: true }), ...more }];
  };

const commenting = { body: () => ({ data: { text: 'asked' } }) } as const;

const planning = { body: () => ({ scheduledAt: '2040-07-01T10:00', timezone: 'UTC' }) } as const;

/** A request to the stage or the assignee of a draft, which also needs the right to read it. */
const ofReview =
  (single: boolean, rest: string, action: string, more: Partial<MatrixRequest> = {}) =>
  (kind: Kind): readonly MatrixRequest[] => {
    const url = single ? onType(rest)(kind) : one(kind, rest);
    if (kind.single !== single || !kind.drafts) return [absent(404, url)];
    const reading = `${kind.uid}.${single ? 'find' : 'findOne'}`;
    const needs = `${kind.uid}.${action}`;
    return [{ name: 'review', needs, also: [reading, `${kind.uid}.update`], status: 200, url, ...more }];
  };

const moving = { body: () => ({ data: { id: 2 } }) } as const;
const assigning = { body: () => ({ data: { id: null } }) } as const;

/** The requests for each kind of content type, by method and path. */
export const ofTypesRules: Readonly<Record<string, (kind: Kind) => readonly MatrixRequest[]>> = {
  'GET /api/{contentType}': operationRequests(onType(), {
    collection: 'find',
    single: 'find',
    missingStatus: 404,
    status: 200,
  }),
  'POST /api/{contentType}': operationRequests(onType(), {
    collection: 'create',
    missingStatus: 405,
    status: 201,
    body: data,
  }),
  'PUT /api/{contentType}': operationRequests(onType(), {
    single: 'update',
    missingStatus: 405,
    status: 200,
    body: data,
  }),
  'DELETE /api/{contentType}': operationRequests(onType(), { single: 'delete', missingStatus: 405, status: 204 }),
  'GET /api/{contentType}/uid': (kind) =>
    operationRequests(onType('/uid?title=asked'), { collection: 'create', missingStatus: 404, status: 200 })(kind),
  'GET /api/{contentType}/{documentId}': operationRequests(onDocument, {
    collection: 'findOne',
    missingStatus: 404,
    status: 200,
  }),
  'PUT /api/{contentType}/{documentId}': operationRequests(onDocument, {
    collection: 'update',
    missingStatus: 404,
    status: 200,
    body: data,
  }),
  'DELETE /api/{contentType}/{documentId}': operationRequests(onDocument, {
    collection: 'delete',
    missingStatus: 404,
    status: 204,
  }),
  'POST /api/{contentType}/actions/bulk': bulk,
  'POST /api/{contentType}/{documentId}/actions/{action}': (kind) => transitions.map(transitionRequest(kind, false)),
  'POST /api/{contentType}/actions/{action}': (kind) => transitions.map(transitionRequest(kind, true)),
  'GET /api/{contentType}/{documentId}/versions': ofVersions(false, '/versions'),
  'GET /api/{contentType}/{documentId}/versions/compare': ofVersions(false, '/versions/compare?from=1'),
  'GET /api/{contentType}/{documentId}/versions/{number}': ofVersions(false, '/versions/1'),
  'PUT /api/{contentType}/{documentId}/versions/{number}': ofVersions(false, '/versions/1', naming),
  'POST /api/{contentType}/{documentId}/versions/{number}/restore': ofVersions(false, '/versions/1/restore', {
    writes: true,
  }),
  'GET /api/{contentType}/versions': ofVersions(true, '/versions'),
  'GET /api/{contentType}/versions/compare': ofVersions(true, '/versions/compare?from=draft'),
  'GET /api/{contentType}/versions/{number}': ofVersions(true, absentVersion, { status: 404 }),
  'PUT /api/{contentType}/versions/{number}': ofVersions(true, absentVersion, { ...naming, status: 404 }),
  'POST /api/{contentType}/versions/{number}/restore': ofVersions(true, `${absentVersion}/restore`, {
    ...{ writes: true, status: 404 },
  }),
  'GET /api/{contentType}/{documentId}/schedule': ofSchedule(false),
  'PUT /api/{contentType}/{documentId}/schedule': ofSchedule(false, planning),
  'DELETE /api/{contentType}/{documentId}/schedule': ofSchedule(false, { body: () => ({ data: null }), status: 400 }),
  'GET /api/{contentType}/schedule': ofSchedule(true),
  'PUT /api/{contentType}/schedule': ofSchedule(true, planning),
  'DELETE /api/{contentType}/schedule': ofSchedule(true, { body: () => ({ data: null }), status: 400 }),
  'GET /api/{contentType}/{documentId}/comments': ofComments(false, '', { reads: true }),
  'POST /api/{contentType}/{documentId}/comments': ofComments(false, '', { ...commenting, status: 201 }),
  'PUT /api/{contentType}/{documentId}/comments/{commentId}': ofComments(false, '/x', { ...commenting, status: 404 }),
  'DELETE /api/{contentType}/{documentId}/comments/{commentId}': ofComments(false, '/x', { status: 404 }),
  'GET /api/{contentType}/comments': ofComments(true, '', { reads: true }),
  'POST /api/{contentType}/comments': ofComments(true, '', { ...commenting, status: 201 }),
  'PUT /api/{contentType}/comments/{commentId}': ofComments(true, '/x', { ...commenting, status: 404 }),
  'DELETE /api/{contentType}/comments/{commentId}': ofComments(true, '/x', { status: 404 }),
  'GET /api/{contentType}/{documentId}/stages': ofReview(false, '/stages', 'update'),
  'PUT /api/{contentType}/{documentId}/stage': ofReview(false, '/stage', 'review', moving),
  'PUT /api/{contentType}/{documentId}/assignee': ofReview(false, '/assignee', 'update', assigning),
  'GET /api/{contentType}/stages': ofReview(true, '/stages', 'update'),
  'PUT /api/{contentType}/stage': ofReview(true, '/stage', 'review', moving),
  'PUT /api/{contentType}/assignee': ofReview(true, '/assignee', 'update', assigning),
};

const locales = '/api/i18n/locales';
const locale = ({ localeId }: PreparedIds): string => `${locales}/${localeId}`;
const ofLocales = (action: string): Pick<MatrixRequest, 'name' | 'needs' | 'status'> => ({
  name: action,
  needs: `plugin::i18n.locale.${action}`,
  status: 200,
});

const tokens = '/admin/api-tokens';
const token = ({ tokenId }: PreparedIds): string => `${tokens}/${tokenId}`;
const administers =
  (uid: string, action = 'manage') =>
  (name: string) =>
    ({ name, needs: `${uid}.${action}`, owners: true, status: 200 }) as const;
const ofTokens = administers('admin::api-tokens');
const ofWebhooks = administers('admin::webhooks');
const ofAudit = administers('admin::audit', 'read');

const webhooks = '/admin/webhooks';
const webhook = ({ webhookId }: PreparedIds): string => `${webhooks}/${webhookId}`;

const plugin = '/api/users-permissions';
const role = ({ roleId }: PreparedIds): string => `${plugin}/roles/${roleId}`;
const ofRoles = (action: string): Pick<MatrixRequest, 'name' | 'needs' | 'status'> => ({
  name: action,
  needs: `plugin::users-permissions.role.${action}`,
  status: 200,
});

/** Requests with an empty body: a caller with the permission gets 400, so that no password is hashed. */
const ofAuth = (action: string, path: string): readonly MatrixRequest[] => [
  {
    ...{ name: action, needs: `plugin::users-permissions.auth.${action}`, status: 400 },
    url: () => `/api/auth/${path}`,
    body: () => ({}),
  },
];

const scimUser = ({ userId }: PreparedIds): string => `/scim/v2/Users/${userId}`;
const ofScim = (name: string, url: MatrixRequest['url']): readonly MatrixRequest[] => [
  { name: `${name} by SCIM`, needs: undefined, status: 401, url },
];

const users = '/api/users';
const user = ({ userId }: PreparedIds): string => `${users}/${userId}`;
const ofUsers = (action: string, status = 200): Pick<MatrixRequest, 'name' | 'needs' | 'status'> => ({
  name: action,
  needs: `plugin::users-permissions.user.${action}`,
  status,
});

const upload = '/api/upload';
const file = ({ fileId }: PreparedIds): string => `${upload}/files/${fileId}`;
const ofFiles = (action: string, status = 200): Pick<MatrixRequest, 'name' | 'needs' | 'status'> => ({
  name: action,
  needs: `plugin::upload.content-api.${action}`,
  status,
});

const folders = `${upload}/folders`;
const folder = ({ folderId }: PreparedIds): string => `${folders}/${folderId}`;

const typeBuilder = '/api/content-type-builder';
const ofTypeBuilder = (kind: 'content-types' | 'components', action: string, uid = ''): readonly MatrixRequest[] => [
  {
    ...{ name: action, needs: `plugin::content-type-builder.${kind}.${action}`, status: uid === 'absent' ? 404 : 200 },
    url: () => `${typeBuilder}/${kind}${uid === '' ? '' : `/${uid}`}`,
  },
];

const ofPresence: readonly MatrixRequest[] = [
  {
    ...{ name: 'presence', needs: undefined, editors: true, status: 400 },
    ...{ url: () => '/api/editor/presence', body: () => ({}) },
  },
];

/** Of a type that does not exist; tests/history/trash has what callers need for one that does. */
const ofTrash = (url: string): readonly MatrixRequest[] => [
  { name: 'trash', needs: undefined, anyones: true, owners: true, status: 404, url: () => url },
];
const removed = '/api/trash/api::none.none/absent';

const releases = '/api/content-releases';
/** Whoever may publish documents of some type may use releases. */
const ofReleases = (status: number, rest = '', body?: unknown): readonly MatrixRequest[] => [
  {
    ...{ name: 'releases', needs: 'api::post.post.publish', status, url: () => `${releases}${rest}` },
    ...(body === undefined ? {} : { body: () => body }),
  },
];

const listViews = '/api/editor/list-views';
const ofListViews = (status: number, url: string, body?: object): readonly MatrixRequest[] => [
  {
    ...{ name: 'saved lists', needs: undefined, editors: true, status, url: () => url },
    ...(body === undefined ? {} : { body: () => body }),
  },
];

/** The requests to routes that are not of content types, by method and path. */
export const fixedRules: Readonly<Record<string, readonly MatrixRequest[]>> = {
  'GET /_health': [{ name: 'health', needs: undefined, status: 200, url: () => '/_health' }],
  'GET /_ready': [{ name: 'readiness', needs: undefined, status: 200, url: () => '/_ready' }],
  'GET /openapi.json': [
    { name: 'description', needs: undefined, anyones: true, status: 200, url: () => '/openapi.json' },
  ],
  'GET /docs': [{ name: 'page', needs: undefined, status: 200, url: () => '/docs' }],
  'GET /docs/{file}': [{ name: 'file of the page', needs: undefined, status: 200, url: () => '/docs/start.js' }],
  'GET /api/sync': [{ name: 'sync', needs: 'api::tag.tag.find', status: 200, url: () => '/api/sync?types=tags' }],
  'GET /api/live': [
    { name: 'live', needs: undefined, anyones: true, status: 200, url: () => '/api/live?tags=api::tag.tag' },
  ],
  'GET /api/search': [
    { name: 'search', needs: 'api::tag.tag.find', status: 200, url: () => '/api/search?q=x&types=tags' },
  ],
  'GET /api/content-type-builder/content-types': ofTypeBuilder('content-types', 'getContentTypes'),
  'GET /api/content-type-builder/content-types/{uid}': ofTypeBuilder('content-types', 'getContentType', 'api::tag.tag'),
  'GET /api/content-type-builder/components': ofTypeBuilder('components', 'getComponents'),
  // The site has no components.
  'GET /api/content-type-builder/components/{uid}': ofTypeBuilder('components', 'getComponent', 'absent'),
  'GET /api/editor': [{ name: 'editor', needs: undefined, editors: true, status: 200, url: () => '/api/editor' }],
  'GET /api/editor/activity': [
    { name: 'activity', needs: undefined, editors: true, status: 200, url: () => '/api/editor/activity' },
  ],
  'GET /api/editor/views': [
    { name: 'views', needs: undefined, editors: true, status: 200, url: () => '/api/editor/views' },
  ],
  'GET /api/editor/comments': [
    {
      ...{ name: 'mentions', needs: undefined, editors: true, status: 200 },
      url: () => '/api/editor/comments?mentioned=me',
    },
  ],
  // Without a document, a user gets 400.
  'GET /api/editor/people': [
    { name: 'people', needs: undefined, editors: true, status: 400, url: () => '/api/editor/people' },
  ],
  'PUT /api/editor/presence': ofPresence,
  'DELETE /api/editor/presence': ofPresence,
  // Without a type, a user gets 400; there is no list.
  'GET /api/editor/list-views': ofListViews(400, listViews),
  'POST /api/editor/list-views': ofListViews(400, listViews, {}),
  'PUT /api/editor/list-views/{id}': ofListViews(404, `${listViews}/absent`, { data: {} }),
  'DELETE /api/editor/list-views/{id}': ofListViews(404, `${listViews}/absent`),
  'GET /api/trash': ofTrash('/api/trash?type=api::none.none'),
  'DELETE /api/trash': ofTrash('/api/trash?type=api::none.none'),
  'GET /api/trash/{uid}/{documentId}': ofTrash(removed),
  'POST /api/trash/{uid}/{documentId}/restore': ofTrash(`${removed}/restore`),
  'DELETE /api/trash/{uid}/{documentId}': ofTrash(removed),
  'GET /api/content-releases': ofReleases(200),
  'POST /api/content-releases': [
    {
      ...{ name: 'releases', needs: 'api::post.post.publish', also: ['plugin::content-releases.create'], status: 201 },
      ...{ url: () => releases, body: () => ({ name: 'asked' }) },
    },
  ],
  'GET /api/content-releases/mapEntriesToReleases': ofReleases(
    ...([200, '/mapEntriesToReleases?contentTypeUid=api::post.post&documentIds=absent'] as const),
  ),
  'GET /api/content-releases/getByDocumentAttached': ofReleases(400, '/getByDocumentAttached'),
  'GET /api/content-releases/{id}': ofReleases(404, '/999999'),
  'PUT /api/content-releases/{id}': ofReleases(404, '/999999', { name: 'asked' }),
  'DELETE /api/content-releases/{id}': ofReleases(404, '/999999'),
  'POST /api/content-releases/{id}/publish': ofReleases(404, '/999999/publish'),
  'GET /api/content-releases/{id}/actions': ofReleases(404, '/999999/actions'),
  'POST /api/content-releases/{id}/actions': ofReleases(404, '/999999/actions', {}),
  'POST /api/content-releases/{id}/actions/bulk': ofReleases(404, '/999999/actions/bulk', [{}]),
  'PUT /api/content-releases/{id}/actions/{actionId}': ofReleases(404, '/999999/actions/1', { type: 'publish' }),
  'DELETE /api/content-releases/{id}/actions/{actionId}': ofReleases(404, '/999999/actions/1'),
  'GET /api/i18n/locales': [{ ...ofLocales('find'), url: () => locales }],
  'POST /api/i18n/locales': [
    { ...ofLocales('create'), url: () => locales, body: ({ newCode }) => ({ code: newCode }) },
  ],
  'PUT /api/i18n/locales/{id}': [{ ...ofLocales('update'), url: locale, body: () => ({ name: 'asked' }) }],
  'DELETE /api/i18n/locales/{id}': [{ ...ofLocales('delete'), url: locale }],
  'GET /admin/api-tokens': [{ ...ofTokens('find'), url: () => tokens }],
  'POST /admin/api-tokens': [
    { ...ofTokens('create'), status: 201, url: () => tokens, body: ({ newCode }) => ({ name: newCode }) },
  ],
  'GET /admin/api-tokens/{id}': [{ ...ofTokens('findOne'), url: token }],
  'PUT /admin/api-tokens/{id}': [{ ...ofTokens('update'), url: token, body: () => ({ description: 'asked' }) }],
  'DELETE /admin/api-tokens/{id}': [{ ...ofTokens('delete'), url: token }],
  'POST /admin/api-tokens/{id}/regenerate': [
    { ...ofTokens('regenerate'), status: 201, url: (ids) => `${token(ids)}/regenerate` },
  ],
  'GET /admin/webhooks': [{ ...ofWebhooks('find'), url: () => webhooks }],
  'POST /admin/webhooks': [
    {
      ...{ ...ofWebhooks('create'), status: 201, url: () => webhooks },
      body: () => ({ name: 'asked', url: 'https://example.org', events: ['entry.create'] }),
    },
  ],
  'GET /admin/webhooks/{id}': [{ ...ofWebhooks('findOne'), url: webhook }],
  'PUT /admin/webhooks/{id}': [{ ...ofWebhooks('update'), url: webhook, body: () => ({ name: 'asked' }) }],
  'DELETE /admin/webhooks/{id}': [{ ...ofWebhooks('delete'), url: webhook }],
  'GET /admin/webhooks/{id}/deliveries': [{ ...ofWebhooks('deliveries'), url: (ids) => `${webhook(ids)}/deliveries` }],
  'POST /admin/webhooks/{id}/trigger': [{ ...ofWebhooks('trigger'), url: (ids) => `${webhook(ids)}/trigger` }],
  'POST /admin/webhooks/{id}/replay': [{ ...ofWebhooks('replay'), url: (ids) => `${webhook(ids)}/replay` }],
  'GET /admin/providers': [
    { name: 'providers', needs: undefined, anyones: true, status: 200, url: () => '/admin/providers' },
  ],
  // The site has no provider.
  'GET /admin/connect/{provider}': [absent(404, () => '/admin/connect/okta')],
  'POST /admin/connect/{provider}': [absent(404, () => '/admin/connect/okta')],
  'DELETE /admin/connect/{provider}': [absent(404, () => '/admin/connect/okta')],
  'GET /admin/connect/{provider}/logout': [absent(404, () => '/admin/connect/okta/logout')],
  'POST /admin/connect/{provider}/logout': [absent(404, () => '/admin/connect/okta/logout')],
  // The site has no provider.
  'GET /api/connect/{provider}': [
    {
      ...{ name: 'connect', needs: 'plugin::users-permissions.auth.connect', status: 400 },
      url: () => '/api/connect/github',
    },
  ],
  'GET /api/connect/{provider}/callback': [
    {
      ...{ name: 'return', needs: 'plugin::users-permissions.auth.connect', status: 400 },
      url: () => '/api/connect/github/callback',
    },
  ],
  'POST /api/connect/{provider}/callback': [
    {
      ...{ name: 'return by a form', needs: 'plugin::users-permissions.auth.connect', status: 400 },
      url: () => '/api/connect/github/callback',
    },
  ],
  'GET /api/auth/{provider}/callback': [
    {
      ...{ name: 'callback', needs: 'plugin::users-permissions.auth.callback', status: 400 },
      url: () => '/api/auth/github/callback',
    },
  ],
  'GET /admin/audit': [{ ...ofAudit('find'), url: () => '/admin/audit' }],
  'GET /api/users-permissions/roles': [{ ...ofRoles('find'), url: () => `${plugin}/roles` }],
  'POST /api/users-permissions/roles': [
    {
      ...ofRoles('createRole'),
      url: () => `${plugin}/roles`,
      body: ({ newCode }) => ({ name: newCode, description: '', permissions: {} }),
    },
  ],
  'GET /api/users-permissions/roles/{id}': [{ ...ofRoles('findOne'), url: role }],
  'PUT /api/users-permissions/roles/{id}': [
    { ...ofRoles('updateRole'), url: role, body: () => ({ description: 'asked' }) },
  ],
  'DELETE /api/users-permissions/roles/{id}': [{ ...ofRoles('deleteRole'), url: role }],
  'GET /api/users-permissions/permissions': [
    {
      ...{ name: 'getPermissions', needs: 'plugin::users-permissions.permissions.getPermissions', status: 200 },
      url: () => `${plugin}/permissions`,
    },
  ],
  // Only its own token reaches SCIM.
  'GET /scim/v2/{resource}': ofScim('list', () => '/scim/v2/Users'),
  'POST /scim/v2/{resource}': ofScim('create', () => '/scim/v2/Users'),
  'GET /scim/v2/{resource}/{id}': ofScim('read', scimUser),
  'PUT /scim/v2/{resource}/{id}': ofScim('replace', scimUser),
  'PATCH /scim/v2/{resource}/{id}': ofScim('patch', scimUser),
  'DELETE /scim/v2/{resource}/{id}': ofScim('delete', scimUser),
  'POST /api/auth/local': ofAuth('callback', 'local'),
  'POST /api/auth/local/register': ofAuth('register', 'local/register'),
  'POST /api/auth/change-password': ofAuth('changePassword', 'change-password'),
  'POST /api/auth/forgot-password': ofAuth('forgotPassword', 'forgot-password'),
  'POST /api/auth/reset-password': ofAuth('resetPassword', 'reset-password'),
  'GET /api/auth/email-confirmation': [
    {
      ...{ name: 'emailConfirmation', needs: 'plugin::users-permissions.auth.emailConfirmation', status: 400 },
      url: () => '/api/auth/email-confirmation',
    },
  ],
  'POST /api/auth/send-email-confirmation': ofAuth('sendEmailConfirmation', 'send-email-confirmation'),
  'POST /api/auth/refresh': ofAuth('refresh', 'refresh'),
  'POST /api/auth/logout': [
    {
      ...{ name: 'logout', needs: 'plugin::users-permissions.auth.logout', status: 200, ofUsers: true },
      url: () => '/api/auth/logout',
    },
  ],
  'GET /api/auth/sessions': [
    {
      ...{ name: 'getSessions', needs: 'plugin::users-permissions.auth.getSessions', status: 200, ofUsers: true },
      url: () => '/api/auth/sessions',
    },
  ],
  'DELETE /api/auth/sessions/{sessionId}': [
    {
      ...{ name: 'revokeSession', needs: 'plugin::users-permissions.auth.revokeSession', status: 404, ofUsers: true },
      url: () => '/api/auth/sessions/nowhere',
    },
  ],
  'POST /api/auth/factors/{step}': [
    {
      ...{ name: 'factors', needs: undefined, anyones: true, status: 404 },
      url: () => '/api/auth/factors/absent',
    },
  ],
  'GET /api/users': [{ ...ofUsers('find'), url: () => users }],
  'POST /api/users': [{ ...ofUsers('create', 400), url: () => users, body: () => ({}) }],
  'GET /api/users/count': [{ ...ofUsers('count'), url: () => `${users}/count` }],
  'GET /api/users/me': [{ ...ofUsers('me'), ofUsers: true, url: () => `${users}/me` }],
  'GET /api/users/{id}': [{ ...ofUsers('findOne'), url: user }],
  'PUT /api/users/{id}': [{ ...ofUsers('update'), url: user, body: ({ newCode }) => ({ username: newCode }) }],
  'POST /api/users/{id}/password-link': [
    { ...ofUsers('createPasswordLink'), url: (ids) => `${user(ids)}/password-link` },
  ],
  'DELETE /api/users/{id}': [{ ...ofUsers('destroy'), url: user }],
  // Without files, a caller with the permission gets 400.
  'POST /api/upload': [{ ...ofFiles('upload', 400), url: () => upload, body: () => ({}) }],
  // The site has no bucket.
  'POST /api/upload/presign': [{ ...ofFiles('upload', 404), url: () => `${upload}/presign`, body: () => ({}) }],
  'POST /api/upload/complete': [{ ...ofFiles('upload', 404), url: () => `${upload}/complete`, body: () => ({}) }],
  'GET /api/upload/files': [{ ...ofFiles('find'), url: () => `${upload}/files` }],
  'GET /api/upload/files/page': [{ ...ofFiles('find'), url: () => `${upload}/files/page` }],
  'GET /api/upload/files/{id}': [{ ...ofFiles('findOne'), url: file }],
  'DELETE /api/upload/files/{id}': [{ ...ofFiles('destroy'), url: file }],
  'GET /api/upload/files/{id}/usage': [{ ...ofFiles('findOne'), url: (ids) => `${file(ids)}/usage` }],
  'POST /api/upload/files/move': [
    // A caller who may not find files can only move their own.
    { ...ofFiles('upload', 400), url: () => `${upload}/files/move`, body: () => ({}) },
  ],
  'GET /api/upload/folders': [{ ...ofFiles('find'), url: () => folders }],
  'POST /api/upload/folders': [
    { ...ofFiles('changeFolders', 201), url: () => folders, body: ({ newCode }) => ({ data: { name: newCode } }) },
  ],
  'PUT /api/upload/folders/{documentId}': [
    { ...ofFiles('changeFolders'), url: folder, body: ({ newCode }) => ({ data: { name: newCode } }) },
  ],
  'DELETE /api/upload/folders/{documentId}': [{ ...ofFiles('changeFolders', 204), url: folder }],
};
