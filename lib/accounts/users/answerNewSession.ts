// Starts a session and answers it.
import type { Answer, Request } from '../../api/http/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { NewSession } from './refreshTokens.ts';
import { sessionAnswer, startSession } from './session.ts';
import { readUser } from './userRequest.ts';

/** How a login came about. */
export interface Login extends NewSession {
  readonly deviceId?: string | undefined;
}

/** Starts a session, and answers it with its user. */
export const answerNewSession = async (
  request: Request,
  service: Service,
  caller: Caller,
  user: StoredDocument,
  { deviceId, ...session }: Login = {},
): Promise<Answer> =>
  sessionAnswer(service, request, await startSession(service, request, user, deviceId, session), {
    user: await readUser(request, service, caller, user.documentId),
  });
