// Ends every login: records it, remembers the device, and starts the session.
import type { Answer, Request } from '../../api/http/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { answerNewSession, recordLogin, type Login } from '../users/index.ts';
import { rememberDevice } from './rememberDevice.ts';

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
  await recordLogin(service, user);
  await rememberDevice(request, service, user, login.deviceId);
  return answerNewSession(request, service, caller, user, login);
};
