// The codes of second factors: one-time codes of authenticator apps (RFC 6238), with the numbers that all apps know (SHA-1, six digits,
// 30 seconds), and recovery codes, which each replace a factor once.
import { Secret, TOTP } from 'otpauth';
import { requireTokenSecret } from '../../platform/config/index.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import { hashCode } from '../codes.ts';

const stepSeconds = 30;

/** Codes of one step before and one after the current one are accepted, because clocks differ. */
const tolerance = 1;

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;

/** @returns a new secret in base32, as authenticator apps read it */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** Of API tokens: that secret stays as long as the site does. */
const secretsOf = ({ secrets }: Pick<Service, 'secrets'>): readonly string[] => [requireTokenSecret(secrets)];

const purposeFor = (user: string): string => `second factor of ${user}`;

/** @param user whose secret it is: sealed, it opens for no other user */
export const sealTotpSecret = (service: Pick<Service, 'secrets'>, user: string, secret: string): Promise<string> =>
  seal(secretsOf(service), purposeFor(user), secret);

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: stepSeconds });

/**
 * The address that an authenticator app reads from a QR code.
 *
 * @param issuer the name of the site
 * @param label who logs in there
 */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  // Apps read a colon as the end of the issuer.
  totpOf(secret, issuer.replaceAll(':', ' '), label.replaceAll(':', ' ')).toString();

/**
 * @param user whose code it is
 * @param sealed their secret
 * @returns the step of time that the code belongs to; undefined for a code that is not valid now, for a secret that was sealed for
 *   another user, and if the secret of API tokens has changed
 */
export const matchTotp = async (
  service: Pick<Service, 'secrets' | 'now'>,
  user: string,
  sealed: string,
  code: string,
): Promise<number | undefined> => {
  const token = code.replaceAll(/\s/g, '');
  const secret = await unseal(secretsOf(service), purposeFor(user), sealed);
  // The library throws for six characters that are not six bytes.
  if (secret === undefined || !/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(secret);
  const timestamp = service.now().getTime();
  const delta = totp.validate({ token, timestamp, window: tolerance });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
};

const recoveryCodeCount = 10;

/** 80 bits: nobody can guess one, so a fast hash is enough, and no limit can lock a user out of them. */
const recoveryCodeBytes = 10;

/** Base32 has no digits that look like its letters. */
const newRecoveryCode = (): string =>
  new Secret({ size: recoveryCodeBytes }).base32.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-');

export const newRecoveryCodes = (): readonly string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode);

/** The stored form. Spaces, hyphens and capital letters of what a person types do not count. */
export const hashRecoveryCode = (code: string): string => hashCode(code.toLowerCase().replaceAll(/[\s-]/g, ''));
