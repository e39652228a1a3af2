// The secret of a client at its provider: a text, or the key with which Apple's is signed.
import { importPKCS8, SignJWT } from 'jose';
import { isObject, parseJsonText } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

/** Longer than `configurationOf` keeps it. Apple takes up to six months. */
const validSeconds = 7_200;

const signSecret = async (
  key: Readonly<Record<string, unknown>>,
  { clientId, issuer }: { readonly clientId: string; readonly issuer: string },
  now: Date,
): Promise<string> => {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: String(key.keyId) })
    .setIssuer(String(key.teamId))
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + validSeconds)
    .sign(await importPKCS8(String(key.privateKey), 'ES256'));
};

/**
 * Reads the secret of a client from `LECTERN_SIGN_IN_SECRETS`: a text, or `{ teamId, keyId, privateKey }` of Apple.
 *
 * @returns undefined for a public client
 * @throws Error if the key cannot sign
 */
export const findClientSecret = async (
  { secrets, now }: Pick<Service, 'secrets' | 'now'>,
  provider: { readonly name: string; readonly clientId: string; readonly issuer: string },
): Promise<string | undefined> => {
  const json = parseJsonText(secrets.signIn ?? '{}');
  const value = 'error' in json ? undefined : (json.value as Readonly<Record<string, unknown>> | null)?.[provider.name];
  if (isObject(value)) return signSecret(value, provider, now());
  return typeof value === 'string' && value !== '' ? value : undefined;
};
