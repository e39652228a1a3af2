// Ends all sessions of a user, and their JWTs.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { changeUser, findByDocumentId } from '../users/index.ts';
import { markSessionsEnded, type EndReason } from './storedSessions.ts';

/** The value of a user that makes sessions and JWTs from before invalid. */
export const sessionsSinceNow = ({ now }: Pick<Service, 'now'>) => ({ sessionsSince: now().toISOString() });

/** Makes all JWTs of a user invalid, also those without a refresh token. */
export const invalidateJwts = async (service: Service, documentId: string): Promise<void> => {
  const user = await findByDocumentId(service, documentId);
  if (user !== undefined) await changeUser(service, user, sessionsSinceNow(service));
};

/** Ends all sessions and JWTs of a user. The sessions learn the reason. */
export const endAllSessions = async (service: Service, documentId: string, reason: EndReason): Promise<void> => {
  await markSessionsEnded(await standaloneOperations(service.database), documentId, reason);
  await invalidateJwts(service, documentId);
};
