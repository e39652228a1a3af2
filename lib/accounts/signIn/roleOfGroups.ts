// Gives users the role of their groups at a provider: at each login, and while a session runs.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findRoleOfType, roleIdOf } from '../roles/index.ts';
import { auditedUser, changeUser } from '../users/index.ts';
import { keepAdministrator, prepareAdministratorLock } from '../administration/index.ts';
import { isEmergencyAccount } from '../passwords/index.ts';
import { SignInFailure } from './failure.ts';
import { groupsIn, type Claims } from './identity.ts';
import { hasRoleRules, type Provider } from './providers.ts';

const typeOfGroups = (provider: Provider, claims: Claims): string | undefined => {
  if (!hasRoleRules(provider)) return undefined;
  const groups = groupsIn(claims, provider.rolesClaim);
  return Object.entries(provider.roles).find(([group]) => groups.includes(group))?.[1];
};

/**
 * The role that a provider gives a person: that of their groups, or its `defaultRole`.
 *
 * @returns the documentId of the role; undefined: users keep theirs, and nobody becomes one
 * @throws SignInFailure if the groups decide, and none of them has a role
 */
export const roleOfGroups = async (
  service: Service,
  provider: Provider,
  claims: Claims,
): Promise<string | undefined> => {
  const type = typeOfGroups(provider, claims) ?? provider.defaultRole;
  if (type === '') {
    if (!hasRoleRules(provider)) return undefined;
    const { name, rolesClaim } = provider;
    const rules = `signIn.providers.${name}.roles has no group of the claim ${rolesClaim}`;
    throw new SignInFailure('noAccess', `${rules} of the person, and defaultRole is empty`);
  }
  const role = await findRoleOfType(service, type);
  if (role === undefined)
    throw new SignInFailure('noAccess', `signIn.providers.${provider.name}: there is no role of the type ${type}`);
  return role.documentId;
};

/** The failure for groups that would leave no administrator. */
export const noAdministrator = (): SignInFailure =>
  new SignInFailure('noAccess', 'The groups of the last administrator give another role');

/**
 * Gives a user the role of their groups. An emergency account keeps its own, for when the provider fails.
 *
 * @throws SignInFailure `noAccess` for the last administrator: they keep the role
 */
export const giveRole = async (
  service: Service,
  user: StoredDocument,
  role: string | undefined,
): Promise<StoredDocument> => {
  if (role === undefined || role === roleIdOf(user) || isEmergencyAccount(service, user)) return user;
  await prepareAdministratorLock(service);
  return changeUser(
    service,
    user,
    { role },
    {
      entry: { action: 'user.update', target: auditedUser(user), actor: 'system', changed: ['role'] },
      also: (changed, transaction) => keepAdministrator(service, transaction, user, changed, noAdministrator),
    },
  );
};
