// Ends logins: records them and the device, starts the session, and answers it.
import type { Answer, Request } from '../../api/http/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser, readUser } from '../users/index.ts';
import { sessionAnswer, startSession, type Login } from '../sessions/index.ts';
import { recordDevice } from './recordDevice.ts';

/** Starts a session, and answers it with its user. */
export const answerNewSession = async (
  request: Request,
  service: Service,
  caller: Caller,
  user: StoredDocument,
  login: Login = {},
): Promise<Answer> =>
  sessionAnswer(service, request, await startSession(service, request, user, login), {
    user: await readUser(request, service, caller, user.documentId),
  });

/**
 * The end of every login, whatever its first factor was.
 *
 * @param user whom the first factor has identified
 */
export const answerLogin = async (
  request: Request,
  service: Service,
  caller: Caller,
  user: StoredDocument,
  login: Login = {},
): Promise<Answer> => {
  // Before the session starts, so that there is no session without a row.
  await recordAction(service, { action: 'login.succeeded', target: auditedUser(user), actor: user.documentId });
  await recordDevice(request, service, user, login.deviceId);
  return answerNewSession(request, service, caller, user, login);
};
