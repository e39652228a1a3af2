// Declares callers: who sends a request, what the caller may do, and how much its reads may cost.
import { editorPermissionNames } from '../editorPermissions.ts';
import { builtInUids } from '../../schema/index.ts';
import type { ProjectCaller } from '../extensions/index.ts';
import type { Settings } from '../config/index.ts';
import type { Reader } from '../timings.ts';
import { uploadUid } from './permissionUids.ts';

/** An action on documents, as the end of a permission's name; the last four are actions on users. `review`: change the stage of a draft. */
export type Action =
  | 'find'
  | 'findOne'
  | 'create'
  | 'update'
  | 'delete'
  | 'publish'
  | 'versions'
  | 'review'
  | 'count'
  | 'me'
  | 'destroy'
  | 'createPasswordLink';

/** Restricts a permission to the documents that match all of its parts; without parts it covers all documents. */
export interface Condition {
  /** Only documents that the caller created. */
  readonly own?: true;
  /** Only documents that match these filters, the same as in a query but in JSON: `{"category": {"slug": {"$eq": "news"}}}`. */
  readonly filters?: object;
  /** Only of the action `review`: the stages into which the caller may move drafts; undefined: all. */
  readonly stages?: readonly string[];
}

/** Permissions by name (`api::article.article.find`). */
export type Permissions = ReadonlyMap<string, Condition>;

/** A filter of project code, as JSON; false matches no document. */
export interface ProjectFilter {
  /** Names it in errors: `canRead of api::article.article in extensions/articles.ts`. */
  readonly name: string;
  readonly filter: object | false;
}

/** By uid: the filters of project code that a document must match; a type without filters has no entry. */
export type ProjectFilters = ReadonlyMap<string, readonly ProjectFilter[]>;

export interface Caller {
  /** Distinguishes callers. */
  readonly id: string;
  /** token: an API token, made by an administrator. user: a registered user. public: a request without credentials. */
  readonly kind: 'token' | 'user' | 'public';
  /** Full access, read-only, read-only without drafts, or the listed permissions. */
  readonly allowed: 'everything' | 'reading' | 'published' | Permissions;
  /** Callers that may read the same documents have the same text. */
  readonly view: string;
  /** What project code lets the caller read and write; undefined: it restricts nothing. */
  readonly restricted?: { readonly canRead: ProjectFilters; readonly canWrite: ProjectFilters };
  /** The documentId of a user. */
  readonly user?: string;
  /** The type of the user's role, for project code. */
  readonly role?: string;
  /** The session of a user, if it has refresh tokens. */
  readonly session?: string;
  /** The agent that acts for a user: the id of its grant, and how the program calls itself. */
  readonly agent?: { readonly grant: string; readonly name: string };
}

const readOnlyActions: ReadonlySet<string> = new Set<Action>(['find', 'findOne']);

const readingActions: ReadonlySet<string> = new Set<Action>(['find', 'findOne', 'versions', 'count', 'me']);

/** Whether the action only reads documents. Documents outside of its permission do not exist for it. */
export const isReadingAction = (action: string): boolean => readingActions.has(action);

/**
 * Whether the caller may do an action on a uid. `conditionOf` may restrict it to some documents.
 *
 * @param action the end of a permission's name: `find` in `api::article.article.find`
 */
export const hasPermission = ({ allowed }: Pick<Caller, 'allowed'>, action: string, uid: string): boolean =>
  allowed === 'everything' ||
  (typeof allowed === 'string' ? readOnlyActions.has(action) : allowed.has(`${uid}.${action}`));

/** @returns the condition that restricts an action of the caller to some documents; undefined: it covers all */
export const conditionOf = (
  { allowed }: Pick<Caller, 'allowed'>,
  action: string,
  uid: string,
): Condition | undefined => {
  const condition = typeof allowed === 'string' ? undefined : allowed.get(`${uid}.${action}`);
  return condition?.own === undefined && condition?.filters === undefined ? undefined : condition;
};

/** Whether the caller may move drafts of a type into a stage. */
export const mayMoveTo = (caller: Pick<Caller, 'allowed'>, uid: string, stage: string): boolean => {
  if (!hasPermission(caller, 'review', uid)) return false;
  const { stages } = (typeof caller.allowed === 'string' ? undefined : caller.allowed.get(`${uid}.review`)) ?? {};
  return stages === undefined || stages.includes(stage);
};

/** Whether the caller could open the editor. Members of the site cannot, also those who may write. */
export const opensEditor = ({ allowed }: Pick<Caller, 'allowed'>): boolean =>
  allowed === 'everything' || (typeof allowed !== 'string' && editorPermissionNames.every((name) => allowed.has(name)));

/** Whether answers name people to the caller: to API tokens, to users of the editor, and to whoever may find users. */
export const mayNamePeople = (caller: Pick<Caller, 'kind' | 'allowed'>): boolean =>
  caller.kind === 'token' ||
  (caller.kind === 'user' && opensEditor(caller)) ||
  hasPermission(caller, 'find', builtInUids.user);

/**
 * The actions that change existing documents of a type (which `If-Match` can guard) and that the caller may do.
 *
 * @param uid the uid of the type
 * @returns the last parts of the permissions' names
 */
export const permittedChanges = (caller: Caller, uid: string): readonly string[] => {
  const isFile = uid === builtInUids.file;
  const actions = isFile ? ['upload', 'destroy'] : ['update', 'delete', 'destroy', 'publish'];
  return actions.filter((action) => hasPermission(caller, action, isFile ? uploadUid : uid));
};

/** Whether project code, or any permission of the caller, restricts documents. */
export const hasCondition = ({ allowed, restricted }: Pick<Caller, 'allowed' | 'restricted'>): boolean =>
  restricted !== undefined ||
  (typeof allowed !== 'string' &&
    [...allowed.values()].some(({ own, filters }) => own !== undefined || filters !== undefined));

/** Whether the caller may read drafts: API tokens may, except those of published versions, and callers that may update the type. */
export const mayReadDrafts = (caller: Caller, uid: string): boolean =>
  (caller.kind === 'token' && caller.allowed !== 'published') || hasPermission(caller, 'update', uid);

/** Whether the caller may read the draft of each document of a type: no condition of its permission to update leaves one out. */
export const mayReadEveryDraft = (caller: Caller, uid: string): boolean =>
  mayReadDrafts(caller, uid) &&
  (caller.kind === 'token' ||
    (conditionOf(caller, 'update', uid) === undefined && caller.restricted?.canWrite.has(uid) !== true));

/** The caller of commands on the command line, which have full access. */
export const administrator: Caller = { id: 'lectern', kind: 'token', allowed: 'everything', view: 'everything' };

/**
 * The caller in the documents that it creates or changes, and in the files that it uploads.
 *
 * @returns the documentId of a user, or the name of a token (`token 3`); undefined for the public, because Lectern cannot
 *   distinguish its callers, and for the command line and the system
 */
export const writerOf = ({ kind, id, user }: Caller): string | undefined =>
  user ?? (kind === 'token' && id !== administrator.id ? id : undefined);

/** The caller as project code sees it. */
export const projectCallerOf = ({ kind, id, user, role }: Caller): ProjectCaller =>
  id === administrator.id
    ? { kind: 'system', id }
    : { kind, id, ...(user === undefined ? {} : { user }), ...(role === undefined ? {} : { role }) };

/**
 * The system, such as project code with `asSystem`, has no limit.
 *
 * @param network of a request; callers without credentials share by it
 * @param disconnected see `Reader`
 */
export const readerOf = (
  { id, kind }: Caller,
  { api: { rest } }: Pick<Settings, 'api'>,
  network?: string,
  disconnected?: Reader['disconnected'],
): Reader => ({
  key: kind === 'public' ? (network ?? id) : id,
  maxCost: kind === 'public' ? rest.maxPublicReadCost : id === administrator.id ? Infinity : rest.maxReadCost,
  maxBytes: id === administrator.id ? Infinity : rest.maxResponseBytes,
  isPublic: kind === 'public',
  disconnected,
});
