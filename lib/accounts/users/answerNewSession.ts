// Starts a session and answers it: the last step of every login.
import type { Answer, Request } from '../../api/http/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { SessionProof } from './refreshTokens.ts';
import { sessionAnswer, startSession } from './session.ts';
import { readUser } from './userRequest.ts';

interface NewSession {
  /** As in the body of the login. */
  readonly deviceId?: unknown;
  readonly proof?: SessionProof;
}

/**
 * Starts a session, and answers it with its user as the caller may see it.
 *
 * @throws ApiError 400 for a long `deviceId`
 */
export const answerNewSession = async (
  request: Request,
  service: Service,
  caller: Caller,
  user: StoredDocument,
  { deviceId, proof }: NewSession = {},
): Promise<Answer> =>
  sessionAnswer(service, request, await startSession(service, request, user, deviceId, proof), {
    user: await readUser(request, service, caller, user.documentId),
  });
