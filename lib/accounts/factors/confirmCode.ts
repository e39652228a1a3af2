// Confirms a user with a code. Each code counts once, also in requests at the same time.
import type { Request } from '../../api/http/index.ts';
import { ApiError } from '../../errors.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser } from '../users/index.ts';
import { recordFailedFactor } from '../logins/index.ts';
import { countCode, maxFailures, noteNetwork, reportFailures } from './codeLimits.ts';
import { hashRecoveryCode, matchTotp } from './factorCodes.ts';
import { factorCollection, findFactors, type StoredFactors } from './storedFactors.ts';

/** A code of an authenticator app, or one of the recovery codes. */
export type FactorCode = { readonly code: string } | { readonly recoveryCode: string };

export const wrongFactor = (): ApiError => new ApiError(400, 'FactorError', 'Invalid second factor');

/** Accepts a code of the app if its step is later than that of the last accepted one. A code does not end a lock. */
const useTotp = async (
  service: Service,
  { _id, totp }: StoredFactors,
  code: string,
  failures: number,
): Promise<boolean> => {
  const step = totp === undefined ? undefined : await matchTotp(service, _id, totp.secret, code);
  if (step === undefined || totp === undefined) return false;
  const factors = await factorCollection(service);
  // With another secret in the meantime, the code is one of a factor that is gone.
  const filter = { _id, 'totp.secret': totp.secret, 'totp.step': { $lt: step } };
  const change = { $set: { 'totp.step': step, ...(failures > maxFailures ? {} : { 'totp.failures': 0 }) } };
  return (await factors.updateOne(filter, change)).modifiedCount === 1;
};

const useRecoveryCode = async (service: Service, { _id }: StoredFactors, recoveryCode: string): Promise<boolean> => {
  const hash = hashRecoveryCode(recoveryCode);
  const factors = await factorCollection(service);
  const change = { $pull: { recovery: hash }, $unset: { 'totp.failures': '' as const } };
  const isUsed = (await factors.updateOne({ _id, recovery: hash }, change)).modifiedCount === 1;
  if (isUsed)
    await recordAction(service, { action: 'factor.recover', target: auditedUser({ documentId: _id }), actor: _id });
  return isUsed;
};

/**
 * Uses a code of a user up.
 *
 * @throws ApiError 400 for a wrong code, and for one that was used before; as `countCode` after too many codes of the app
 */
export const confirmCode = async (
  service: Service,
  request: Request,
  user: string,
  sent: FactorCode,
): Promise<void> => {
  const factors = await findFactors(service, user);
  if (factors === undefined) throw wrongFactor();
  const failures = 'code' in sent ? await countCode(service, request, factors) : 0;
  const isRight =
    'code' in sent
      ? await useTotp(service, factors, sent.code, failures)
      : await useRecoveryCode(service, factors, sent.recoveryCode);
  if (!isRight) {
    await recordFailedFactor(service, request, user);
    await reportFailures(service, request, user, failures);
    throw wrongFactor();
  }
  await noteNetwork(service, request, user);
};
