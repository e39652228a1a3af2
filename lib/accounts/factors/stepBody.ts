// Reads the bodies of the steps below /api/auth/factors.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalidValues } from '../../errors.ts';
import { plainBody, wrongSecretType, wrongType, type PlainBody } from '../../platform/plainBody.ts';
import type { FactorCode } from './confirmCode.ts';

/** Longer than any code that Lectern makes. */
const maxSecretLength = 200;

const maxNameLength = 60;

/** @returns undefined if the body does not have it @throws ApiError 400 if it is no text of usual length */
export const readSecretText = (body: PlainBody, name: string): string | undefined => {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '' || value.length > maxSecretLength)
    throw invalidValues([wrongSecretType([name], 'string')]);
  return value;
};

const fault = (name: string, message: string, value?: unknown): Error =>
  invalidValues([{ path: [name], message, value }]);

const missing = (name: string): Error => fault(name, `${name} is a required field`);

/** @throws ApiError 400 */
export const requireSecretText = (body: PlainBody, name: string): string => {
  const value = readSecretText(body, name);
  if (value === undefined) throw missing(name);
  return value;
};

/** @throws ApiError 400 if it is no text, empty or long */
export const requireName = (body: PlainBody, name: string): string => {
  const value = body[name];
  if (typeof value !== 'string')
    throw value === undefined ? missing(name) : invalidValues([wrongType([name], 'string', value)]);
  const text = value.trim();
  if (text === '' || text.length > maxNameLength)
    throw fault(name, `${name} must have 1 to ${maxNameLength} characters`, value);
  return text;
};

/** @throws ApiError 400 for anything but a list of up to 100 texts */
export const requireIds = (body: PlainBody, name: string): readonly string[] => {
  const value = body[name];
  if (!Array.isArray(value) || value.length > 100 || !value.every((one) => typeof one === 'string'))
    throw fault(name, `${name} must be a list of up to 100 ids`);
  return value;
};

/** What the authenticator answered, as the browser writes it: the library checks the rest. @throws ApiError 400 */
const readCredential = (body: PlainBody): object | undefined => {
  const { passkey } = body;
  if (passkey === undefined) return undefined;
  if (typeof passkey !== 'object' || passkey === null || Array.isArray(passkey))
    throw invalidValues([wrongSecretType(['passkey'], 'object')]);
  return passkey;
};

const isTransports = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 10 && value.every((one) => typeof one === 'string' && one.length <= 50);

/** @throws ApiError 400 */
export const requireNewCredential = (body: PlainBody): RegistrationResponseJSON => {
  const credential = readCredential(body);
  if (credential === undefined) throw missing('passkey');
  const { response } = credential as Partial<RegistrationResponseJSON>; // the library checks the rest
  const transports: unknown = response?.transports;
  if (transports !== undefined && !isTransports(transports)) {
    const path = ['passkey', 'response', 'transports'];
    throw invalidValues([
      { path, message: `${path.join('.')} must be a list of up to 10 short texts`, value: undefined },
    ]);
  }
  return credential as RegistrationResponseJSON; // the library checks it
};

/** How a user confirms: with the answer of an authenticator, or with a code. */
export type Confirmation =
  | { readonly challenge: string; readonly passkey: AuthenticationResponseJSON }
  | { readonly challenge: string | undefined; readonly sent: FactorCode };

/** @throws ApiError 400 if the body has none, or several */
export const readConfirmation = (sentBody: unknown): Confirmation => {
  const body = plainBody(sentBody, ['challenge', 'code', 'recoveryCode', 'passkey']);
  const code = readSecretText(body, 'code');
  const recoveryCode = readSecretText(body, 'recoveryCode');
  const passkey = readCredential(body);
  const present = [code, recoveryCode, passkey].filter((one) => one !== undefined);
  if (present.length !== 1) throw fault('code', 'Send one of code, recoveryCode and passkey');
  if (passkey !== undefined)
    return { challenge: requireSecretText(body, 'challenge'), passkey: passkey as AuthenticationResponseJSON }; // the library checks it
  const challenge = readSecretText(body, 'challenge');
  return { challenge, sent: code === undefined ? { recoveryCode: recoveryCode ?? '' } : { code } };
};
