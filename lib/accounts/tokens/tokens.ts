// Lists, changes, regenerates and revokes API tokens. Each change is one atomic update.
import { ApiError, invalidValues } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { mismatchedPermissions, type TokenChange } from './tokenBody.ts';
import {
  toTokenAnswer,
  newAccessKey,
  tokenCollection,
  withNameCheck,
  type TokenWithKey,
  type Token,
} from './createToken.ts';

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
