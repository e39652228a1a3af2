// Which function answers where: the one table that the server and the deployment are made from.
// Past the folder's index on purpose: that brings along all that answers requests, and this is data.
import { parametersOf, segmentsOf, templateOf } from '../lib/api/http/paths.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Served {
  readonly method: Method;
  /** As API Gateway writes it; a single type's path is that of a collection. */
  readonly path: string;
  /** The Lambda function that answers: a file of this folder. */
  readonly name: string;
}

const one = '/api/{contentType}/{documentId}';
const type = '/api/{contentType}';
const action = '/actions/{action}';
const locales = '/api/i18n/locales';
const tokens = '/admin/api-tokens';
const webhooks = '/admin/webhooks';
const roles = '/api/users-permissions/roles';
const auth = '/api/auth';
const users = '/api/users';
const upload = '/api/upload';

/** Those of the owner alone: without an owner token there are none. */
export const isOwners = (path: string): boolean => path.startsWith('/admin/');

/** Those whose path names what they are about. */
export const fixed = [
  { method: 'GET', path: '/_health', name: 'health' },
  { method: 'GET', path: '/_ready', name: 'ready' },
  { method: 'GET', path: '/api/sync', name: 'sync' },
  { method: 'GET', path: '/openapi.json', name: 'openapi' },
  { method: 'GET', path: '/docs', name: 'docs' },
  { method: 'GET', path: '/docs/{file}', name: 'docs' },
  { method: 'GET', path: locales, name: 'findLocales' },
  { method: 'POST', path: locales, name: 'createLocale' },
  { method: 'PUT', path: `${locales}/{id}`, name: 'updateLocale' },
  { method: 'DELETE', path: `${locales}/{id}`, name: 'deleteLocale' },
  { method: 'GET', path: tokens, name: 'findTokens' },
  { method: 'POST', path: tokens, name: 'createToken' },
  { method: 'GET', path: `${tokens}/{id}`, name: 'findToken' },
  { method: 'PUT', path: `${tokens}/{id}`, name: 'updateToken' },
  { method: 'DELETE', path: `${tokens}/{id}`, name: 'deleteToken' },
  { method: 'POST', path: `${tokens}/{id}/regenerate`, name: 'regenerateToken' },
  { method: 'GET', path: webhooks, name: 'webhooks' },
  { method: 'POST', path: webhooks, name: 'webhooks' },
  { method: 'GET', path: `${webhooks}/{id}`, name: 'webhooks' },
  { method: 'PUT', path: `${webhooks}/{id}`, name: 'webhooks' },
  { method: 'DELETE', path: `${webhooks}/{id}`, name: 'webhooks' },
  { method: 'GET', path: `${webhooks}/{id}/deliveries`, name: 'webhooks' },
  { method: 'POST', path: `${webhooks}/{id}/replay`, name: 'webhooks' },
  { method: 'GET', path: roles, name: 'findRoles' },
  { method: 'POST', path: roles, name: 'createRole' },
  { method: 'GET', path: `${roles}/{id}`, name: 'findRole' },
  { method: 'PUT', path: `${roles}/{id}`, name: 'updateRole' },
  { method: 'DELETE', path: `${roles}/{id}`, name: 'deleteRole' },
  { method: 'GET', path: '/api/users-permissions/permissions', name: 'findPermissions' },
  { method: 'POST', path: `${auth}/local`, name: 'login' },
  { method: 'POST', path: `${auth}/local/register`, name: 'register' },
  { method: 'POST', path: `${auth}/change-password`, name: 'changePassword' },
  { method: 'POST', path: `${auth}/forgot-password`, name: 'forgotPassword' },
  { method: 'POST', path: `${auth}/reset-password`, name: 'resetPassword' },
  { method: 'GET', path: `${auth}/email-confirmation`, name: 'confirmEmail' },
  { method: 'POST', path: `${auth}/send-email-confirmation`, name: 'sendConfirmation' },
  { method: 'POST', path: `${auth}/refresh`, name: 'refresh' },
  { method: 'POST', path: `${auth}/logout`, name: 'logout' },
  { method: 'GET', path: users, name: 'findUsers' },
  { method: 'POST', path: users, name: 'createUser' },
  { method: 'GET', path: `${users}/count`, name: 'countUsers' },
  { method: 'GET', path: `${users}/me`, name: 'me' },
  { method: 'GET', path: `${users}/{id}`, name: 'findUser' },
  { method: 'PUT', path: `${users}/{id}`, name: 'updateUser' },
  { method: 'DELETE', path: `${users}/{id}`, name: 'deleteUser' },
  { method: 'POST', path: upload, name: 'upload' },
  { method: 'POST', path: `${upload}/presign`, name: 'presignUpload' },
  { method: 'POST', path: `${upload}/complete`, name: 'completeUpload' },
  { method: 'GET', path: `${upload}/files`, name: 'findFiles' },
  { method: 'GET', path: `${upload}/files/{id}`, name: 'findFile' },
  { method: 'DELETE', path: `${upload}/files/{id}`, name: 'deleteFile' },
] as const satisfies readonly Served[];

/** Those of all content types. */
export const ofTypes = [
  { method: 'GET', path: type, name: 'find' },
  { method: 'POST', path: type, name: 'create' },
  { method: 'PUT', path: type, name: 'update' },
  { method: 'DELETE', path: type, name: 'delete' },
  { method: 'GET', path: `${type}/uid`, name: 'uid' },
  { method: 'GET', path: one, name: 'findOne' },
  { method: 'PUT', path: one, name: 'update' },
  { method: 'DELETE', path: one, name: 'delete' },
  { method: 'POST', path: `${type}/actions/bulk`, name: 'bulk' },
  { method: 'POST', path: `${one}${action}`, name: 'transition' },
  { method: 'POST', path: `${type}${action}`, name: 'transition' },
] as const satisfies readonly Served[];

/** The methods and paths of a function whose operations differ by them: `GET /admin/webhooks`. */
export type RouteOf<Name extends string> = (typeof fixed)[number] extends infer Route
  ? Route extends {
      readonly method: infer M extends string;
      readonly path: infer P extends string;
      readonly name: Name;
    }
    ? `${M} ${P}`
    : never
  : never;

export type FunctionName = (typeof fixed | typeof ofTypes)[number]['name'] | 'unrouted';

const isServed = ({ method, path }: Served): boolean =>
  fixed.some((route) => route.method === method && route.path === path);

/** Methods that a fixed path does not have, and a path with more variables that fits it too does: they must not be taken for those. */
const shadowed = [...new Set(fixed.map(({ path }) => path))].flatMap((path) =>
  [...fixed.filter((route) => route.path !== path), ...ofTypes]
    .filter((route) => parametersOf(templateOf(route.path), segmentsOf(path)) !== undefined)
    .map(({ method }) => ({ method, path, name: 'unrouted' as const }))
    .filter((route) => !isServed(route))
    .filter(({ method }, index, all) => all.findIndex((route) => route.method === method) === index),
);

const variablesIn = ({ path }: Served): number => path.split('{').length - 1;

/** The most particular first: a router takes the first that fits, API Gateway the one with fewer variables. What none fits is `unrouted`. */
export const served: readonly (Served & { readonly name: FunctionName })[] = [
  ...[...fixed, ...shadowed].sort((a, b) => variablesIn(a) - variablesIn(b)),
  ...ofTypes,
];
