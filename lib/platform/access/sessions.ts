// Issues JWTs at login, and identifies users by them.
import { jwtVerify, SignJWT } from 'jose';
import type { Db } from 'mongodb';
import { living, type Link, type Stored, type Version } from '../db/index.ts';
import { builtInUids as uids, typeOf, type Schema } from '../../schema/index.ts';
import type { Caller } from './caller.ts';
import type { Roles } from './roles.ts';
import { Trusted } from './trusted.ts';

const algorithm = 'HS256';
const bytes = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/** Whether a user may have sessions: the user is not blocked and, if `requiresConfirmation` is true, has confirmed the email address. */
export const mayBegin = ({ blocked, confirmed }: Version, confirms: boolean): boolean =>
  blocked !== true && (!confirms || confirmed === true);

/** The claims of a JWT: the integer `id` of the user, as in Strapi's JWTs, and the time of issue in seconds since 1970. */
interface Claims {
  readonly id: number;
  readonly iat: number;
}

interface Known {
  readonly documentId: string;
  readonly role: string | undefined;
  /** JWTs issued before this time are invalid, because the password has changed since. */
  readonly since: number;
}

interface SessionsContext {
  readonly db: () => Promise<Db>;
  readonly schema: Schema;
  /** The first signs, and all verify; empty: there are no sessions. */
  readonly secrets: readonly string[];
  /** Whether only users with a confirmed email address can have a session. */
  readonly confirmed: boolean;
  readonly roles: Roles;
  readonly now: () => Date;
}

/** Issues and verifies JWTs. */
export class Sessions {
  private readonly context: SessionsContext;
  private readonly keys: readonly Uint8Array[];
  private readonly trusted: Trusted<Known>;

  constructor(context: SessionsContext) {
    this.context = context;
    this.keys = context.secrets.map(bytes);
    this.trusted = new Trusted(context.now);
  }

  /** Whether there is a secret to sign with. */
  get areOn(): boolean {
    return this.keys.length > 0;
  }

  /**
   * @param id the integer of a user
   * @param seconds how long the JWT is valid
   * @throws Error if there is no secret
   */
  async issue(id: number, seconds: number): Promise<string> {
    const [key] = this.keys;
    if (key === undefined) throw new Error('There is no secret to sign sessions with');
    const now = Math.floor(this.context.now().getTime() / 1000);
    return new SignJWT({ id })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key);
  }

  /**
   * @returns the user; undefined if the signature is wrong or the JWT has expired, or if its user is blocked, not
   *   confirmed or deleted
   */
  async holder(jwt: string): Promise<Caller | undefined> {
    const claims = await this.claimsOf(jwt);
    if (claims === undefined) return undefined;
    const user = await this.trusted.get(String(claims.id), () => this.find(claims.id));
    if (user === undefined || claims.iat < user.since) return undefined;
    const role = user.role === undefined ? undefined : await this.context.roles.withId(user.role);
    const { documentId } = user;
    return {
      id: `user ${documentId}`,
      kind: 'user',
      allowed: role?.permissions ?? new Map(),
      view: role?.personal === true ? `${role.view} ${documentId}` : (role?.view ?? ''),
      user: documentId,
    };
  }

  /** Clears the cache, so that a change of a user by this process takes effect at once. */
  forget(): void {
    this.trusted.forget();
  }

  private async claimsOf(jwt: string): Promise<Claims | undefined> {
    for (const key of this.keys) {
      try {
        const { payload } = await jwtVerify(jwt, key, {
          algorithms: [algorithm],
          requiredClaims: ['iat', 'exp'],
          currentDate: this.context.now(),
        });
        const { id, iat = 0 } = payload;
        return typeof id === 'number' && Number.isSafeInteger(id) ? { id, iat } : undefined;
      } catch {
        // Another key may fit. The caller does not learn the reason.
      }
    }
    return undefined;
  }

  private async find(id: number): Promise<Known | undefined> {
    const { collectionName } = typeOf(this.context.schema, uids.user);
    const db = await this.context.db();
    const found = await db.collection<Stored>(collectionName).findOne({ 'published.id': id, ...living });
    if (found?.published === undefined || !mayBegin(found.published, this.context.confirmed)) return undefined;
    const { role, sessionsSince } = found.published;
    return {
      documentId: found.documentId,
      role: (role as Link | null | undefined)?.to,
      // The times in a JWT are whole seconds.
      since: sessionsSince instanceof Date ? Math.floor(sessionsSince.getTime() / 1000) : 0,
    };
  }
}
