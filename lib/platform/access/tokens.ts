// Who holds which API token. Tokens are kept as hashes: lib/accounts/tokens makes them and shows each once.
import { createHash, createHmac } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { collections } from '../db/index.ts';
import type { Caller } from './caller.ts';
import { Trusted } from './trusted.ts';

export const tokenTypes = ['read-only', 'full-access', 'custom'] as const;
export type TokenType = (typeof tokenTypes)[number];

/** A token as it is stored. */
export interface StoredToken {
  readonly _id: number;
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  /** Of a custom token, the names; else none. */
  readonly permissions: readonly string[];
  readonly hash: string;
  /** Milliseconds; null: it never expires. */
  readonly lifespan: number | null;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Known {
  readonly caller: Caller;
  readonly expiresAt: Date | null;
}

/**
 * A token is 256 random bits: no slow hash is needed to keep it from being guessed.
 *
 * @param secret that of the service: what is stored cannot be checked against a guess without it
 */
export const hashOf = (token: string, secret: string): string =>
  createHmac('sha512', secret).update(token).digest('hex');

const hourMs = 3_600_000;

const isOver = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now;

const callerOf = ({ _id, type, permissions }: StoredToken): Caller => {
  const base = { id: `token ${_id}`, kind: 'token' } as const;
  if (type === 'full-access') return { ...base, allowed: 'everything', view: 'everything' };
  if (type === 'read-only') return { ...base, allowed: 'reading', view: 'reading' };
  // Not that of a role which permits the same: tokens may read drafts.
  const view = `token ${createHash('sha256').update(permissions.toSorted().join()).digest('base64')}`;
  return { ...base, allowed: new Map(permissions.map((name) => [name, {}])), view };
};

/** The tokens there are, each known to every process within ten seconds. */
export class Tokens {
  private readonly db: () => Promise<Db>;
  private readonly secret: string | undefined;
  private readonly now: () => Date;
  private readonly trusted: Trusted<Known>;

  constructor(db: () => Promise<Db>, secret: string | undefined, now: () => Date) {
    this.db = db;
    this.secret = secret;
    this.now = now;
    this.trusted = new Trusted(now);
  }

  /** @returns who holds the token; undefined when it is not one of ours, or has expired: then at once */
  async holder(token: string): Promise<Caller | undefined> {
    if (this.secret === undefined) return undefined;
    const hash = hashOf(token, this.secret);
    const known = await this.trusted.get(hash, () => this.find(hash));
    return known === undefined || isOver(known.expiresAt, this.now()) ? undefined : known.caller;
  }

  /** What this process changed holds at once. */
  forget(): void {
    this.trusted.forget();
  }

  private async find(hash: string): Promise<Known | undefined> {
    const tokens = (await this.db()).collection<StoredToken>(collections.tokens);
    const stored = await tokens.findOne({ hash });
    if (stored === null || isOver(stored.expiresAt, this.now())) return undefined;
    await this.noteUse(tokens, stored);
    return { caller: callerOf(stored), expiresAt: stored.expiresAt };
  }

  /**
   * Once an hour, by whoever is first. It is waited for, since a function may be frozen as soon as it has answered; it
   * cannot fail the request: the next that asks for the token writes it then.
   */
  private async noteUse(tokens: Collection<StoredToken>, { _id, lastUsedAt }: StoredToken): Promise<void> {
    const now = this.now();
    const hourAgo = new Date(now.getTime() - hourMs);
    if (lastUsedAt !== null && lastUsedAt > hourAgo) return;
    await tokens
      .updateOne(
        { _id, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: hourAgo } }] },
        { $set: { lastUsedAt: now } },
        { writeConcern: { w: 1 } }, // nobody relies on it: the disks of others need not be waited for
      )
      .catch(() => undefined);
  }
}
