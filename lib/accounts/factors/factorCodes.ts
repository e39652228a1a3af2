// The codes of second factors: one-time codes of authenticator apps (RFC 6238), with the numbers that all apps know (SHA-1, six digits,
// 30 seconds), and recovery codes, which each replace a factor once. Each code counts once, also in requests at the same time.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { networkOf, type Request } from '../../api/http/index.ts';
import { checkLimit } from '../../api/rateLimit.ts';
import { ApiError } from '../../errors.ts';
import { recordAction } from '../../platform/audit/index.ts';
import { requireTokenSecret } from '../../platform/config/index.ts';
import { hashOf } from '../../platform/hashOf.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser, hashCode, recordFailedFactor } from '../users/index.ts';
import { factorCollection, findFactors, type StoredFactors } from './storedFactors.ts';

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

/** @returns undefined if it was sealed for another user, or if the secret of API tokens has changed */
export const openTotpSecret = (
  service: Pick<Service, 'secrets'>,
  user: string,
  sealed: string,
): Promise<string | undefined> => unseal(secretsOf(service), purposeFor(user), sealed);

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

/** @returns the step of time that a code belongs to; undefined for a code that is not valid now */
export const matchTotp = (secret: string, code: string, now: Date): number | undefined => {
  // The library throws for six characters that are not six bytes.
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: tolerance });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
};

const recoveryCodeCount = 10;

/** 80 bits: nobody can guess one, so a fast hash is enough, and no limit can lock a user out of them. */
const recoveryCodeBytes = 10;

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';

const newRecoveryCode = (): string => {
  const bits = [...randomBytes(recoveryCodeBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
};

export const newRecoveryCodes = (): readonly string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode);

/** The stored form. Spaces, hyphens and capital letters of what a person types do not count. */
export const hashRecoveryCode = (code: string): string => hashCode(code.toLowerCase().replaceAll(/[\s-]/g, ''));

/** A code of an authenticator app, or one of the recovery codes. */
export type FactorCode = { readonly code: string } | { readonly recoveryCode: string };

/** Wrong codes in a window: of 1,000,000 codes, three are valid at a time. */
const maxWrongCodes = 10;

const maxNetworks = 10;

const networkHash = (user: string, { address }: Pick<Request, 'address'>): string => hashOf(user, networkOf(address));

/**
 * Counts an attempt with a one-time code. A network from which the user confirmed a factor before has a limit of its own, and all
 * others share one: whoever knows the password cannot guess codes from many networks, and cannot lock the user out of theirs.
 * Passkeys and recovery codes cannot be guessed, so they have no limit.
 *
 * @throws ApiError 429
 */
const checkCodeLimit = (service: Service, request: Request, { _id: user, networks = [] }: StoredFactors) => {
  const network = networkHash(user, request);
  return checkLimit(service, 'factor', maxWrongCodes, user, networks.includes(network) ? network : 'elsewhere');
};

/** Remembers the network of a confirmed factor. */
export const noteNetwork = async (service: Service, request: Request, user: string): Promise<void> => {
  const factors = await factorCollection(service);
  const network = networkHash(user, request);
  const networks = { $each: [network], $slice: -maxNetworks };
  await factors.updateOne({ _id: user, networks: { $ne: network } }, { $push: { networks } });
};

/** Accepts a code of the app if its step is later than that of the last accepted one. */
const useTotp = async (service: Service, { _id, totp }: StoredFactors, code: string): Promise<boolean> => {
  const secret = totp === undefined ? undefined : await openTotpSecret(service, _id, totp.secret);
  const step = secret === undefined ? undefined : matchTotp(secret, code, service.now());
  if (step === undefined || totp === undefined) return false;
  const factors = await factorCollection(service);
  // With another secret in the meantime, the code is one of a factor that is gone.
  const filter = { _id, 'totp.secret': totp.secret, 'totp.step': { $lt: step } };
  return (await factors.updateOne(filter, { $set: { 'totp.step': step } })).modifiedCount === 1;
};

const useRecoveryCode = async (service: Service, { _id }: StoredFactors, recoveryCode: string): Promise<boolean> => {
  const hash = hashRecoveryCode(recoveryCode);
  const factors = await factorCollection(service);
  const isUsed = (await factors.updateOne({ _id, recovery: hash }, { $pull: { recovery: hash } })).modifiedCount === 1;
  if (isUsed)
    await recordAction(service, {
      ...{ action: 'factor.recover', target: auditedUser({ documentId: _id }), actor: _id },
    });
  return isUsed;
};

export const wrongFactor = (): ApiError => new ApiError(400, 'ApplicationError', 'Invalid second factor');

/**
 * Uses a code of a user up.
 *
 * @throws ApiError 400 for a wrong code, and for one that was used before; 429 after too many one-time codes
 */
export const confirmCode = async (
  service: Service,
  request: Request,
  user: string,
  sent: FactorCode,
): Promise<void> => {
  const factors = await findFactors(service, user);
  if (factors === undefined) throw wrongFactor();
  if ('code' in sent) await checkCodeLimit(service, request, factors);
  const isRight =
    'code' in sent
      ? await useTotp(service, factors, sent.code.replaceAll(/\s/g, ''))
      : await useRecoveryCode(service, factors, sent.recoveryCode);
  if (!isRight) {
    await recordFailedFactor(service, request, user);
    throw wrongFactor();
  }
  await noteNetwork(service, request, user);
};
