// Asks the provider of a session, from time to time, whether its user may go on.
import type { StoredDocument } from '../../platform/db/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser } from '../users/index.ts';
import { endAllSessions, sessionCollection, type ProviderSession, type StoredSession } from '../sessions/index.ts';
import { SignInFailure } from './failure.ts';
import { redeemRefreshToken, type Grant } from './grant.ts';
import { findProvider, hasRoleRules, sealPurpose } from './providers.ts';
import { giveRole, roleOfGroups } from './roleOfGroups.ts';

/** How long sessions go on while the provider does not answer, from the first request that failed. */
const graceMs = 3_600_000;

/** A request to the provider of a session. */
interface Recheck {
  readonly session: StoredSession['_id'];
  /** What the session kept of the provider before. */
  readonly stored: ProviderSession;
  readonly now: Date;
  /** The first request without an answer; this one, if the last one had an answer. */
  readonly failingSince: Date;
}

/** Only one of several tabs asks: a provider ends the session if a refresh token comes twice. @returns whether this one asks */
const claimRecheck = async (service: Service, { session, stored, now, failingSince }: Recheck): Promise<boolean> => {
  const sessions = await sessionCollection(service);
  const filter = { _id: session, 'provider.checkedAt': stored.checkedAt, 'provider.triedAt': stored.triedAt };
  const change = { $set: { 'provider.triedAt': now, 'provider.failingSince': failingSince } };
  return (await sessions.updateOne(filter, change)).modifiedCount === 1;
};

/** Stores the answer at once: its refresh token may be the only one that is valid now. */
const keepAnswer = async (service: Service, { session, now }: Recheck, grant: Grant | undefined): Promise<void> => {
  const sessions = await sessionCollection(service);
  const token = grant?.refreshToken;
  const sealed = token === undefined ? undefined : await seal(service.secrets.sessions, sealPurpose, token);
  const newToken = sealed === undefined ? {} : { 'provider.refreshToken': sealed };
  const change = {
    $set: { 'provider.checkedAt': now, ...newToken },
    $unset: { 'provider.failingSince': true },
  } as const;
  await sessions.updateOne({ _id: session }, change);
};

/** Makes the next refresh ask again. */
const repeatRecheck = async (service: Service, { session, stored: { checkedAt, triedAt } }: Recheck): Promise<void> => {
  const change = { $set: { 'provider.checkedAt': checkedAt, 'provider.triedAt': triedAt } };
  await (await sessionCollection(service)).updateOne({ _id: session }, change);
};

/** Ends all sessions of a user whom the provider no longer lets in, and their JWTs. */
export const endSessionsByProvider = async (service: Service, documentId: string): Promise<void> => {
  await recordAction(service, { action: 'login.withdrawn', target: auditedUser({ documentId }), actor: 'system' });
  await endAllSessions(service, documentId, 'provider');
};

/**
 * Asks the provider of a session again, if its last answer is older than `recheckSeconds`, and gives the user the role of its
 * groups. A session of which the provider gave no refresh token goes on until it ends.
 *
 * A session may not go on
 * - if the configuration no longer has the provider,
 * - if its refresh token can no longer be read,
 * - if the provider refuses, or no role is left: then all sessions of the user end,
 * - if the requests to the provider have failed for an hour.
 *
 * @returns whether the session may go on
 */
export const recheckSession = async (
  service: Service,
  user: StoredDocument,
  session: StoredSession,
): Promise<boolean> => {
  const { provider: stored } = session;
  if (stored === undefined) return true;
  const provider = findProvider(service, stored.name);
  if (provider === undefined) return false;
  const now = service.now();
  const dueAt = Math.max(stored.checkedAt.getTime(), stored.triedAt.getTime()) + provider.recheckSeconds * 1000;
  if (stored.refreshToken === undefined || now.getTime() < dueAt) return true;
  // A failure before a pause does not count: nobody asked since.
  const isOld = stored.triedAt.getTime() + provider.recheckSeconds * 1000 + graceMs < now.getTime();
  const failingSince = isOld ? now : (stored.failingSince ?? now);
  const recheck = { session: session._id, stored, now, failingSince };
  if (!(await claimRecheck(service, recheck))) return true;
  const refreshToken = await unseal(service.secrets.sessions, sealPurpose, stored.refreshToken);
  if (refreshToken === undefined) return false;
  try {
    const grant = await redeemRefreshToken(service, provider, refreshToken, stored.subject);
    await keepAnswer(service, recheck, grant);
    if (grant !== undefined && hasRoleRules(provider))
      await giveRole(service, user, await roleOfGroups(service, provider, grant.identity.claims));
    return true;
  } catch (error) {
    if (!(error instanceof SignInFailure)) {
      await repeatRecheck(service, recheck);
      throw error;
    }
    if (error.reason === 'unavailable') return now.getTime() - failingSince.getTime() < graceMs;
    await endSessionsByProvider(service, user.documentId);
    return false;
  }
};
