// Finds, links or creates the user of an identity.
import { administrator } from '../../platform/access/index.ts';
import { insertAuditRow } from '../../platform/audit/index.ts';
import { isDuplicateKey, type StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';
import { roleIdOf, worksInEditor } from '../roles/index.ts';
import { andAlso, prepareCreate, recordWrite, runWrite } from '../../write/documents/index.ts';
import {
  auditedUser,
  changeUser,
  duplicateAttributes,
  findByEmail,
  isTaken,
  mayHaveName,
  writtenUserTarget,
} from '../users/index.ts';
import { deleteAccess, keepAdministrator, prepareAdministratorLock } from '../administration/index.ts';
import { isEmergencyAccount, passwordChange, unknownPassword } from '../passwords/index.ts';
import { SignInFailure } from './failure.ts';
import { findLinkedUser, insertIdentity, refuseRecycledAddress } from './identities.ts';
import type { Identity } from './identity.ts';
import { hasRoleRules, type Provider } from './providers.ts';
import { giveRole, noAdministrator, roleOfGroups } from './roleOfGroups.ts';

/** The letters that are another mailbox, and have a lower case in ASCII: addresses are compared in lower case. */
const foldsToAscii = /[\u0130\u212A]/;

/** @throws SignInFailure if the provider names no email address of a person, or has not verified it */
const requireAddress = ({ claims }: Identity, { name, addressesAreVerified }: Provider): string => {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || email.trim() === '')
    throw new SignInFailure('noAddress', `${name} names no email address`);
  // Some providers write texts.
  const isVerified = verified === true || verified === 'true' || (verified === undefined && addressesAreVerified);
  if (!isVerified || foldsToAscii.test(email))
    throw new SignInFailure('unverified', `The email address at ${name} is not verified, or another one in lower case`);
  return email;
};

/** A user of a provider has no password, and whoever registered the address before, without owning it, has no way back. */
const providerUserValues = (service: Service, { name }: Provider) => ({
  ...passwordChange(service, unknownPassword()),
  confirmationToken: null,
  confirmed: true,
  provider: name,
});

const link = async (
  service: Service,
  provider: Provider,
  identity: Identity,
  user: StoredDocument,
  role: string | undefined,
): Promise<StoredDocument> => {
  const newRole = role === undefined || role === roleIdOf(user) ? {} : { role };
  const data = { ...providerUserValues(service, provider), ...newRole };
  const audited = { target: auditedUser(user), actor: user.documentId };
  await prepareAdministratorLock(service);
  return changeUser(service, user, data, {
    entry: { action: 'user.link', ...audited, changed: Object.keys(newRole) },
    also: async (linked, transaction) => {
      await keepAdministrator(service, transaction, user, linked, noAdministrator);
      if (await deleteAccess(service, transaction, user.documentId))
        await insertAuditRow(service, transaction, { action: 'factor.reset', ...audited });
      await insertIdentity(service, transaction, provider, identity, user.documentId);
    },
  });
};

const minUsername = 3;

/** A name that no user has: that of the person if possible. */
const freeUsername = async (service: Service, { claims, subject }: Identity, email: string): Promise<string> => {
  const names = [claims.preferred_username, claims.name, email].filter((name) => typeof name === 'string');
  for (const name of names)
    if (name.length >= minUsername && mayHaveName(name, email) && !(await isTaken(service, name, email))) return name;
  return `${email} ${hashOf(subject).slice(0, 8)}`;
};

const create = async (
  service: Service,
  provider: Provider,
  identity: Identity,
  values: { readonly email: string; readonly role: string },
): Promise<StoredDocument> => {
  const documentId = service.newDocumentId();
  const email = values.email.toLowerCase();
  const username = await freeUsername(service, identity, email);
  const target = { ...writtenUserTarget(service, administrator), documentId, by: documentId };
  const data = {
    username,
    email,
    role: values.role,
    ...providerUserValues(service, provider),
  };
  const write = await prepareCreate(service, target, data);
  const linked = andAlso(write, (_, transaction) =>
    insertIdentity(service, transaction, provider, identity, documentId),
  );
  const entryOf = () => ({ action: 'user.create', target: auditedUser({ documentId }), actor: documentId }) as const;
  return runWrite(service, recordWrite(service, linked, entryOf));
};

const findLinkOrCreate = async (
  service: Service,
  provider: Provider,
  identity: Identity,
  role: string | undefined,
): Promise<StoredDocument> => {
  const known = await findLinkedUser(service, provider, identity);
  if (known !== undefined) return known;
  const email = requireAddress(identity, provider);
  const user = await findByEmail(service, email);
  if (user === undefined) {
    if (role === undefined)
      throw new SignInFailure(
        'noAccess',
        `${provider.name} has neither roles nor defaultRole, or auth.register is false`,
      );
    return create(service, provider, identity, { email, role });
  }
  const owner = String(user.published?.provider);
  // An import brings the members that a provider logged in before, without their subjects.
  const mayLink = provider.audience === 'editors' ? provider.linkVerifiedAddresses : owner === provider.name;
  const isOfOther = owner !== provider.name && Object.hasOwn(service.config.signIn.providers, owner);
  // Whoever registered an address without confirming it, and never had a session, does not keep its owner out.
  const isUnconfirmed =
    service.config.auth.emailConfirmation && owner === 'local' && user.published?.confirmed !== true;
  const newRole = isUnconfirmed && !(await worksInEditor(service, user)) ? role : undefined;
  // An emergency account keeps its password, for when the provider fails.
  if (!(mayLink || newRole !== undefined) || isOfOther || isEmergencyAccount(service, user))
    throw new SignInFailure('addressTaken', `A user that ${provider.name} may not take has the email address`);
  await refuseRecycledAddress(service, provider, identity, user);
  // In one write with the link: a login that fails for the role leaves the user their password.
  return link(service, provider, identity, user, newRole ?? (hasRoleRules(provider) ? role : undefined));
};

/** Whether another request may have just created or linked the same user. A hook of the project answers 400 too. */
const mayBeRace = (error: unknown): boolean =>
  isDuplicateKey(error) ||
  (error instanceof ApiError && error.status === 400) ||
  (error instanceof SignInFailure && error.reason === 'addressTaken');

/** @throws SignInFailure for a value that no user can have, or that another has; every other error unchanged */
const toFailure = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  const isTakenValue = duplicateAttributes(error).length > 0;
  throw new SignInFailure(isTakenValue ? 'addressTaken' : 'refused', 'A value of the user is not valid', error);
};

const admit = async (service: Service, provider: Provider, identity: Identity): Promise<StoredDocument> => {
  const role = await roleOfGroups(service, provider, identity.claims);
  const find = () => findLinkOrCreate(service, provider, identity, role);
  const user = await find().catch((error: unknown) => {
    if (mayBeRace(error)) return find().catch(toFailure);
    throw error;
  });
  if (user.published?.blocked === true) throw new SignInFailure('blocked', 'The user is blocked');
  return hasRoleRules(provider) ? giveRole(service, user, role) : user;
};

/**
 * @returns the user of an identity, with the role that its groups have now
 * @throws SignInFailure, with the user of the identity if it has one, if the person may not log in, or not with these values;
 *   ApiError if the project's hooks refuse the user
 */
export const admitIdentity = (service: Service, provider: Provider, identity: Identity): Promise<StoredDocument> =>
  admit(service, provider, identity).catch(async (error: unknown) => {
    if (error instanceof SignInFailure) error.user = (await findLinkedUser(service, provider, identity))?.documentId;
    throw error;
  });
