// The steps of "My account": what factors the user has, and changes of them.
import { checkAddress, checkIdentifier } from '../../api/rateLimit.ts';
import { plainAnswer } from '../../api/http/index.ts';
import { ApiError, conflict, invalid, notFound } from '../../errors.ts';
import { recordAction, type AuditAction } from '../../platform/audit/index.ts';
import { plainBody } from '../../contracts/index.ts';
import { auditedUser } from '../users/index.ts';
import { matchesPassword } from '../passwords/index.ts';
import { readObject, readTexts } from '../authBody.ts';
import { recordFactorState, usesStrictCookie } from '../sessions/index.ts';
import { noteNetwork } from './codeLimits.ts';
import { confirmCode, wrongFactor } from './confirmCode.ts';
import { hashRecoveryCode, newRecoveryCodes } from './factorCodes.ts';
import { rememberBrowser } from './rememberedBrowsers.ts';
import { confirmPasskey, findRelyingParty } from './passkeys.ts';
import { mustHaveFactor } from './requireSecondFactor.ts';
import { readConfirmation, requireName } from './stepBody.ts';
import { requireConfirmed, requireSignedIn, type Step, type StepContext } from './step.ts';
import { changeFactors, factorCollection, findFactors, hasFactor } from './storedFactors.ts';

const record = ({ service }: StepContext, action: AuditAction, user: string): Promise<void> =>
  recordAction(service, { action, target: auditedUser({ documentId: user }) });

const state: Step = async (context) => {
  const { service, request } = context;
  const { user } = await requireSignedIn(context);
  const { totp, passkeys = [], recovery = [] } = (await findFactors(service, user.documentId)) ?? {};
  return plainAnswer({
    data: {
      totp: totp === undefined ? null : { createdAt: totp.createdAt },
      passkeys: passkeys.map(({ id, name, createdAt, usedAt = null }) => ({ id, name, createdAt, usedAt })),
      recoveryCodes: recovery.length,
      required: await mustHaveFactor(service, user),
      canUsePasskeys: findRelyingParty(service, request) !== undefined,
    },
  });
};

/** A user without a factor confirms with the password, to set up the first one. */
const confirmPassword = async (
  { service, request }: StepContext,
  user: string,
  password: string,
  stored: unknown,
): Promise<void> => {
  await checkAddress(service, request, 'login');
  await checkIdentifier(service, 'login', user);
  if (!(await matchesPassword(service, password, stored))) throw invalid('The provided current password is invalid');
};

/** Confirms the session once more. */
const stepUp: Step = async (context) => {
  const { service, request, body } = context;
  const { user, session } = await requireSignedIn(context);
  const { documentId, published } = user;
  if ('password' in readObject(body)) {
    const { password } = readTexts(plainBody(body, ['password']), { password: 'secret' });
    if (hasFactor(await findFactors(service, documentId))) throw wrongFactor();
    await confirmPassword(context, documentId, password, published?.password);
  } else {
    const confirmation = readConfirmation(body);
    if ('passkey' in confirmation) {
      const confirmed = await confirmPasskey(service, request, confirmation.challenge, confirmation.passkey);
      if (confirmed.user !== documentId || confirmed.challenge.session !== session) throw wrongFactor();
      await noteNetwork(service, request, documentId);
    } else await confirmCode(service, request, documentId, confirmation.sent);
  }
  await record(context, 'factor.confirm', documentId);
  const confirmedAt = service.now();
  await recordFactorState(service, documentId, session, { confirmedAt });
  return plainAnswer({ data: { confirmedAt } });
};

const remember: Step = async (context) => {
  plainBody(context.body ?? {}, []);
  const { service, request } = context;
  const { user, session, factors } = await requireConfirmed(context);
  if (!usesStrictCookie(request) || !hasFactor(factors) || service.config.signIn.secondFactor.rememberDays === 0)
    throw new ApiError(400, 'ApplicationError', 'This browser cannot be remembered');
  await record(context, 'factor.remember', user.documentId);
  return { ...plainAnswer({ data: {} }), ...(await rememberBrowser(service, user, session)) };
};

/** Removes the code app, or a passkey by its id. With the last factor, everything about factors goes. */
const remove: Step = async (context) => {
  const { service } = context;
  const { factor } = readTexts(plainBody(context.body, ['factor']), { factor: 'text' });
  const { user, factors } = await requireConfirmed(context);
  const { documentId } = user;
  const passkey = factors?.passkeys?.find(({ id }) => id === factor);
  const isTotp = factor === 'totp' && factors?.totp !== undefined;
  if (passkey === undefined && !isTotp) throw notFound();
  const isRequired = await mustHaveFactor(service, user);
  const another = isTotp
    ? { 'passkeys.0': { $exists: true } }
    : { $or: [{ totp: { $exists: true } }, { 'passkeys.1': { $exists: true } }] };
  const change = isTotp ? { $unset: { totp: '' as const } } : { $pull: { passkeys: { id: factor } } };
  await changeFactors(
    service,
    documentId,
    async (stored, options) => {
      // Of two requests that remove one each, the second finds no other factor.
      const { matchedCount } = await stored.updateOne(
        { _id: documentId, ...(isRequired ? another : {}) },
        change,
        options,
      );
      if (matchedCount === 0)
        throw conflict('Your role requires a second factor: set up another one before you remove this');
      // Another request may have added a factor in the meantime.
      await stored.deleteOne({ _id: documentId, totp: { $exists: false }, 'passkeys.0': { $exists: false } }, options);
    },
    () => ({
      action: 'factor.remove',
      target: auditedUser({ documentId }),
      changed: [isTotp ? 'totp' : 'passkey'],
    }),
  );
  return plainAnswer({ data: {} });
};

const renamePasskey: Step = async (context) => {
  const body = plainBody(context.body, ['id', 'name']);
  const { id } = readTexts(body, { id: 'text' });
  const name = requireName(body);
  const { user } = await requireSignedIn(context);
  const { matchedCount } = await (
    await factorCollection(context.service)
  ).updateOne({ _id: user.documentId, 'passkeys.id': id }, { $set: { 'passkeys.$.name': name } });
  if (matchedCount === 0) throw notFound();
  return plainAnswer({ data: { id, name } });
};

/** Makes new recovery codes. The ones before are invalid. */
const replaceRecoveryCodes: Step = async (context) => {
  plainBody(context.body ?? {}, []);
  const { user, factors } = await requireConfirmed(context);
  if (!hasFactor(factors)) throw conflict('Recovery codes replace a second factor: set one up first');
  const recoveryCodes = newRecoveryCodes();
  await record(context, 'factor.recovery-codes', user.documentId);
  const stored = await factorCollection(context.service);
  await stored.updateOne({ _id: user.documentId }, { $set: { recovery: recoveryCodes.map(hashRecoveryCode) } });
  return plainAnswer({ data: { recoveryCodes } });
};

export const accountSteps = {
  state,
  remember,
  remove,
  'step-up': stepUp,
  'rename-passkey': renamePasskey,
  'recovery-codes': replaceRecoveryCodes,
};
