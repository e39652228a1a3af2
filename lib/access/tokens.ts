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

/** @returns who holds the token; undefined when it is not one of ours */
export const findToken = async (db: Db, token: string): Promise<Caller | undefined> => {
  const stored = await db.collection<StoredToken>(collections.tokens).findOne({ hash: hashOf(token) });
  return stored === null ? undefined : { allowed: stored.type === 'full-access' ? 'everything' : 'reading' };
};
