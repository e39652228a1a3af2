// Tokens are listed, changed, made anew and revoked: each change is one atomic update.
import { ApiError, invalidValues } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { permissionsAmiss, type TokenChange } from './body.ts';
import { answered, newKey, tokensOf, withFreeName, type ShownToken, type Token } from './create.ts';

const notFound = (): ApiError => new ApiError(404, 'NotFoundError', 'API Token not found');

/** In order of their names. */
export const listTokens = async (service: Service): Promise<readonly Token[]> =>
  (await (await tokensOf(service)).find().sort({ name: 1 }).toArray()).map(answered);

/** @throws ApiError 404 where there is none */
export const tokenWith = async (service: Service, id: number): Promise<Token> => {
  const found = await (await tokensOf(service)).findOne({ _id: id });
  if (found === null) throw notFound();
  return answered(found);
};

/** Whether it makes sense for a custom token alone: it says the permissions or that it is custom, and not both. */
const isOfCustom = ({ type, permissions }: TokenChange): boolean =>
  type === undefined
    ? permissions !== undefined && permissions.length > 0
    : type === 'custom' && permissions === undefined;

/**
 * A token that is no longer custom loses its permissions.
 *
 * @throws ApiError 404 where there is none; 400 when another has its name, and where permissions and type do not fit
 */
export const updateToken = async (service: Service, id: number, change: TokenChange): Promise<Token> => {
  const tokens = await tokensOf(service);
  const narrowed = change.type === undefined || change.type === 'custom' ? {} : { permissions: [] };
  const updated = await withFreeName(() =>
    tokens.findOneAndUpdate(
      { _id: id, ...(isOfCustom(change) ? { type: 'custom' } : {}) },
      { $set: { ...change, ...narrowed, updatedAt: service.now() } },
      { returnDocument: 'after' },
    ),
  );
  service.access.tokens.forget();
  if (updated !== null) return answered(updated);
  await tokenWith(service, id);
  throw invalidValues([permissionsAmiss(change.permissions)]);
};

/**
 * Makes the token anew: what it was before is one no more. When it expires stays.
 *
 * @throws ApiError 404 where there is none
 */
export const regenerateToken = async (service: Service, id: number): Promise<ShownToken> => {
  const { accessKey, hash } = newKey(service);
  const updated = await (
    await tokensOf(service)
  ).findOneAndUpdate({ _id: id }, { $set: { hash, updatedAt: service.now() } }, { returnDocument: 'after' });
  service.access.tokens.forget();
  if (updated === null) throw notFound();
  return { ...answered(updated), accessKey };
};

/**
 * @returns what it was
 * @throws ApiError 404 where there is none
 */
export const revokeToken = async (service: Service, id: number): Promise<Token> => {
  const revoked = await (await tokensOf(service)).findOneAndDelete({ _id: id });
  service.access.tokens.forget();
  if (revoked === null) throw notFound();
  return answered(revoked);
};
