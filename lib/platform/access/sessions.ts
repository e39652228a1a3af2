// Issues JWTs at login, and identifies users by them.
import type { Db } from 'mongodb';
import { livingFilter, type Link, type StoredDocument, type Version } from '../db/index.ts';
import { builtInUids as uids, typeOf, type Schema } from '../../schema/index.ts';
import type { Caller } from './caller.ts';
import type { Roles } from './rolePermissions.ts';
import { TimedCache } from './timedCache.ts';

const algorithm = 'HS256';
const toBytes = (secret: string): Uint8Array => new TextEncoder().encode(secret);

const loadVerifier = () => import('jose/jwt/verify');
/** Most requests have no JWT, so the first one that has loads this. */
let verifier: ReturnType<typeof loadVerifier> | undefined;

/** Whether a user may have sessions: the user is not blocked and, if `requiresConfirmation` is true, has confirmed the email address. */
export const mayHaveSession = ({ blocked, confirmed }: Version, requiresConfirmation: boolean): boolean =>
  blocked !== true && (!requiresConfirmation || confirmed === true);

/**
 * The claims of a JWT: the integer `id` of the user, as in Strapi's JWTs; the session, if it has refresh tokens; the
 * time of issue in seconds since 1970, with its milliseconds: so a JWT that was issued in the second of a withdrawal ends too; and
 * the `validSince` of the user whom the login has found. The JWT is valid as long as the user has the same one, because times of
 * several clocks, or of a clock that was set back, say nothing of what came first.
 */
interface Claims {
  readonly id: number;
  readonly sessionId: string | undefined;
  readonly iat: number;
  /** Undefined: the JWT is of an older version of Lectern. */
  readonly since: number | undefined;
}

interface KnownUser {
  readonly documentId: string;
  readonly role: string | undefined;
  /** `sessionsSince` in seconds since 1970. A JWT has the same one as `since`; one without must not be issued earlier. */
  readonly validSince: number;
}

/** The caller of a user, with the permissions of its role. */
export const callerWithRole = async (
  roles: Roles,
  { documentId, role: roleId }: Pick<KnownUser, 'documentId' | 'role'>,
): Promise<Caller> => {
  const role = roleId === undefined ? undefined : await roles.findById(roleId);
  return {
    id: `user ${documentId}`,
    kind: 'user',
    allowed: role?.permissions ?? new Map(),
    view: role?.dependsOnUser === true ? `${role.view} ${documentId}` : (role?.view ?? ''),
    user: documentId,
    ...(role === undefined ? {} : { role: role.type }),
  };
};

interface SessionsContext {
  readonly db: () => Promise<Db>;
  readonly schema: Schema;
  /** The first signs, and all verify; empty: there are no sessions. */
  readonly secrets: readonly string[];
  /** Whether only users with a confirmed email address can have a session. */
  readonly requiresConfirmation: boolean;
  readonly roles: Roles;
  readonly now: () => Date;
}

/** How long the user of a JWT that is not valid is not read again. */
const renewedMs = 1_000;

/** Issues and verifies JWTs. */
export class Sessions {
  private readonly context: SessionsContext;
  private readonly keys: readonly Uint8Array[];
  private readonly cache: TimedCache<KnownUser>;
  /** The users that were read anew for a JWT, by its user and its `since`: one that has ended may be sent often. */
  private readonly renewals: TimedCache<{ readonly user: Promise<KnownUser | undefined> }>;

  constructor(context: SessionsContext) {
    this.context = context;
    this.keys = context.secrets.map(toBytes);
    this.cache = new TimedCache(context.now);
    this.renewals = new TimedCache(context.now, renewedMs);
  }

  /** Whether there is a secret to sign with. */
  get isEnabled(): boolean {
    return this.keys.length > 0;
  }

  /**
   * @param id the integer of a user
   * @param seconds how long the JWT is valid
   * @param sessionId the session, if it has refresh tokens
   * @param since `sessionsSince` of the user, as the login has found it
   * @throws Error if there is no secret
   */
  async issue(id: number, seconds: number, sessionId?: string, since?: Date): Promise<string> {
    const [key] = this.keys;
    if (key === undefined) throw new Error('There is no secret to sign sessions with');
    const now = this.context.now().getTime() / 1000;
    const { SignJWT } = await import('jose/jwt/sign');
    return new SignJWT({ id, sessionId, since: since === undefined ? since : since.getTime() / 1000 })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(Math.floor(now) + seconds)
      .sign(key);
  }

  /**
   * @returns the user; undefined if the signature is wrong or the JWT has expired, or if its user is blocked, not
   *   confirmed or deleted
   */
  async findCaller(jwt: string): Promise<Caller | undefined> {
    const claims = await this.verifiedClaims(jwt);
    if (claims === undefined) return undefined;
    const { id, iat, since } = claims;
    const key = String(id);
    const find = (): Promise<KnownUser | undefined> => this.cache.get(key, () => this.findUser(id));
    const isValid = ({ validSince }: KnownUser): boolean =>
      since === undefined ? iat >= validSince : since === validSince;
    let user = await find();
    if (user !== undefined && !isValid(user)) {
      // Another process may have changed the user, and issued the JWT.
      const renewal = await this.renewals.get(`${key} ${since}`, () => {
        this.cache.delete(key);
        return Promise.resolve({ user: find() });
      });
      user = await renewal?.user;
    }
    if (user === undefined || !isValid(user)) return undefined;
    const caller = await callerWithRole(this.context.roles, user);
    return claims.sessionId === undefined ? caller : { ...caller, session: claims.sessionId };
  }

  /** Clears the cache, so that a change of a user by this process takes effect at once. */
  clearCache(): void {
    this.cache.clear();
    this.renewals.clear();
  }

  private async verifiedClaims(jwt: string): Promise<Claims | undefined> {
    const { jwtVerify } = await (verifier ??= loadVerifier());
    for (const key of this.keys) {
      try {
        const { payload } = await jwtVerify(jwt, key, {
          algorithms: [algorithm],
          requiredClaims: ['iat', 'exp'],
          currentDate: this.context.now(),
        });
        const { id, sessionId, iat = 0, since } = payload;
        if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
        return {
          ...{ id, iat },
          sessionId: typeof sessionId === 'string' ? sessionId : undefined,
          since: typeof since === 'number' ? since : undefined,
        };
      } catch {
        // Another key may fit. The caller does not learn the reason.
      }
    }
    return undefined;
  }

  private async findUser(id: number): Promise<KnownUser | undefined> {
    const { collectionName } = typeOf(this.context.schema, uids.user);
    const db = await this.context.db();
    const found = await db.collection<StoredDocument>(collectionName).findOne({ 'published.id': id, ...livingFilter });
    if (found?.published === undefined || !mayHaveSession(found.published, this.context.requiresConfirmation))
      return undefined;
    const { role, sessionsSince } = found.published;
    return {
      documentId: found.documentId,
      role: (role as Link | null | undefined)?.to,
      validSince: sessionsSince instanceof Date ? sessionsSince.getTime() / 1000 : 0,
    };
  }
}
