// API tokens: shown once, kept as a hash.
import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import { collections } from '../db/index.ts';
import type { Caller } from './caller.ts';
import { Trusted } from './trusted.ts';

export const tokenTypes = ['full-access', 'read-only'] as const;
export type TokenType = (typeof tokenTypes)[number];

interface StoredToken {
  readonly name: string;
  readonly type: TokenType;
  readonly hash: string;
  readonly createdAt: Date;
}

// A token is 256 random bits: no slow hash is needed to keep it from being guessed.
const hashOf = (token: string, secret: string): string => createHmac('sha512', secret).update(token).digest('hex');

/**
 * @param secret that of the service: what is stored cannot be checked against a guess without it
 * @returns the token, which nobody can read again
 */
export const createToken = async (
  db: Db,
  secret: string,
  name: string,
  type: TokenType,
  now: Date,
): Promise<string> => {
  const token = randomBytes(32).toString('hex');
  await db
    .collection<StoredToken>(collections.tokens)
    .insertOne({ name, type, hash: hashOf(token, secret), createdAt: now });
  return token;
};

/** Who holds which token. */
export class Tokens {
  private readonly db: () => Promise<Db>;
  private readonly secret: string | undefined;
  private readonly trusted: Trusted<Caller>;

  constructor(db: () => Promise<Db>, secret: string | undefined, now: () => Date) {
    this.db = db;
    this.secret = secret;
    this.trusted = new Trusted(now);
  }

  /** @returns who holds the token; undefined when it is not one of ours */
  async holder(token: string): Promise<Caller | undefined> {
    if (this.secret === undefined) return undefined;
    const hash = hashOf(token, this.secret);
    return this.trusted.get(hash, async () => {
      const stored = await (await this.db()).collection<StoredToken>(collections.tokens).findOne({ hash });
      if (stored === null) return undefined;
      const allowed = stored.type === 'full-access' ? 'everything' : 'reading';
      return { id: hash, kind: 'token', allowed, view: allowed };
    });
  }
}
