// The steps of a login after its first factor, and the login with a passkey alone.
import { plainAnswer } from '../../api/http/index.ts';
import { mayHaveSession, requirePermission } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { plainBody } from '../../contracts/index.ts';
import { readOptionalSecret } from '../authBody.ts';
import { answerLogin } from '../logins/index.ts';
import { findByDocumentId } from '../users/index.ts';
import { readDeviceId } from '../sessions/index.ts';
import { requirePasswordLogin } from '../passwords/index.ts';
import { takeChallenge, tryChallenge, type ChallengeContext } from './challenges.ts';
import { noteNetwork } from './codeLimits.ts';
import { confirmCode, wrongFactor } from './confirmCode.ts';
import { confirmPasskey, requestPasskey } from './passkeys.ts';
import { readConfirmation } from './stepBody.ts';
import { checkSteps, type Step, type StepContext } from './step.ts';
import { findFactors } from './storedFactors.ts';

/** A login with a passkey alone needs the permission of a login. @throws ApiError 403 */
const requireLoginPermission = ({ caller }: StepContext): void => {
  requirePermission(caller, 'callback', 'plugin::users-permissions.auth');
};

const confirmSignIn = async (
  context: StepContext,
): Promise<{ readonly user: StoredDocument; readonly deviceId: string | undefined }> => {
  const { service, request, body } = context;
  const confirmation = readConfirmation(body);
  if ('passkey' in confirmation) {
    const { challenge: challengeCode, passkey } = confirmation;
    const { challenge, ...confirmed } = await confirmPasskey(service, request, challengeCode, passkey);
    // That of a session must not begin another one.
    if (challenge.session !== undefined) throw wrongFactor();
    if (challenge.user === undefined) requireLoginPermission(context);
    const user = await findByDocumentId(service, confirmed.user);
    // A user of a provider must log in there, because the provider ends their access.
    if (user !== undefined && challenge.user === undefined) await requirePasswordLogin(service, user);
    if (user?.published === undefined || !mayHaveSession(user.published, service.config.auth.emailConfirmation))
      throw wrongFactor();
    await noteNetwork(service, request, user.documentId);
    return { user, deviceId: challenge.deviceId };
  }
  const challengeCode = confirmation.challenge ?? '';
  const { user, challenge } = await tryChallenge(service, challengeCode, 'factor');
  await confirmCode(service, request, user.documentId, confirmation.sent);
  await takeChallenge(service, challengeCode, 'factor');
  return { user, deviceId: challenge.deviceId };
};

/** Ends a login: answers what a login without a factor answers. */
const verify: Step = async (context) => {
  await checkSteps(context);
  const { service, request, caller } = context;
  const { user, deviceId } = await confirmSignIn(context);
  return answerLogin(request, service, caller, user, { deviceId, factorState: { confirmedAt: service.now() } });
};

/** Finds whose passkey to ask for, and the login or session that asks. @throws ApiError 400 without a session: the passkey would begin a new one */
const findPasskeyOwner = async (
  { service, caller: { user, session } }: StepContext,
  code: string | undefined,
): Promise<ChallengeContext & { readonly user: string }> => {
  if (code !== undefined) {
    const { challenge, user: owner } = await tryChallenge(service, code, 'factor');
    return { ...challenge, user: owner.documentId };
  }
  if (user === undefined || session === undefined) throw wrongFactor();
  return { user, session };
};

/** Asks for a passkey: of the user of a challenge, or of the session, or of whoever has one. */
const requestPasskeyStep: Step = async (context) => {
  await checkSteps(context);
  const { service, request, caller, body } = context;
  const { deviceId: sentDeviceId, ...sent } = plainBody(body, ['challenge', 'deviceId']);
  const code = readOptionalSecret(sent, 'challenge');
  if (code === undefined && caller.user === undefined) {
    requireLoginPermission(context);
    return plainAnswer({
      data: await requestPasskey(service, request, undefined, { deviceId: readDeviceId(sentDeviceId) }),
    });
  }
  const { user, deviceId, session, sessionsSince } = await findPasskeyOwner(context, code);
  const factors = await findFactors(service, user);
  if (factors === undefined) throw wrongFactor();
  return plainAnswer({ data: await requestPasskey(service, request, factors, { deviceId, session, sessionsSince }) });
};

export const signInSteps = { verify, 'request-passkey': requestPasskeyStep };
