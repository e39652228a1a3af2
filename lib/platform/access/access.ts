// Identifies the Caller by the Authorization header, and checks whether it may do an action.
import type { Db } from 'mongodb';
import { forbidden, unauthorized, type ApiError } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';
import { editorPermissionNames } from '../editorPermissions.ts';
import { hasPermission, opensEditor, type Caller } from './caller.ts';
import type { RestrictCaller } from './restrictCallers.ts';
import { Roles } from './rolePermissions.ts';
import { Sessions } from './sessions.ts';
import { Tokens } from './tokens.ts';

/** The secrets that identify callers. */
export interface AccessSecrets {
  /** The key of the hashes of API tokens; undefined: there are no API tokens. */
  readonly tokens: string | undefined;
  /** The keys of JWTs: the first signs, and all verify. Empty: users cannot log in. */
  readonly sessions: readonly string[];
}

interface AccessContext {
  readonly db: () => Promise<Db>;
  readonly schema: Schema;
  readonly secrets: AccessSecrets;
  /** Whether only users with a confirmed email address can have a session. */
  readonly requiresConfirmation: boolean;
  readonly now: () => Date;
  /** Adds the filters of project code to callers; undefined: it has none. */
  readonly restrict: RestrictCaller | undefined;
}

/** @returns the token of an Authorization header with the scheme Bearer; undefined if there is none */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1];

/** Identifies callers. */
export class Access {
  readonly tokens: Tokens;
  readonly roles: Roles;
  readonly sessions: Sessions;
  readonly restrict: RestrictCaller | undefined;

  constructor({ db, schema, secrets, requiresConfirmation, now, restrict }: AccessContext) {
    this.restrict = restrict;
    this.tokens = new Tokens(db, schema, secrets.tokens, now);
    this.roles = new Roles(db, schema, now);
    this.sessions = new Sessions({
      db,
      schema,
      secrets: secrets.sessions,
      requiresConfirmation,
      roles: this.roles,
      now,
    });
  }

  /**
   * @param header the Authorization header; an empty Bearer or another scheme counts as no credentials
   * @returns the caller, restricted by project code
   * @throws ApiError 401 if the token is not valid; ProjectCodeError if a filter of project code fails
   */
  async identify(header: string | undefined): Promise<Caller> {
    const caller = await this.findCaller(header);
    return this.restrict === undefined ? caller : this.restrict(caller);
  }

  private async findCaller(header: string | undefined): Promise<Caller> {
    const token = bearerToken(header);
    if (token === undefined) {
      const { permissions, view } = await this.roles.findPublic();
      return { id: 'public', kind: 'public', allowed: permissions, view };
    }
    // A JWT has dots, an API token has none.
    const caller = await (token.includes('.') ? this.sessions : this.tokens).findCaller(token);
    if (caller === undefined) throw unauthorized();
    return caller;
  }
}

/** @throws ApiError 403 for a `published-only` token: it reads no version but the published one, whatever the request names */
export const refusePublishedOnly = ({ allowed }: Pick<Caller, 'allowed'>): void => {
  if (allowed === 'published')
    throw forbidden('A published-only token reads no drafts: leave out status=draft, publicationFilter and preview');
};

/** @throws ApiError 403 for callers who are no API token and could not open the editor */
export const requireEditor = (caller: Pick<Caller, 'kind' | 'allowed'>): void => {
  if (caller.kind !== 'token' && !opensEditor(caller))
    throw forbidden(`Only for users whose role opens the editor: it needs ${editorPermissionNames.join(' and ')}`);
};

type RefusePermission = (caller: Caller, action: string, uid: string) => ApiError;

let refusePermission: RefusePermission = () => forbidden();

/** Sets the error of a missing permission in this process. By default it does not say which one. */
export const setMissingPermissionError = (refuse: RefusePermission): void => {
  refusePermission = refuse;
};

/** 403, for a caller that may not do the action on this uid. */
export const missingPermission: RefusePermission = (caller, action, uid) => refusePermission(caller, action, uid);

/** @throws ApiError 403 if the caller may not do the action on this uid */
export const requirePermission = (caller: Caller, action: string, uid: string): void => {
  if (!hasPermission(caller, action, uid)) throw missingPermission(caller, action, uid);
};
