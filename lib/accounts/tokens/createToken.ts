// Creates API tokens. A token has 256 random bits, and only its hash is stored.
import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { hashToken, type StoredToken } from '../../platform/access/index.ts';
import { requireTokenSecret, type Secrets } from '../../platform/config/index.ts';
import { collections, isDuplicateKey, type Database, type Sequences } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { NewToken } from './tokenBody.ts';

/** What these functions need. A service has it. */
export interface TokensContext {
  readonly database: Pick<Database, 'get'>;
  readonly sequences: Pick<Sequences, 'next'>;
  readonly secrets: Pick<Secrets, 'tokens'>;
  readonly now: () => Date;
}

/** A token in an answer. */
export type Token = Omit<StoredToken, '_id' | 'hash'> & { readonly id: number };

/** A token with its secret key. Only the answer to creating or regenerating it has the key. */
export type TokenWithKey = Token & { readonly accessKey: string };

export const tokenCollection = async ({
  database,
}: Pick<TokensContext, 'database'>): Promise<Collection<StoredToken>> =>
  (await database.get()).collection<StoredToken>(collections.tokens);

export const toTokenAnswer = ({ _id: id, name, description, type, lifespan, ...rest }: StoredToken): Token => ({
  ...{ id, name, description, type, lifespan },
  lastUsedAt: rest.lastUsedAt,
  expiresAt: rest.expiresAt,
  createdAt: rest.createdAt,
  updatedAt: rest.updatedAt,
  permissions: rest.permissions,
});

/** @returns a new secret key and its hash */
export const newAccessKey = ({ secrets }: Pick<TokensContext, 'secrets'>): { accessKey: string; hash: string } => {
  const accessKey = randomBytes(32).toString('hex');
  return { accessKey, hash: hashToken(accessKey, requireTokenSecret(secrets)) };
};

/**
 * @param write creates or renames a token
 * @throws ApiError 400 if another token has its name
 */
export const withNameCheck = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    throw isDuplicateKey(error) ? new ApiError(400, 'ApplicationError', 'Name already taken') : error;
  }
};

/**
 * Creates a token. By default it is read-only and never expires.
 *
 * @returns the token with its `accessKey`, which no other answer shows
 * @throws ApiError 400 if another token has its name
 */
export const createToken = async (
  context: TokensContext,
  options: Partial<NewToken> & Pick<NewToken, 'name'>,
): Promise<TokenWithKey> => {
  const { name, description = '', type = 'read-only', permissions = [], lifespan = null } = options;
  const { accessKey, hash } = newAccessKey(context);
  const now = context.now();
  const stored: StoredToken = {
    ...{ _id: await context.sequences.next(collections.tokens), name, description, type, permissions, hash, lifespan },
    expiresAt: lifespan === null ? null : new Date(now.getTime() + lifespan),
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const tokens = await tokenCollection(context);
  await withNameCheck(() => tokens.insertOne(stored));
  return { ...toTokenAnswer(stored), accessKey };
};
