// Reads the bodies of the steps below /api/auth/factors.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalidValues } from '../../errors.ts';
import { plainBody, wrongSecretType, type PlainBody } from '../../contracts/index.ts';
import { isObject } from '../../schema/index.ts';
import { readOptionalSecret, readTexts } from '../authBody.ts';
import type { FactorCode } from './confirmCode.ts';

const maxNameLength = 60;

const fault = (name: string, message: string, value?: unknown): Error =>
  invalidValues([{ path: [name], message, value }]);

/** @throws ApiError 400 if it is no text, empty or long */
export const requireName = (body: PlainBody): string => {
  const { name: value } = readTexts(body, { name: 'text' });
  const name = value.trim();
  if (name === '' || name.length > maxNameLength)
    throw fault('name', `name must have 1 to ${maxNameLength} characters`, value);
  return name;
};

/** @throws ApiError 400 for anything but a list of up to 100 texts */
export const requireIds = (body: PlainBody, name: string): readonly string[] => {
  const value = body[name];
  if (!Array.isArray(value) || value.length > 100 || !value.every((one) => typeof one === 'string'))
    throw fault(name, `${name} must be a list of up to 100 ids`);
  return value;
};

/** In JSON. The longest id, key and attestation together have less than half. */
const maxCredentialLength = 32_768;

/** What the authenticator answered, as the browser writes it: the library checks the rest. @throws ApiError 400, also if it is large */
const readCredential = (body: PlainBody): object | undefined => {
  const { passkey } = body;
  if (passkey === undefined) return undefined;
  if (!isObject(passkey)) throw invalidValues([wrongSecretType(['passkey'], 'object')]);
  if (JSON.stringify(passkey).length <= maxCredentialLength) return passkey;
  throw fault('passkey', `passkey must have at most ${maxCredentialLength} characters`);
};

const isTransports = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 10 && value.every((one) => typeof one === 'string' && one.length <= 50);

/** @throws ApiError 400 */
export const requireNewCredential = (body: PlainBody): RegistrationResponseJSON => {
  const credential = readCredential(body);
  if (credential === undefined) throw fault('passkey', 'passkey is a required field');
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
  const code = readOptionalSecret(body, 'code');
  const recoveryCode = readOptionalSecret(body, 'recoveryCode');
  const passkey = readCredential(body);
  const present = [code, recoveryCode, passkey].filter((one) => one !== undefined);
  if (present.length !== 1) throw fault('code', 'Send one of code, recoveryCode and passkey');
  if (passkey !== undefined)
    return { ...readTexts(body, { challenge: 'secret' }), passkey: passkey as AuthenticationResponseJSON }; // the library checks it
  const challenge = readOptionalSecret(body, 'challenge');
  return { challenge, sent: code === undefined ? { recoveryCode: recoveryCode ?? '' } : { code } };
};
