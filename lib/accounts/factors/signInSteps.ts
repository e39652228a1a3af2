// The steps of a login after its first factor, and the login with a passkey alone.
import { plainAnswer } from '../../api/http/index.ts';
import { mayHaveSession, requirePermission } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { plainBody } from '../../platform/plainBody.ts';
import { answerLogin } from '../knownDevices/index.ts';
import { findByDocumentId, requirePasswordLogin } from '../users/index.ts';
import { takeChallenge, tryChallenge, type Challenge } from './challenges.ts';
import { noteNetwork } from './codeLimits.ts';
import { confirmCode, wrongFactor } from './confirmCode.ts';
import { confirmPasskey, requestPasskey } from './passkeys.ts';
import { readConfirmation, readSecretText } from './stepBody.ts';
import { checkSteps, type Step, type StepContext } from './step.ts';
import { findFactors } from './storedFactors.ts';

/** A login with a passkey alone needs the permission of a login. @throws ApiError 403 */
const requireLoginPermission = ({ caller }: StepContext): void => {
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
    if (confirmed.challenge.user === undefined) requireLoginPermission(context);
    const user = await findByDocumentId(service, confirmed.user);
    // A user of a provider must log in there, because the provider ends their access.
    if (user !== undefined && confirmed.challenge.user === undefined) await requirePasswordLogin(service, user);
    if (user?.published === undefined || !mayHaveSession(user.published, service.config.auth.emailConfirmation))
      throw wrongFactor();
    await noteNetwork(service, request, user.documentId);
    return { user, challenge: confirmed.challenge };
  }
  const challengeCode = confirmation.challenge ?? '';
  const { user, challenge } = await tryChallenge(service, challengeCode, 'factor');
  if (user === undefined) throw wrongFactor();
  await confirmCode(service, request, user.documentId, confirmation.sent);
  await takeChallenge(service, challengeCode, 'factor');
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
    requireLoginPermission(context);
    return plainAnswer({ data: await requestPasskey(service, request, undefined, {}) });
  }
  const { challenge } = code === undefined ? {} : await tryChallenge(service, code, 'factor');
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
