// Asks the provider of a session, from time to time, whether its user may go on.
import type { StoredDocument } from '../../platform/db/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import {
  auditedUser,
  sessionCollection,
  withdrawSessions,
  type ProviderSession,
  type StoredSession,
} from '../users/index.ts';
import { roleIdOf } from '../roles/index.ts';
import { changeRole, roleFor } from './account.ts';
import { SignInFailure } from './failure.ts';
import { redeemRefreshToken, type Grant } from './identity.ts';
import { providersOf, sealPurpose, type Provider } from './providers.ts';

/** How long sessions go on while the provider does not answer. */
const graceMs = 3_600_000;

/** Only one of several tabs asks: a provider ends the session if a refresh token comes twice. @returns whether this one asks */
const claimRecheck = async (
  service: Service,
  { _id }: Pick<StoredSession, '_id'>,
  { checkedAt, triedAt }: ProviderSession,
  now: Date,
): Promise<boolean> => {
  const sessions = await sessionCollection(service);
  const filter = { _id, 'provider.checkedAt': checkedAt, 'provider.triedAt': triedAt };
  return (await sessions.updateOne(filter, { $set: { 'provider.triedAt': now } })).modifiedCount === 1;
};

const keepAnswer = async (service: Service, { _id }: Pick<StoredSession, '_id'>, grant: Grant | undefined) => {
  const sessions = await sessionCollection(service);
  const refreshToken =
    grant?.refreshToken === undefined
      ? undefined
      : await seal(service.secrets.sessions, sealPurpose, grant.refreshToken);
  await sessions.updateOne(
    { _id },
    {
      $set: {
        'provider.checkedAt': service.now(),
        ...(refreshToken === undefined ? {} : { 'provider.refreshToken': refreshToken }),
      },
    },
  );
};

/** Ends all sessions of a user whom the provider no longer lets in, and their JWTs. */
const withdraw = async (service: Service, user: StoredDocument): Promise<void> => {
  await recordAction(service, { action: 'login.withdrawn', target: auditedUser(user), actor: 'system' });
  await withdrawSessions(service, user.documentId, 'provider');
};

const ask = async (
  service: Service,
  provider: Provider,
  refreshToken: string,
  {
    session,
    user,
  }: { readonly session: StoredSession & { readonly provider: ProviderSession }; readonly user: StoredDocument },
): Promise<boolean> => {
  try {
    const grant = await redeemRefreshToken(service, provider, refreshToken, session.provider.subject);
    await keepAnswer(service, session, grant);
    const role = grant === undefined ? undefined : await roleFor(service, provider, grant.identity.claims);
    const isRuled = Object.keys(provider.roles).length > 0;
    if (role !== undefined && isRuled && role !== roleIdOf(user)) await changeRole(service, user, role);
    return true;
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    if (error.reason === 'unavailable') return service.now().getTime() - session.provider.checkedAt.getTime() < graceMs;
    await withdraw(service, user);
    return false;
  }
};

/**
 * Asks the provider of a session again, if its last answer is older than `recheckSeconds`, and gives the user the role of its
 * groups. A session of which the provider gave no refresh token goes on until it ends.
 *
 * @returns whether the session may go on. Not if the configuration no longer has the provider, if the provider refuses, and if no
 *   role is left: then all sessions of the user end. Not either if the provider has not answered for an hour
 */
export const recheckSession = async (
  service: Service,
  user: StoredDocument,
  session: StoredSession,
): Promise<boolean> => {
  const { provider: stored } = session;
  if (stored === undefined) return true;
  const provider = providersOf(service).find(({ name }) => name === stored.name);
  if (provider === undefined) return false;
  const now = service.now();
  const dueAt = Math.max(stored.checkedAt.getTime(), stored.triedAt.getTime()) + provider.recheckSeconds * 1000;
  if (stored.refreshToken === undefined || now.getTime() < dueAt) return true;
  if (!(await claimRecheck(service, session, stored, now))) return true;
  const refreshToken = await unseal(service.secrets.sessions, sealPurpose, stored.refreshToken);
  if (refreshToken === undefined) return false;
  return ask(service, provider, refreshToken, { session: { ...session, provider: stored }, user });
};
