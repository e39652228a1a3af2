// Who asks, and what they may do: plain data, made once per request.

/** What is done to documents; the last three to users, by the names of their permissions. */
export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'publish' | 'count' | 'me' | 'destroy';

/** Which documents a permission is about: those that all of it holds of; nothing in it: all documents. */
export interface Condition {
  /** Those that the caller made. */
  readonly own?: true;
  /** As in a query, in JSON: `{"category": {"slug": {"$eq": "news"}}}`. */
  readonly filters?: object;
}

/** Permissions by name (`api::article.article.find`). */
export type Permissions = ReadonlyMap<string, Condition>;

export interface Caller {
  /** Tells one caller from another. */
  readonly id: string;
  /** Tokens are made by who administers the site; users are whoever registers; the public is who gives no credentials. */
  readonly kind: 'token' | 'user' | 'public';
  /** Everything, everything that only reads, or these actions. */
  readonly allowed: 'everything' | 'reading' | Permissions;
  /** The same text for callers who see the same. */
  readonly view: string;
  /** Of a user, the documentId. */
  readonly user?: string;
}

const reading: ReadonlySet<string> = new Set<Action>(['find', 'findOne']);

const showing: ReadonlySet<string> = new Set<Action>(['find', 'findOne', 'count', 'me']);

/** Whether it shows documents and changes none: those that its permission is about are all that there are for it. */
export const shows = (action: string): boolean => showing.has(action);

/**
 * Whether the caller may do this to what has that uid: perhaps not to all of it (`conditionOf`).
 *
 * @param action the end of a permission's name: `find` in `api::article.article.find`
 */
export const may = ({ allowed }: Pick<Caller, 'allowed'>, action: string, uid: string): boolean =>
  allowed === 'everything' || (allowed === 'reading' ? reading.has(action) : allowed.has(`${uid}.${action}`));

/** What restricts the caller to some of the documents that this may be done to; undefined where nothing does. */
export const conditionOf = (
  { allowed }: Pick<Caller, 'allowed'>,
  action: string,
  uid: string,
): Condition | undefined => {
  const condition = typeof allowed === 'string' ? undefined : allowed.get(`${uid}.${action}`);
  return condition?.own === undefined && condition?.filters === undefined ? undefined : condition;
};

/** Drafts are for those who work on them: tokens, and who may update the type. */
export const mayDraft = (caller: Caller, uid: string): boolean => caller.kind === 'token' || may(caller, 'update', uid);

/**
 * The owner of the files that the caller uploads.
 *
 * @returns the documentId of a user, or the name of a token (`token 3`); undefined for the public, whose callers cannot
 *   be distinguished
 */
export const uploaderOf = ({ kind, id, user }: Caller): string | undefined =>
  user ?? (kind === 'token' ? id : undefined);

/** Who administers the site by its command line: nothing is hidden from them. */
export const administrator: Caller = { id: 'lectern', kind: 'token', allowed: 'everything', view: 'everything' };
