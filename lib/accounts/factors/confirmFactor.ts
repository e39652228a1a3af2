// Checks a one-time code or a recovery code. Each counts once, also in requests at the same time.
import { checkLimit } from '../../api/rateLimit.ts';
import { networkOf, type Request } from '../../api/http/index.ts';
import { ApiError } from '../../errors.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';
import { auditedUser, recordFailedFactor } from '../users/index.ts';
import { hashRecoveryCode } from './recoveryCodes.ts';
import { factorCollection, findFactors, type StoredFactors } from './storedFactors.ts';
import { matchTotp, openTotpSecret } from './totp.ts';

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
