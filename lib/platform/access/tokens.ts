// Identifies callers by API tokens, of which the database has only hashes.
import { createHash, createHmac } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { collections } from '../db/index.ts';
import type { Schema } from '../../schema/index.ts';
import type { Caller } from './caller.ts';
import { permissionsByName } from './permissionsByName.ts';
import { TimedCache } from './timedCache.ts';
import type { TokenType } from '../tokenTypes.ts';

/** A token as it is stored. */
export interface StoredToken {
  readonly _id: number;
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  /** The names of the permissions of a custom token; empty for other types. */
  readonly permissions: readonly string[];
  readonly hash: string;
  /** In milliseconds; null: the token never expires. */
  readonly lifespan: number | null;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface KnownToken {
  readonly caller: Caller;
  readonly expiresAt: Date | null;
}

/**
 * Hashes a token. A token is 256 random bits, so it needs no slow hash against guessing.
 *
 * @param secret the service's secret, without which nobody can compare a guess with a stored hash
 */
export const hashToken = (token: string, secret: string): string =>
  createHmac('sha512', secret).update(token).digest('hex');

const hourMs = 3_600_000;

export const isExpired = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now;

/** The caller of a token. */
export const callerWithToken = (schema: Schema, { _id, type, permissions }: StoredToken): Caller => {
  const base = { id: `token ${_id}`, kind: 'token' } as const;
  if (type === 'full-access') return { ...base, allowed: 'everything', view: 'everything' };
  if (type === 'read-only') return { ...base, allowed: 'reading', view: 'reading' };
  if (type === 'published-only') return { ...base, allowed: 'published', view: 'published' };
  // A role with the same permissions has another view, because tokens may read drafts.
  const view = `token ${createHash('sha256').update(permissions.toSorted().join()).digest('base64')}`;
  const allowed = permissionsByName(
    schema,
    permissions.map((action) => ({ action })),
  );
  return { ...base, allowed, view };
};

/** Finds API tokens, and caches each for ten seconds. */
export class Tokens {
  private readonly db: () => Promise<Db>;
  private readonly schema: Schema;
  private readonly secret: string | undefined;
  private readonly now: () => Date;
  private readonly cache: TimedCache<KnownToken>;

  constructor(db: () => Promise<Db>, schema: Schema, secret: string | undefined, now: () => Date) {
    this.db = db;
    this.schema = schema;
    this.secret = secret;
    this.now = now;
    this.cache = new TimedCache(now);
  }

  /** @returns the caller with this token; undefined if the token does not exist or has expired */
  async findCaller(token: string): Promise<Caller | undefined> {
    const { secret } = this;
    if (secret === undefined) return undefined;
    // Valid tokens are cached by their text, because a hash for each request costs more than the rest of this.
    const known = await this.cache.get(token, () => this.findToken(hashToken(token, secret)));
    return known === undefined || isExpired(known.expiresAt, this.now()) ? undefined : known.caller;
  }

  /** Clears the cache, so that a change by this process takes effect at once. */
  clearCache(): void {
    this.cache.clear();
  }

  private async findToken(hash: string): Promise<KnownToken | undefined> {
    const tokens = (await this.db()).collection<StoredToken>(collections.tokens);
    const stored = await tokens.findOne({ hash });
    if (stored === null || isExpired(stored.expiresAt, this.now())) return undefined;
    await this.recordUse(tokens, stored);
    return { caller: callerWithToken(this.schema, stored), expiresAt: stored.expiresAt };
  }

  /**
   * Stores the time of use, at most once an hour. The request waits for it, because Lambda may freeze the function right
   * after the answer. A failure does not fail the request: the next lookup of the token stores the time.
   */
  private async recordUse(tokens: Collection<StoredToken>, { _id, lastUsedAt }: StoredToken): Promise<void> {
    const now = this.now();
    const hourAgo = new Date(now.getTime() - hourMs);
    if (lastUsedAt !== null && lastUsedAt > hourAgo) return;
    await tokens
      .updateOne(
        { _id, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: hourAgo } }] },
        { $set: { lastUsedAt: now } },
        { writeConcern: { w: 1 } }, // the exact time matters to nobody, so one server's acknowledgement is enough
      )
      .catch(() => undefined);
  }
}

/** @param writer as `writerOf` returns it @returns the id in the name of a token, `token 3`; undefined: it is no token */
export const tokenIdOf = (writer: string): number | undefined => {
  const [, id] = /^token (\d+)$/.exec(writer) ?? [];
  return id === undefined ? undefined : Number(id);
};
