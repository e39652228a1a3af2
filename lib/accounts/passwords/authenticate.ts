// Checks the identifier and password of a login.
import type { StoredDocument } from '../../platform/db/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { findByIdentifier } from '../users/index.ts';
import { readObject, readTexts } from '../authBody.ts';
import { readDeviceId } from '../sessions/index.ts';
import { matchesPassword, replaceImportedHash } from './matchesPassword.ts';
import { requirePasswordLogin } from './mayUsePassword.ts';

export interface Credentials {
  readonly identifier: string;
  readonly password: string;
}

/**
 * Other keys are ignored, as in Strapi, because clients may send data about the device.
 *
 * @throws ApiError 400 for missing or invalid texts, and a long `deviceId`
 */
export const readCredentials = (requestBody: unknown): Credentials & { readonly deviceId: string | undefined } => {
  const body = readObject(requestBody);
  return { ...readTexts(body, { identifier: 'text', password: 'secret' }), deviceId: readDeviceId(body.deviceId) };
};

const loginRefused = (message: string): ApiError => new ApiError(400, 'ApplicationError', message);

/**
 * @returns the user with these credentials
 * @throws ApiError 400. The error and its time are the same for an unknown user and a wrong password. With the right
 *   password the error says if the user is blocked, has not confirmed its email, or logs in by a provider
 */
export const authenticate = async (
  service: Service,
  { identifier, password }: Credentials,
): Promise<StoredDocument> => {
  const user = await findByIdentifier(service, identifier);
  const { published } = user ?? {};
  const stored = published?.provider === 'local' ? published.password : undefined;
  const matches = await matchesPassword(service, password, stored);
  if (user === undefined || !matches) throw invalid('Invalid identifier or password');
  if (service.config.auth.emailConfirmation && published?.confirmed !== true)
    throw loginRefused('Your account email is not confirmed');
  if (published?.blocked === true) throw loginRefused('Your account has been blocked by an administrator');
  await requirePasswordLogin(service, user);
  await replaceImportedHash(service, user, password);
  return user;
};
