// The steps of a login after its first factor, and the login with a passkey alone.
import { checkLimit } from '../../api/rateLimit.ts';
import { networkOf, plainAnswer } from '../../api/http/index.ts';
import { requirePermission } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { plainBody } from '../../platform/plainBody.ts';
import { mayHaveSession } from '../../platform/access/index.ts';
import { answerLogin } from '../knownDevices/index.ts';
import { findByDocumentId, requirePasswordLogin } from '../users/index.ts';
import { takeChallenge, tryChallenge, type Challenge } from './challenges.ts';
import { confirmCode, noteNetwork, wrongFactor } from './confirmFactor.ts';
import { confirmPasskey, requestPasskey } from './passkeys.ts';
import { readConfirmation, readSecretText } from './stepBody.ts';
import type { Step, StepContext } from './stepContext.ts';
import { findFactors } from './storedFactors.ts';

/** Steps without a session from one network in a window. A login takes three. */
const maxSteps = 200;

/** @throws ApiError 429 */
export const checkSteps = ({ service, request }: StepContext): Promise<void> =>
  checkLimit(service, 'factor', maxSteps, 'address', networkOf(request.address));

/** A login with a passkey alone needs the permission of a login. @throws ApiError 403 */
const requireLogin = ({ caller }: StepContext): void => {
  requirePermission(caller, 'callback', 'plugin::users-permissions.auth');
};

interface Confirmed {
  readonly user: StoredDocument;
  readonly challenge: Challenge;
}

const confirmSignIn = async (context: StepContext): Promise<Confirmed> => {
  const { service, request, body } = context;
  const confirmation = readConfirmation(body);
  if ('passkey' in confirmation) {
    const confirmed = await confirmPasskey(service, request, confirmation.challenge, confirmation.passkey);
    // That of a session must not begin another one.
    if (confirmed.challenge.session !== undefined) throw wrongFactor();
    if (confirmed.challenge.user === undefined) requireLogin(context);
    const user = await findByDocumentId(service, confirmed.user);
    // Who logs in by a provider loses access there.
    if (user !== undefined && confirmed.challenge.user === undefined) await requirePasswordLogin(service, user);
    if (user?.published === undefined || !mayHaveSession(user.published, service.config.auth.emailConfirmation))
      throw wrongFactor();
    await noteNetwork(service, request, user.documentId);
    return { user, challenge: confirmed.challenge };
  }
  const code = confirmation.challenge ?? '';
  const { user, challenge } = await tryChallenge(service, code, ['factor']);
  if (user === undefined) throw wrongFactor();
  await confirmCode(service, request, user.documentId, confirmation.sent);
  await takeChallenge(service, code, ['factor']);
  return { user, challenge };
};

/** Ends a login: answers what a login without a factor answers. */
const verify: Step = async (context) => {
  await checkSteps(context);
  const { service, request, caller } = context;
  const { user, challenge } = await confirmSignIn(context);
  const proof = { provedAt: service.now() };
  return answerLogin(request, service, caller, user, { deviceId: challenge.deviceId, proof });
};

/** Asks for a passkey: of the user of a challenge, or of the session, or of whoever has one. */
const requestPasskeyStep: Step = async (context) => {
  await checkSteps(context);
  const { service, request, caller, body } = context;
  const code = readSecretText(plainBody(body, ['challenge']), 'challenge');
  if (code === undefined && caller.user === undefined) {
    requireLogin(context);
    return plainAnswer({ data: await requestPasskey(service, request, undefined, {}) });
  }
  const { challenge } = code === undefined ? {} : await tryChallenge(service, code, ['factor']);
  // Without its session the passkey would begin a new one.
  if (challenge === undefined && caller.session === undefined) throw wrongFactor();
  const user = challenge === undefined ? caller.user : challenge.user;
  const factors = user === undefined ? undefined : await findFactors(service, user);
  if (factors === undefined) throw wrongFactor();
  const { deviceId } = challenge ?? {};
  const session = challenge === undefined ? caller.session : undefined;
  return plainAnswer({
    data: await requestPasskey(service, request, factors, {
      ...(deviceId === undefined ? {} : { deviceId }),
      ...(session === undefined ? {} : { session }),
    }),
  });
};

export const signInSteps = { verify, 'request-passkey': requestPasskeyStep };
