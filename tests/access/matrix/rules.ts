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
  /** Callers without an API token get 401. */
  readonly ofTokens?: true;
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
  readonly missingStatus?: 404 | 405;
  readonly body?: MatrixRequest['body'];
}

/** One request to the path of the type, or of a document. */
const operation =
  (
    url: (kind: Kind) => MatrixRequest['url'],
    status: number,
    { collection: many, single, missingStatus = 404, body }: OperationRule,
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
  'GET /api/{contentType}': operation(onType(), 200, { collection: 'find', single: 'find' }),
  'POST /api/{contentType}': operation(onType(), 201, { collection: 'create', missingStatus: 405, body: data }),
  'PUT /api/{contentType}': operation(onType(), 200, { single: 'update', missingStatus: 405, body: data }),
  'DELETE /api/{contentType}': operation(onType(), 204, { single: 'delete', missingStatus: 405 }),
  'GET /api/{contentType}/uid': operation(onType('/uid?title=asked'), 200, { collection: 'create' }),
  'GET /api/{contentType}/{documentId}': operation(onDocument, 200, { collection: 'findOne' }),
  'PUT /api/{contentType}/{documentId}': operation(onDocument, 200, { collection: 'update', body: data }),
  'DELETE /api/{contentType}/{documentId}': operation(onDocument, 204, { collection: 'delete' }),
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

/** A request to a route outside of content types; without more, everyone may send it and gets 200. */
interface FixedRule extends Partial<Omit<MatrixRequest, 'name' | 'url'>> {
  /** What stands for the variable of the path: the name of a prepared id, or a text. */
  readonly at?: string;
  readonly query?: string;
}

const idNames: readonly string[] = ['localeId', 'tokenId', 'webhookId', 'roleId', 'userId', 'fileId', 'folderId'];

const fixedRequest = (route: string, { at = '', query = '', ...rule }: FixedRule): MatrixRequest => {
  const [, path = ''] = route.split(' ');
  const value = (ids: PreparedIds) => (idNames.includes(at) ? ids[at as keyof PreparedIds] : at);
  const url = (ids: PreparedIds) => path.replace(/\{\w+\}/g, () => String(value(ids))) + query;
  return { name: rule.needs ?? 'no permission', needs: undefined, status: 200, ...rule, url };
};

const body = (content: unknown): Pick<MatrixRequest, 'body'> => ({ body: () => content });
const everyone: FixedRule = { anyones: true };
const ofEditors = (status = 200): FixedRule => ({ editors: true, status });
const administers =
  (uid: string, at?: string) =>
  (more: FixedRule = {}): FixedRule => ({
    ...{ needs: `admin::${uid}`, owners: true, ...(at === undefined ? {} : { at }) },
    ...more,
  });
const permits =
  (uid: string) =>
  (action: string, more: FixedRule = {}): FixedRule => ({ needs: `plugin::${uid}.${action}`, ...more });

const tokens = administers('api-tokens.manage', 'tokenId');
const webhooks = administers('webhooks.manage', 'webhookId');
const locales = permits('i18n.locale');
const roles = permits('users-permissions.role');
const users = permits('users-permissions.user');
const auth = permits('users-permissions.auth');
const files = permits('upload.content-api');
const typeBuilder = permits('content-type-builder');
/** Requests with an empty body: a caller with the permission gets 400, so that no password is hashed. */
const unfit = { ...body({}), status: 400 };
/** Of a type that does not exist; tests/history/trash has what callers need for one that does. */
const trash: FixedRule = { anyones: true, owners: true, status: 404, query: '?type=api::none.none' };
const removed: FixedRule = { ...trash, at: 'api::none.none', query: '' };
/** Whoever may publish documents of some type may use releases. */
const releases = (status = 404, more: FixedRule = {}): FixedRule => ({
  ...{ needs: 'api::post.post.publish', at: '999999', status },
  ...more,
});
const absentProvider: FixedRule = { at: 'okta', status: 404 };
/** The site has no provider. */
const ofProvider = (action: string): FixedRule => auth(action, { at: 'github', status: 400 });
/** Only its own token reaches SCIM. */
const scim: FixedRule = { at: 'Users', status: 401 };

const fixed: Readonly<Record<string, FixedRule>> = {
  'GET /_health': {},
  'GET /_ready': {},
  'GET /openapi.json': everyone,
  'GET /docs': {},
  // Each of its fields is refused by itself: the matrix sends them where the routes of REST are.
  'GET /graphql': { status: 400, anyones: true },
  'POST /graphql': { status: 400, anyones: true },
  // The message has no id, so the protocol refuses it.
  'POST /mcp': { ...everyone, ...unfit, ofTokens: true },
  // The site has no address of the editor, so no agent signs in.
  'GET /.well-known/oauth-protected-resource/mcp': { status: 404 },
  'GET /.well-known/oauth-protected-resource': { status: 404 },
  'GET /.well-known/oauth-authorization-server': { status: 404 },
  'POST /oauth/register': { status: 404 },
  'POST /oauth/token': { status: 404 },
  'GET /api/agents/authorization': ofEditors(404),
  'POST /api/agents/authorization': { ...ofEditors(404), ...body({ request: 'client_id=x' }) },
  'GET /docs/{file}': { at: 'start.js' },
  'GET /api/sync': { needs: 'api::tag.tag.find', query: '?types=tags' },
  'GET /api/live': { ...everyone, query: '?tags=api::tag.tag' },
  'GET /api/search': { needs: 'api::tag.tag.find', query: '?q=x&types=tags' },
  'GET /api/content-type-builder/content-types': typeBuilder('content-types.getContentTypes'),
  'GET /api/content-type-builder/content-types/{uid}': typeBuilder('content-types.getContentType', {
    at: 'api::tag.tag',
  }),
  'GET /api/content-type-builder/components': typeBuilder('components.getComponents'),
  // The site has no components.
  'GET /api/content-type-builder/components/{uid}': typeBuilder('components.getComponent', {
    ...{ at: 'absent', status: 404 },
  }),
  'GET /api/editor': ofEditors(),
  'GET /api/editor/activity': ofEditors(),
  'GET /api/editor/views': ofEditors(),
  'GET /api/editor/comments': { ...ofEditors(), query: '?mentioned=me' },
  'GET /api/editor/notices': ofEditors(),
  // Without a document, a user gets 400.
  'GET /api/editor/people': ofEditors(400),
  'PUT /api/editor/presence': { ...ofEditors(), ...unfit },
  'DELETE /api/editor/presence': { ...ofEditors(), ...unfit },
  // Without a type, a user gets 400; there is no list.
  'GET /api/editor/list-views': ofEditors(400),
  'POST /api/editor/list-views': { ...ofEditors(), ...unfit },
  'PUT /api/editor/list-views/{id}': { ...ofEditors(404), at: 'absent', ...body({ data: {} }) },
  'DELETE /api/editor/list-views/{id}': { ...ofEditors(404), at: 'absent' },
  'GET /api/editor/bulk/jobs': ofEditors(),
  // There is no job.
  'POST /api/editor/bulk/jobs': { ...ofEditors(), ...unfit },
  'GET /api/editor/bulk/jobs/{id}': { ...ofEditors(404), at: 'absent' },
  'DELETE /api/editor/bulk/jobs/{id}': { ...ofEditors(404), at: 'absent' },
  'POST /api/editor/bulk/jobs/{id}/cancel': { ...ofEditors(404), at: 'absent' },
  'POST /api/editor/bulk/jobs/{id}/undo': { ...ofEditors(404), at: 'absent' },
  'GET /api/trash': trash,
  'DELETE /api/trash': trash,
  'GET /api/trash/{uid}/{documentId}': removed,
  'POST /api/trash/{uid}/{documentId}/restore': removed,
  'DELETE /api/trash/{uid}/{documentId}': removed,
  'GET /api/content-releases': releases(200),
  'POST /api/content-releases': releases(201, {
    also: ['plugin::content-releases.create'],
    ...body({ name: 'asked' }),
  }),
  'GET /api/content-releases/mapEntriesToReleases': releases(200, {
    query: '?contentTypeUid=api::post.post&documentIds=absent',
  }),
  'GET /api/content-releases/getByDocumentAttached': releases(400),
  'GET /api/content-releases/{id}': releases(),
  'PUT /api/content-releases/{id}': releases(404, body({ name: 'asked' })),
  'DELETE /api/content-releases/{id}': releases(),
  'POST /api/content-releases/{id}/publish': releases(),
  'POST /api/content-releases/{id}/discard': releases(),
  'GET /api/content-releases/{id}/actions': releases(),
  'GET /api/content-releases/{id}/linked-drafts': releases(),
  'POST /api/content-releases/{id}/actions': releases(
    404,
    body({ type: 'publish', contentType: 'api::post.post', entryDocumentId: 'none' }),
  ),
  'POST /api/content-releases/{id}/actions/bulk': releases(404, body([{}])),
  'PUT /api/content-releases/{id}/actions/{actionId}': releases(404, body({ type: 'publish' })),
  'DELETE /api/content-releases/{id}/actions/{actionId}': releases(),
  'GET /api/i18n/locales': locales('find'),
  'POST /api/i18n/locales': locales('create', { body: ({ newCode }) => ({ code: newCode }) }),
  'PUT /api/i18n/locales/{id}': locales('update', { at: 'localeId', ...body({ name: 'asked' }) }),
  'DELETE /api/i18n/locales/{id}': locales('delete', { at: 'localeId' }),
  'GET /admin/api-tokens': tokens(),
  'POST /admin/api-tokens': tokens({ status: 201, body: ({ newCode }) => ({ name: newCode }) }),
  'GET /admin/api-tokens/{id}': tokens(),
  'PUT /admin/api-tokens/{id}': tokens(body({ description: 'asked' })),
  'DELETE /admin/api-tokens/{id}': tokens(),
  'POST /admin/api-tokens/{id}/regenerate': tokens({ status: 201 }),
  'GET /admin/webhooks': webhooks(),
  'POST /admin/webhooks': webhooks({
    ...{ status: 201, ...body({ name: 'asked', url: 'https://example.org', events: ['entry.create'] }) },
  }),
  'GET /admin/webhooks/{id}': webhooks(),
  'PUT /admin/webhooks/{id}': webhooks(body({ name: 'asked' })),
  'DELETE /admin/webhooks/{id}': webhooks(),
  'GET /admin/webhooks/{id}/deliveries': webhooks(),
  'POST /admin/webhooks/{id}/trigger': webhooks(),
  'POST /admin/webhooks/{id}/replay': webhooks(),
  'GET /admin/providers': everyone,
  'GET /admin/connect/{provider}': absentProvider,
  'POST /admin/connect/{provider}': absentProvider,
  'DELETE /admin/connect/{provider}': absentProvider,
  'GET /admin/connect/{provider}/logout': absentProvider,
  'POST /admin/connect/{provider}/logout': absentProvider,
  'GET /api/connect/{provider}': ofProvider('connect'),
  'GET /api/connect/{provider}/callback': ofProvider('connect'),
  'POST /api/connect/{provider}/callback': ofProvider('connect'),
  'GET /api/auth/{provider}/callback': ofProvider('callback'),
  'GET /admin/audit': administers('audit.read')(),
  'GET /api/users-permissions/roles': roles('find'),
  'POST /api/users-permissions/roles': roles('createRole', {
    body: ({ newCode }) => ({ name: newCode, description: '', permissions: {} }),
  }),
  'GET /api/users-permissions/roles/{id}': roles('findOne', { at: 'roleId' }),
  'PUT /api/users-permissions/roles/{id}': roles('updateRole', { at: 'roleId', ...body({ description: 'asked' }) }),
  'DELETE /api/users-permissions/roles/{id}': roles('deleteRole', { at: 'roleId' }),
  'GET /api/users-permissions/permissions': permits('users-permissions.permissions')('getPermissions'),
  'GET /scim/v2/{resource}': scim,
  'POST /scim/v2/{resource}': scim,
  'GET /scim/v2/{resource}/{id}': scim,
  'PUT /scim/v2/{resource}/{id}': scim,
  'PATCH /scim/v2/{resource}/{id}': scim,
  'DELETE /scim/v2/{resource}/{id}': scim,
  'POST /api/auth/local': auth('callback', unfit),
  'POST /api/auth/local/register': auth('register', unfit),
  'POST /api/auth/change-password': auth('changePassword', unfit),
  'POST /api/auth/forgot-password': auth('forgotPassword', unfit),
  'POST /api/auth/reset-password': auth('resetPassword', unfit),
  'GET /api/auth/email-confirmation': auth('emailConfirmation', { status: 400 }),
  'POST /api/auth/send-email-confirmation': auth('sendEmailConfirmation', unfit),
  'POST /api/auth/refresh': auth('refresh', unfit),
  'POST /api/auth/logout': auth('logout', { ofUsers: true }),
  'GET /api/auth/sessions': auth('getSessions', { ofUsers: true }),
  'DELETE /api/auth/sessions/{sessionId}': auth('revokeSession', { ofUsers: true, at: 'nowhere', status: 404 }),
  'POST /api/auth/factors/{step}': { ...everyone, at: 'absent', status: 404 },
  'GET /api/users': users('find'),
  'POST /api/users': users('create', unfit),
  'GET /api/users/count': users('count'),
  'GET /api/users/me': users('me', { ofUsers: true }),
  'GET /api/users/{id}': users('findOne', { at: 'userId' }),
  'PUT /api/users/{id}': users('update', { at: 'userId', body: ({ newCode }) => ({ username: newCode }) }),
  'POST /api/users/{id}/password-link': users('createPasswordLink', { at: 'userId' }),
  'DELETE /api/users/{id}': users('destroy', { at: 'userId' }),
  // Without files, a caller with the permission gets 400.
  'POST /api/upload': files('upload', unfit),
  // The site has no bucket.
  'POST /api/upload/presign': files('upload', { ...unfit, status: 404 }),
  'POST /api/upload/complete': files('upload', { ...unfit, status: 404 }),
  'GET /api/upload/files': files('find'),
  'GET /api/upload/files/page': files('find'),
  'GET /api/upload/files/{id}': files('findOne', { at: 'fileId' }),
  'DELETE /api/upload/files/{id}': files('destroy', { at: 'fileId' }),
  'GET /api/upload/files/{id}/usage': files('findOne', { at: 'fileId' }),
  // A caller who may not find files can only move their own.
  'POST /api/upload/files/move': files('upload', unfit),
  'GET /api/upload/folders': files('find'),
  'POST /api/upload/folders': files('changeFolders', {
    ...{ status: 201, body: ({ newCode }) => ({ data: { name: newCode } }) },
  }),
  'PUT /api/upload/folders/{documentId}': files('changeFolders', {
    ...{ at: 'folderId', body: ({ newCode }) => ({ data: { name: newCode } }) },
  }),
  'DELETE /api/upload/folders/{documentId}': files('changeFolders', { at: 'folderId', status: 204 }),
};

/** The requests to routes that are not of content types, by method and path. */
export const fixedRules: Readonly<Record<string, readonly MatrixRequest[]>> = Object.fromEntries(
  Object.entries(fixed).map(([route, rule]) => [route, [fixedRequest(route, rule)]]),
);
