// The steps that set up a factor: in a session, or during the first login of a user whose role requires one.
import { plainAnswer, type Answer } from '../../api/http/index.ts';
import { conflict } from '../../errors.ts';
import { isDuplicateKey, type StoredDocument } from '../../platform/db/index.ts';
import { plainBody } from '../../contracts/index.ts';
import { readOptionalSecret, readTexts } from '../authBody.ts';
import { answerLogin } from '../logins/index.ts';
import { auditedUser } from '../users/index.ts';
import { forgetOtherConfirmations, recordFactorState } from '../sessions/index.ts';
import {
  createChallenge,
  invalidChallenge,
  takeChallenge,
  tryChallenge,
  type ChallengeContext,
  type OpenChallenge,
} from './challenges.ts';
import { noteNetwork } from './codeLimits.ts';
import { wrongFactor } from './confirmCode.ts';
import {
  hashRecoveryCode,
  matchTotp,
  newRecoveryCodes,
  newTotpSecret,
  sealTotpSecret,
  totpUri,
} from './factorCodes.ts';
import { requestRegistration, verifyRegistration } from './passkeys.ts';
import { requireName, requireNewCredential } from './stepBody.ts';
import { checkSteps, requireConfirmed, requireSignedIn, type Step, type StepContext } from './step.ts';
import { changeFactors, findFactors, hasFactor, type StoredFactors } from './storedFactors.ts';

const maxPasskeys = 20;

/** @throws ApiError 409 */
const refuseMorePasskeys = ({ passkeys = [] }: Pick<StoredFactors, 'passkeys'>): void => {
  if (passkeys.length >= maxPasskeys) throw conflict(`A user has at most ${maxPasskeys} passkeys: remove one first`);
};

interface SetUp {
  readonly user: StoredDocument;
  readonly factors: StoredFactors | undefined;
  readonly context: ChallengeContext;
}

/** Whose factor is set up. @throws ApiError 400 for a challenge that is used up; 401 and 403 as `requireConfirmed` */
const beginSetUp = async (context: StepContext): Promise<SetUp> => {
  await checkSteps(context);
  const { service, body } = context;
  const code = readOptionalSecret(plainBody(body, ['challenge']), 'challenge');
  if (code !== undefined) {
    const { challenge, user } = await tryChallenge(service, code, 'set-up');
    if (hasFactor(await findFactors(service, user.documentId))) throw invalidChallenge();
    return {
      user,
      factors: undefined,
      context: { deviceId: challenge.deviceId, sessionsSince: challenge.sessionsSince },
    };
  }
  const { user, session, factors } = await requireConfirmed(context);
  return { user, factors, context: { session } };
};

const setUpTotp: Step = async (stepContext) => {
  const { user, context } = await beginSetUp(stepContext);
  const { service } = stepContext;
  const secret = newTotpSecret();
  const sealed = await sealTotpSecret(service, user.documentId, secret);
  const challenge = await createChallenge(service, {
    ...{ kind: 'totp', user: user.documentId, payload: sealed },
    ...context,
  });
  const uri = totpUri(secret, service.config.editor.name, String(user.published?.email));
  return plainAnswer({ data: { secret, uri, challenge } });
};

const setUpPasskey: Step = async (stepContext) => {
  const { user, factors, context } = await beginSetUp(stepContext);
  const { service, request } = stepContext;
  refuseMorePasskeys(factors ?? {});
  return plainAnswer({ data: await requestRegistration(service, request, user, factors ?? {}, context) });
};

interface NewFactor {
  readonly kind: 'totp' | 'passkey';
  /** The update that stores it. */
  readonly change: object;
  /** What must not be stored yet. */
  readonly unless?: object;
}

/** A user without a factor. Only then does a login with the password alone set one up. */
const withoutFactor = { totp: { $exists: false }, 'passkeys.0': { $exists: false } };

/**
 * Stores a factor together with its row in the audit log, and recovery codes with the first one.
 *
 * @returns the recovery codes, which are answered this once; undefined if the user has some
 * @throws ApiError 409 for a passkey that is known or one too many, and for a login that found another factor in the meantime
 */
const storeFactor = async (
  { service }: StepContext,
  { challenge: { session }, user: { documentId: user } }: OpenChallenge,
  { kind, change, unless = {} }: NewFactor,
): Promise<readonly string[] | undefined> => {
  const recoveryCodes = newRecoveryCodes();
  const recovery = recoveryCodes.map(hashRecoveryCode);
  const filter = { _id: user, ...unless, ...(session === undefined ? withoutFactor : {}) };
  const isFirst = await changeFactors(
    service,
    user,
    async (factors, options) => {
      // If the document exists and does not match, MongoDB tries to insert another one with the same `_id`.
      const before = await factors.findOneAndUpdate(filter, change, { ...options, upsert: true });
      // Other set-ups may have ended since this one began.
      if (kind === 'passkey') refuseMorePasskeys(before ?? {});
      if ((before?.recovery ?? []).length > 0) return false;
      await factors.updateOne({ _id: user }, { $set: { recovery } }, options);
      return true;
    },
    () => ({ action: 'factor.add', target: auditedUser({ documentId: user }), changed: [kind], actor: user }),
  ).catch((error: unknown) => {
    throw isDuplicateKey(error) ? conflict('This second factor is set up already') : error;
  });
  return isFirst ? recoveryCodes : undefined;
};

/** The new factor was just confirmed: the session of the set-up goes on, or the login ends with one. */
const endSetUp = async (
  { service, request, caller }: StepContext,
  { challenge: { session, deviceId }, user }: OpenChallenge,
  recoveryCodes: readonly string[] | undefined,
): Promise<Answer> => {
  const { documentId } = user;
  const confirmedAt = service.now();
  await noteNetwork(service, request, documentId);
  await forgetOtherConfirmations(service, documentId, session);
  const codes = recoveryCodes === undefined ? {} : { recoveryCodes };
  if (session !== undefined) {
    await recordFactorState(service, documentId, session, { confirmedAt });
    return plainAnswer({ data: codes });
  }
  const answer = await answerLogin(request, service, caller, user, { deviceId, factorState: { confirmedAt } });
  return { ...answer, body: { ...(answer.body as object), ...codes } }; // an object with the session
};

/** @throws ApiError 400 unless the request comes from the session that began the set-up; 401 if that has ended since */
const requireSameSession = async (context: StepContext, { session }: ChallengeContext): Promise<void> => {
  if (session === undefined) return;
  if (session !== context.caller.session) throw invalidChallenge();
  await requireSignedIn(context);
};

const confirmTotp: Step = async (context) => {
  await checkSteps(context);
  const { service } = context;
  const body = plainBody(context.body, ['challenge', 'code']);
  const { challenge: challengeCode, code } = readTexts(body, { challenge: 'secret', code: 'secret' });
  const open = await tryChallenge(service, challengeCode, 'totp');
  const { challenge, user } = open;
  await requireSameSession(context, challenge);
  const step = await matchTotp(service, user.documentId, challenge.payload, code);
  if (step === undefined) throw wrongFactor();
  await takeChallenge(service, challengeCode, 'totp');
  const totp = { secret: challenge.payload, step, createdAt: service.now() };
  // Browsers that were remembered with the app before ask for the new one.
  const change = { $set: { totp }, $unset: { devices: '' } };
  const recoveryCodes = await storeFactor(context, open, { kind: 'totp', change });
  return endSetUp(context, open, recoveryCodes);
};

const confirmRegistration: Step = async (context) => {
  await checkSteps(context);
  const { service, request } = context;
  const body = plainBody(context.body, ['challenge', 'passkey', 'name']);
  const { challenge: challengeCode } = readTexts(body, { challenge: 'secret' });
  const name = requireName(body);
  const response = requireNewCredential(body);
  const open = await takeChallenge(service, challengeCode, 'registration');
  await requireSameSession(context, open.challenge);
  const passkey = await verifyRegistration(service, request, open.challenge.payload, response, name);
  const recoveryCodes = await storeFactor(context, open, {
    kind: 'passkey',
    change: { $push: { passkeys: passkey } },
    unless: { 'passkeys.id': { $ne: passkey.id } },
  });
  return endSetUp(context, open, recoveryCodes);
};

export const setUpSteps = {
  'set-up-totp': setUpTotp,
  'confirm-totp': confirmTotp,
  'set-up-passkey': setUpPasskey,
  'confirm-passkey': confirmRegistration,
};
