// Creates, lists, changes and revokes API tokens.
import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { pickProperties } from '../../contracts/index.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { tokenContract } from './contract.ts';
import { mismatchedPermissions, type TokenChange, type NewToken } from './tokenBody.ts';
import { hashToken, tokenIdOf, type StoredToken } from '../../platform/access/index.ts';
import { requireTokenSecret, type Secrets } from '../../platform/config/index.ts';
import {
  changedNames,
  changedPermissions,
  recordChange,
  type AuditEntry,
  type RecordingContext,
} from '../../platform/audit/index.ts';
import { collections, isDuplicateKey, type Sequences, type Transaction } from '../../platform/db/index.ts';

/** What making a token needs. A service has it. */
export interface TokensContext extends RecordingContext {
  readonly sequences: Pick<Sequences, 'next'>;
  readonly secrets: Pick<Secrets, 'tokens'>;
}

/** A token in an answer. */
export type Token = Omit<StoredToken, '_id' | 'hash'> & { readonly id: number };

/** A token with its secret key. Only the answer to creating or regenerating it has the key. */
export type TokenWithKey = Token & { readonly accessKey: string };

const tokensIn = ({ db }: Pick<Transaction, 'db'>): Collection<StoredToken> => db.collection(collections.tokens);

const tokenCollection = async ({ database }: Service): Promise<Collection<StoredToken>> =>
  tokensIn({ db: await database.get() });

const auditEntry = (
  action: AuditEntry['action'],
  { _id, name }: StoredToken,
  changed?: readonly string[],
): AuditEntry => ({
  action,
  target: { type: 'token', id: String(_id), name },
  ...(changed === undefined ? {} : { changed }),
});

/** Names what a change of a token changed, and each permission that it gave or took. */
const changesOf = (before: StoredToken, after: StoredToken): readonly string[] => [
  ...changedNames(before, after),
  ...changedPermissions(before.permissions, after.permissions),
];

const toTokenAnswer = ({ _id: id, ...rest }: StoredToken): Token =>
  pickProperties(tokenContract.schemas.Token, { id, ...rest });

/** @returns a new secret key and its hash */
const newAccessKey = ({ secrets }: Pick<TokensContext, 'secrets'>): { accessKey: string; hash: string } => {
  const accessKey = randomBytes(32).toString('hex');
  return { accessKey, hash: hashToken(accessKey, requireTokenSecret(secrets)) };
};

/**
 * @param write creates or renames a token
 * @throws ApiError 400 if another token has its name
 */
const withNameCheck = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    throw isDuplicateKey(error) ? new ApiError(400, 'ApplicationError', 'Name already taken') : error;
  });

/**
 * Creates a token. By default it is read-only and never expires.
 *
 * @returns the token with its `accessKey`, which no other answer shows
 * @throws ApiError 400 if another token has its name
 */
export const createToken = async (
  context: TokensContext,
  { lifespan = null, ...options }: NewToken,
): Promise<TokenWithKey> => {
  const values = { description: '', type: 'read-only', permissions: [], ...options } as const;
  const { accessKey, hash } = newAccessKey(context);
  const now = context.now();
  const stored: StoredToken = {
    ...{ _id: await context.sequences.next(collections.tokens), ...values, hash, lifespan },
    expiresAt: lifespan === null ? null : new Date(now.getTime() + lifespan),
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await withNameCheck(
    recordChange(
      context,
      (unit) => tokensIn(unit).insertOne(stored, unit.options),
      () => auditEntry('token.create', stored, changedPermissions([], values.permissions)),
    ),
  );
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

/** @param caller its id, `token 3` @returns the name of its token; undefined: the token does not exist any more */
export const findTokenName = async (service: Service, caller: string): Promise<string | undefined> =>
  (await (await tokenCollection(service)).findOne({ _id: tokenIdOf(caller) ?? 0 }))?.name;

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
  const narrowed = change.type === undefined || change.type === 'custom' ? {} : { permissions: [] };
  const values = { ...change, ...narrowed, updatedAt: service.now() };
  const before = await withNameCheck(
    recordChange(
      service,
      (unit) =>
        tokensIn(unit).findOneAndUpdate(
          { _id: id, ...(fitsOnlyCustom(change) ? { type: 'custom' } : {}) },
          { $set: values },
          { ...unit.options, returnDocument: 'before' },
        ),
      (stored) =>
        stored === null ? undefined : auditEntry('token.update', stored, changesOf(stored, { ...stored, ...values })),
    ),
  );
  service.access.tokens.clearCache();
  if (before !== null) return toTokenAnswer({ ...before, ...values });
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
  const updated = await recordChange(
    service,
    (unit) =>
      tokensIn(unit).findOneAndUpdate(
        { _id: id },
        { $set: { hash, updatedAt: service.now() } },
        { ...unit.options, returnDocument: 'after' },
      ),
    (stored) => (stored === null ? undefined : auditEntry('token.regenerate', stored)),
  );
  service.access.tokens.clearCache();
  if (updated === null) throw notFound();
  return { ...toTokenAnswer(updated), accessKey };
};

/**
 * @returns the deleted token
 * @throws ApiError 404 if there is no such token
 */
export const revokeToken = async (service: Service, id: number): Promise<Token> => {
  const revoked = await recordChange(
    service,
    (unit) => tokensIn(unit).findOneAndDelete({ _id: id }, unit.options),
    (stored) => (stored === null ? undefined : auditEntry('token.delete', stored)),
  );
  service.access.tokens.clearCache();
  if (revoked === null) throw notFound();
  return toTokenAnswer(revoked);
};
