// Stores which user an identity is.
import type { Collection, Db } from 'mongodb';
import { collections, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import { hashOf } from '../../platform/hashOf.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from '../users/index.ts';
import { SignInFailure } from './failure.ts';
import type { Identity } from './identity.ts';
import type { Provider } from './providers.ts';

interface StoredIdentity {
  /** The hash of audience, issuer and subject. */
  readonly _id: string;
  readonly issuer: string;
  readonly subject: string;
  /** The documentId. */
  readonly user: string;
  readonly linkedAt: Date;
}

const idOf = ({ issuer, subject }: Identity, { audience }: Provider): string => hashOf(audience, issuer, subject);

/** The rows of identities. */
export const identityCollection = (db: Db): Collection<StoredIdentity> =>
  db.collection<StoredIdentity>(collections.identities);

export const insertIdentity = async (
  { now }: Service,
  { db, options }: Transaction,
  provider: Provider,
  identity: Identity,
  user: string,
): Promise<void> => {
  const { issuer, subject } = identity;
  await identityCollection(db).insertOne(
    { _id: idOf(identity, provider), issuer, subject, user, linkedAt: now() },
    options,
  );
};

/** @returns undefined if no user has the identity; that of a deleted user is removed */
export const findLinkedUser = async (
  service: Service,
  provider: Provider,
  identity: Identity,
): Promise<StoredDocument | undefined> => {
  const identities = identityCollection(await service.database.get());
  const found = await identities.findOne({ _id: idOf(identity, provider) });
  if (found === null) return undefined;
  const user = await findByDocumentId(service, found.user);
  if (user === undefined) await identities.deleteOne({ _id: found._id, user: found.user });
  return user;
};

/** A provider may give the address of somebody who left to another person. @throws SignInFailure */
export const refuseRecycledAddress = async (
  { database }: Service,
  { name }: Provider,
  { issuer, subject }: Identity,
  { documentId }: StoredDocument,
): Promise<void> => {
  const identities = identityCollection(await database.get());
  if ((await identities.findOne({ user: documentId, issuer, subject: { $ne: subject } })) !== null)
    throw new SignInFailure('addressTaken', `Another person at ${name} has the account with this email address`);
};
