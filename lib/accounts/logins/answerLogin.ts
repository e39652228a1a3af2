// Ends logins: starts the session, records it and its device, and answers it.
import type { Answer, Request } from '../../api/http/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser, readUser } from '../users/index.ts';
import { sessionAnswer, startSession, type Login } from '../sessions/index.ts';
import { recordDevice } from './recordDevice.ts';

/**
 * Starts a session, and answers it with its user.
 *
 * @param started runs when the session has started, and before its tokens are answered
 * @throws ApiError as `startSession`
 */
export const answerNewSession = async (
  request: Request,
  service: Service,
  caller: Caller,
  user: StoredDocument,
  login: Login = {},
  started: () => Promise<void> = () => Promise.resolve(),
): Promise<Answer> => {
  const tokens = await startSession(service, request, user, login);
  await started();
  return sessionAnswer(service, request, tokens, { user: await readUser(request, service, caller, user.documentId) });
};

/**
 * The end of every login, whatever its first factor was.
 *
 * @param user whom the first factor has identified
 */
export const answerLogin = (
  request: Request,
  service: Service,
  caller: Caller,
  user: StoredDocument,
  login: Login = {},
): Promise<Answer> =>
  // After the session has started, because it may be refused, and before its tokens are answered: nobody can use a session without a row.
  answerNewSession(request, service, caller, user, login, async () => {
    await recordAction(service, { action: 'login.succeeded', target: auditedUser(user), actor: user.documentId });
    await recordDevice(request, service, user, login.deviceId);
  });
