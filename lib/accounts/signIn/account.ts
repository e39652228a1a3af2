// Finds, links or creates the user of an identity, and gives it the role that its groups have.
import { administrator } from '../../platform/access/index.ts';
import { insertAuditRow, type AuditEntry } from '../../platform/audit/index.ts';
import { collections, isDuplicateKey, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';
import { findRoleOfType, roleIdOf, worksInEditor } from '../roles/index.ts';
import {
  andThen,
  asTransaction,
  prepareCreate,
  prepareUpdate,
  recordWrite,
  runWrite,
} from '../../write/documents/index.ts';
import {
  auditedUser,
  deleteAccess,
  duplicateAttributes,
  findByDocumentId,
  findByEmail,
  isEmergencyAccount,
  isTaken,
  mayHaveName,
  passwordChange,
  prepareAdministratorLock,
  removesLastAdministrator,
  unknownPassword,
  writtenUserTarget,
} from '../users/index.ts';
import { groupsIn, type Claims, type Identity } from './claims.ts';
import { SignInFailure } from './failure.ts';
import type { Provider } from './providers.ts';

/** Which user an identity is. */
export interface StoredIdentity {
  /** The hash of audience, issuer and subject. */
  readonly _id: string;
  readonly issuer: string;
  readonly subject: string;
  /** The documentId. */
  readonly user: string;
  readonly linkedAt: Date;
}

const idOf = ({ issuer, subject }: Identity, { audience }: Provider): string => hashOf(audience, issuer, subject);

const noAccess = ({ name }: Provider): SignInFailure =>
  new SignInFailure('noAccess', `No role of this site is for the groups of the person at ${name}`);

/**
 * The role that a provider's groups give a person.
 *
 * @returns the documentId of the role; undefined if the configuration of the provider has no rule: users keep their roles
 * @throws SignInFailure if there is a rule, and none for this person
 */
export const roleFor = async (service: Service, provider: Provider, claims: Claims): Promise<string | undefined> => {
  const groups = groupsIn(claims, provider.rolesClaim);
  const rules = Object.entries(provider.roles);
  const [, type = provider.defaultRole] = rules.find(([group]) => groups.includes(group)) ?? [];
  if (type === '' && rules.length === 0) return undefined;
  if (type === '') throw noAccess(provider);
  const role = await findRoleOfType(service, type);
  if (role === undefined)
    throw new SignInFailure('noAccess', `signIn.providers.${provider.name}: there is no role of the type ${type}`);
  return role.documentId;
};

/** The letters that are another mailbox, and have a lower case in ASCII: addresses are compared in lower case. */
const looksLikeAscii = /[\u0130\u212A]/;

/** @returns the email address of a person; undefined if the provider names none, or has not verified it */
const verifiedAddress = ({ claims }: Identity, { addressesAreVerified }: Provider): string | undefined => {
  const { email, email_verified: verified } = claims;
  // Some providers write texts.
  const isVerified = verified === true || verified === 'true' || (verified === undefined && addressesAreVerified);
  return typeof email === 'string' && isVerified && !looksLikeAscii.test(email) ? email : undefined;
};

const insertIdentity = async (
  { now }: Service,
  { db, options }: Transaction,
  [provider, identity]: readonly [Provider, Identity],
  user: string,
): Promise<void> => {
  const { issuer, subject } = identity;
  const row: StoredIdentity = { _id: idOf(identity, provider), issuer, subject, user, linkedAt: now() };
  await db.collection<StoredIdentity>(collections.identities).insertOne(row, options);
};

/** @returns undefined if no user has the identity; that of a deleted user is removed */
const findLinked = async (
  service: Service,
  provider: Provider,
  identity: Identity,
): Promise<StoredDocument | undefined> => {
  const identities = (await service.database.get()).collection<StoredIdentity>(collections.identities);
  const found = await identities.findOne({ _id: idOf(identity, provider) });
  if (found === null) return undefined;
  const user = await findByDocumentId(service, found.user);
  if (user === undefined) await identities.deleteOne({ _id: found._id, user: found.user });
  return user;
};

/** A user whom a provider logs in has no password. Whoever registered the address before, without owning it, loses the account. */
const providerUserValues = (service: Service, { name }: Provider) => ({
  ...passwordChange(service, unknownPassword()),
  confirmationToken: null,
  confirmed: true,
  provider: name,
});

/** A provider may give the address of somebody who left to another person. @throws SignInFailure */
const refuseRecycledAddress = async (
  service: Service,
  { name }: Provider,
  { issuer, subject }: Identity,
  { documentId }: StoredDocument,
): Promise<void> => {
  const identities = (await service.database.get()).collection<StoredIdentity>(collections.identities);
  if ((await identities.findOne({ user: documentId, issuer, subject: { $ne: subject } })) !== null)
    throw new SignInFailure('addressTaken', `Another person at ${name} has the account with this email address`);
};

/**
 * Changes a user. The change is in force at once, in sessions too.
 *
 * @param andAlso runs in the transaction of the change
 */
const changeAnd = async (
  service: Service,
  user: StoredDocument,
  data: object,
  entry: AuditEntry,
  andAlso: (changed: StoredDocument, unit: Transaction) => Promise<void>,
): Promise<StoredDocument> => {
  const write = await prepareUpdate(service, writtenUserTarget(service, administrator), user.documentId, data);
  const whole = asTransaction(
    andThen(write, async (changed, unit) => {
      await andAlso(changed, unit);
      return changed;
    }),
  );
  const changed = await runWrite(
    service,
    recordWrite(service, whole, () => entry),
  );
  service.access.sessions.clearCache();
  return changed;
};

const link = (
  service: Service,
  provider: Provider,
  identity: Identity,
  user: StoredDocument,
  newValues: { readonly role?: string },
): Promise<StoredDocument> => {
  const data = { ...providerUserValues(service, provider), ...newValues };
  const audited = { target: auditedUser(user), actor: user.documentId };
  return changeAnd(service, user, data, { action: 'user.link', ...audited }, async ({ documentId }, unit) => {
    // Whoever took the address before, without owning it, has no way back into the account.
    if (await deleteAccess(unit, documentId))
      await insertAuditRow(service, unit, { action: 'factor.reset', ...audited });
    await insertIdentity(service, unit, [provider, identity], documentId);
  });
};

const minUsername = 3;

/** A name that no user has: that of the person if possible. */
const freeUsername = async (service: Service, { claims, subject }: Identity, email: string): Promise<string> => {
  const names = [claims.preferred_username, claims.name, email].filter((one) => typeof one === 'string');
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
    ...{ username, email, role: values.role, password: unknownPassword() },
    ...{ provider: provider.name, confirmed: true },
  };
  const write = await prepareCreate(service, target, data);
  const linked = asTransaction(
    andThen(write, async (created, unit) => {
      await insertIdentity(service, unit, [provider, identity], documentId);
      return created;
    }),
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
  const known = await findLinked(service, provider, identity);
  if (known !== undefined) return known;
  const email = verifiedAddress(identity, provider);
  if (email === undefined)
    throw typeof identity.claims.email === 'string'
      ? new SignInFailure('unverified', `${provider.name} has not verified the email address`)
      : new SignInFailure('noAddress', `${provider.name} names no email address`);
  const user = await findByEmail(service, email);
  if (user === undefined) {
    if (role === undefined) throw noAccess(provider);
    return create(service, provider, identity, { email, role });
  }
  // An import brings the users that a provider logged in before, without their subjects.
  const owner = String(user.published?.provider);
  const isImported = provider.audience === 'members' && owner === provider.name;
  const isOfOther = owner !== provider.name && Object.hasOwn(service.config.signIn.providers, owner);
  // Whoever registered an address without confirming it, and never had a session, does not keep its owner out.
  const isUnconfirmed =
    service.config.auth.emailConfirmation && owner === 'local' && user.published?.confirmed !== true;
  const newRole = isUnconfirmed && !(await worksInEditor(service, user)) ? role : undefined;
  // An emergency account keeps its password, for when the provider fails.
  if (
    !(provider.linkVerifiedAddresses || isImported || newRole !== undefined) ||
    isOfOther ||
    isEmergencyAccount(service, user)
  )
    throw new SignInFailure('addressTaken', `A user that ${provider.name} may not take has the email address`);
  await refuseRecycledAddress(service, provider, identity, user);
  return link(service, provider, identity, user, newRole === undefined ? {} : { role: newRole });
};

/** Whether another request has just created or linked the same user. */
const isRace = (error: unknown): boolean =>
  isDuplicateKey(error) || (error instanceof ApiError && error.status === 400);

/** @throws SignInFailure for a value that no user can have, or that another has; every other error unchanged */
const toFailure = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  const isTakenValue = duplicateAttributes(error).length > 0;
  throw new SignInFailure(isTakenValue ? 'addressTaken' : 'refused', 'A value of the user is not valid', error);
};

/**
 * @returns the user of an identity, with the role that its groups have now
 * @throws SignInFailure if the person may not log in, or with these values; ApiError if the project's hooks refuse the user
 */
export const admitIdentity = async (
  service: Service,
  provider: Provider,
  identity: Identity,
): Promise<StoredDocument> => {
  const role = await roleFor(service, provider, identity.claims);
  const find = () => findLinkOrCreate(service, provider, identity, role);
  const user = await find().catch((error: unknown) => {
    if (isRace(error)) return find().catch(toFailure);
    throw error;
  });
  if (user.published?.blocked === true) throw new SignInFailure('blocked', 'The user is blocked');
  const isRuled = Object.keys(provider.roles).length > 0;
  return role === undefined || !isRuled || role === roleIdOf(user) ? user : changeRole(service, user, role);
};

/**
 * Gives a user the role of its groups.
 *
 * @throws SignInFailure `noAccess` if the user is the last administrator: then the role stays
 */
export const changeRole = async (service: Service, user: StoredDocument, role: string): Promise<StoredDocument> => {
  await prepareAdministratorLock(service);
  const entry = { action: 'user.update', target: auditedUser(user), actor: 'system', changed: ['role'] } as const;
  return changeAnd(service, user, { role }, entry, async (changed, unit) => {
    if (await removesLastAdministrator(service, unit, user, changed))
      throw new SignInFailure('noAccess', 'The groups of the last administrator give another role');
  });
};
