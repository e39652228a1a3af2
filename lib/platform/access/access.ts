// The Authorization header to a Caller, and a Caller to a yes or no.
import type { Db } from 'mongodb';
import { forbidden, unauthorized } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';
import { may, type Caller } from './caller.ts';
import { Roles } from './roles.ts';
import { Sessions } from './sessions.ts';
import { Tokens } from './tokens.ts';

/** What callers are known by. */
export interface AccessSecrets {
  /** What API tokens are hashed with; undefined: there are none. */
  readonly tokens: string | undefined;
  /** What users' sessions are signed with: the first signs, any is taken. None: users cannot log in. */
  readonly sessions: readonly string[];
}

interface AccessContext {
  readonly db: () => Promise<Db>;
  readonly schema: Schema;
  readonly secrets: AccessSecrets;
  /** Whether who has not confirmed their address has no session. */
  readonly confirmed: boolean;
  readonly now: () => Date;
}

/** What stands after `Bearer` in an Authorization header; undefined for an empty one, and for another scheme. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1];

/** Knows who asks. */
export class Access {
  readonly tokens: Tokens;
  readonly roles: Roles;
  readonly sessions: Sessions;

  constructor({ db, schema, secrets, confirmed, now }: AccessContext) {
    this.tokens = new Tokens(db, secrets.tokens, now);
    this.roles = new Roles(db, schema, now);
    this.sessions = new Sessions({ db, schema, secrets: secrets.sessions, confirmed, roles: this.roles, now });
  }

  /**
   * @param header the Authorization header; an empty Bearer or another scheme counts as no credentials
   * @returns who asks
   * @throws ApiError 401 for a token that is not valid
   */
  async callerOf(header: string | undefined): Promise<Caller> {
    const token = bearerOf(header);
    if (token === undefined) {
      const { permissions, view } = await this.roles.ofPublic();
      return { id: 'public', kind: 'public', allowed: permissions, view };
    }
    // A JWT has dots, an API token has none.
    const caller = await (token.includes('.') ? this.sessions : this.tokens).holder(token);
    if (caller === undefined) throw unauthorized();
    return caller;
  }
}

/** @throws ApiError 403 for who may not do this to what has that uid */
export const allow = (caller: Caller, action: string, uid: string): void => {
  if (!may(caller, action, uid)) throw forbidden();
};
