// API tokens: shown once, kept as a hash.
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import { collections } from '../db/index.ts';
import type { Caller } from './caller.ts';

export const tokenTypes = ['full-access', 'read-only'] as const;
export type TokenType = (typeof tokenTypes)[number];

interface StoredToken {
  readonly name: string;
  readonly type: TokenType;
  readonly hash: string;
  readonly createdAt: Date;
}

// A token is 256 random bits: no slow hash is needed to keep it from being guessed.
const hashOf = (token: string): string => createHash('sha512').update(token).digest('hex');

/** @returns the token, which nobody can read again */
export const createToken = async (db: Db, name: string, type: TokenType, now: Date): Promise<string> => {
  const token = randomBytes(32).toString('hex');
  await db.collection<StoredToken>(collections.tokens).insertOne({ name, type, hash: hashOf(token), createdAt: now });
  return token;
};

/** How long a token is taken for good without asking: one that is revoked works no longer than that. */
const trustedMs = 10_000;
const maxTrusted = 1_000;

/** Who holds which token; what was just found is not looked up again. */
export class Tokens {
  private readonly db: () => Promise<Db>;
  private readonly now: () => Date;
  private readonly trusted = new Map<string, { readonly caller: Caller; readonly until: number }>();

  constructor(db: () => Promise<Db>, now: () => Date) {
    this.db = db;
    this.now = now;
  }

  /** @returns who holds the token; undefined when it is not one of ours */
  async holder(token: string): Promise<Caller | undefined> {
    const hash = hashOf(token);
    const now = this.now().getTime();
    const known = this.trusted.get(hash);
    if (known !== undefined && known.until > now) return known.caller;
    const stored = await (await this.db()).collection<StoredToken>(collections.tokens).findOne({ hash });
    this.trusted.delete(hash);
    if (stored === null) return undefined;
    const caller: Caller = { id: hash, allowed: stored.type === 'full-access' ? 'everything' : 'reading' };
    if (this.trusted.size >= maxTrusted) this.trusted.clear();
    this.trusted.set(hash, { caller, until: now + trustedMs });
    return caller;
  }
}
