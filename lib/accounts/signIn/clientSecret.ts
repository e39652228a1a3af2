// The secret of a client at its provider: a text, or the key with which Apple's is signed.
import { isObject, parseJsonText } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

/** Longer than `configurationOf` keeps it. Apple takes up to six months. */
const validSeconds = 7_200;

const signSecret = async (
  key: Readonly<Record<string, unknown>>,
  { clientId, issuer }: { readonly clientId: string; readonly issuer: string },
  now: Date,
): Promise<string> => {
  const { importPKCS8, SignJWT } = await import('jose');
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
 * @throws Error if the secrets are not valid, or the key cannot sign
 */
export const findClientSecret = async (
  { secrets, now }: Pick<Service, 'secrets' | 'now'>,
  provider: { readonly name: string; readonly clientId: string; readonly issuer: string },
): Promise<string | undefined> => {
  const json = parseJsonText(secrets.signIn ?? '{}');
  // No message has a part of the secrets, because it is logged.
  if ('error' in json) throw new Error(`LECTERN_SIGN_IN_SECRETS is not valid JSON: ${json.error}`);
  if (!isObject(json.value)) throw new Error('LECTERN_SIGN_IN_SECRETS must be an object: {"okta":"…"}');
  const secret = json.value[provider.name] ?? '';
  if (isObject(secret)) return signSecret(secret, provider, now());
  if (typeof secret !== 'string')
    throw new Error(`LECTERN_SIGN_IN_SECRETS.${provider.name} must be a text, or the key of Apple`);
  return secret === '' ? undefined : secret;
};
