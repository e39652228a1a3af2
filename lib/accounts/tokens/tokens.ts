// Creates, lists, changes and revokes API tokens.
import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { ApiError, invalidValues } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { mismatchedPermissions, type TokenChange, type NewToken } from './tokenBody.ts';
import { hashToken, type StoredToken } from '../../platform/access/index.ts';
import { requireTokenSecret, type Secrets } from '../../platform/config/index.ts';
import { collections, isDuplicateKey, type Database, type Sequences } from '../../platform/db/index.ts';

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

const tokenCollection = async ({ database }: Pick<TokensContext, 'database'>): Promise<Collection<StoredToken>> =>
  (await database.get()).collection<StoredToken>(collections.tokens);

const toTokenAnswer = ({ _id: id, name, description, type, lifespan, ...rest }: StoredToken): Token => ({
  ...{ id, name, description, type, lifespan },
  lastUsedAt: rest.lastUsedAt,
  expiresAt: rest.expiresAt,
  createdAt: rest.createdAt,
  updatedAt: rest.updatedAt,
  permissions: rest.permissions,
});

/** @returns a new secret key and its hash */
const newAccessKey = ({ secrets }: Pick<TokensContext, 'secrets'>): { accessKey: string; hash: string } => {
  const accessKey = randomBytes(32).toString('hex');
  return { accessKey, hash: hashToken(accessKey, requireTokenSecret(secrets)) };
};

/**
 * @param write creates or renames a token
 * @throws ApiError 400 if another token has its name
 */
const withNameCheck = async <T>(write: () => Promise<T>): Promise<T> => {
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

const notFound = (): ApiError => new ApiError(404, 'NotFoundError', 'API Token not found');

/** Returns all tokens, sorted by name. */
export const listTokens = async (service: Service): Promise<readonly Token[]> =>
  (await (await tokenCollection(service)).find().sort({ name: 1 }).toArray()).map(toTokenAnswer);

/** @throws ApiError 404 if there is no such token */
export const findTokenById = async (service: Service, id: number): Promise<Token> => {
  const found = await (await tokenCollection(service)).findOne({ _id: id });
  if (found === null) throw notFound();
  return toTokenAnswer(found);
};

/**
 * Whether a change fits only a custom token: it has permissions without a type, or the type `custom` without
 * permissions.
 */
const fitsOnlyCustom = ({ type, permissions }: TokenChange): boolean =>
  type === undefined
    ? permissions !== undefined && permissions.length > 0
    : type === 'custom' && permissions === undefined;

/**
 * Changes a token. A token that is no longer custom loses its permissions.
 *
 * @throws ApiError 404 if there is no such token; 400 if another token has its name, or if permissions and type do
 *   not fit
 */
export const updateToken = async (service: Service, id: number, change: TokenChange): Promise<Token> => {
  const tokens = await tokenCollection(service);
  const narrowed = change.type === undefined || change.type === 'custom' ? {} : { permissions: [] };
  const updated = await withNameCheck(() =>
    tokens.findOneAndUpdate(
      { _id: id, ...(fitsOnlyCustom(change) ? { type: 'custom' } : {}) },
      { $set: { ...change, ...narrowed, updatedAt: service.now() } },
      { returnDocument: 'after' },
    ),
  );
  service.access.tokens.clearCache();
  if (updated !== null) return toTokenAnswer(updated);
  await findTokenById(service, id);
  throw invalidValues([mismatchedPermissions(change.permissions)]);
};

/**
 * Replaces the secret key of a token. The old key becomes invalid; the expiry time stays.
 *
 * @throws ApiError 404 if there is no such token
 */
export const regenerateToken = async (service: Service, id: number): Promise<TokenWithKey> => {
  const { accessKey, hash } = newAccessKey(service);
  const updated = await (
    await tokenCollection(service)
  ).findOneAndUpdate({ _id: id }, { $set: { hash, updatedAt: service.now() } }, { returnDocument: 'after' });
  service.access.tokens.clearCache();
  if (updated === null) throw notFound();
  return { ...toTokenAnswer(updated), accessKey };
};

/**
 * @returns the deleted token
 * @throws ApiError 404 if there is no such token
 */
export const revokeToken = async (service: Service, id: number): Promise<Token> => {
  const revoked = await (await tokenCollection(service)).findOneAndDelete({ _id: id });
  service.access.tokens.clearCache();
  if (revoked === null) throw notFound();
  return toTokenAnswer(revoked);
};
