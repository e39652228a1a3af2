// Finds stored users.
import type { Collection, Db } from 'mongodb';
import { livingFilter, parseWholeNumber, type StoredDocument } from '../../platform/db/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import { builtInTarget } from '../../write/documents/index.ts';
import { builtInUids, normalizeIdentifier, type Schema } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { normalizeEmail } from './identifiers.ts';

export const userTarget = (schema: Schema) => builtInTarget(schema, builtInUids.user);

/** A user in the audit log, without a name or an email address. */
export const auditedUser = ({ documentId }: Pick<StoredDocument, 'documentId'>): AuditEntry['target'] => ({
  type: builtInUids.user,
  documentId,
});

/** The documents of users. */
export const usersIn = (db: Db, schema: Schema): Collection<StoredDocument> =>
  db.collection(userTarget(schema).type.collectionName);

const findUser = async ({ database, schema }: Service, filter: object): Promise<StoredDocument | undefined> =>
  (await usersIn(await database.get(), schema).findOne({ ...filter, ...livingFilter }, { useBigInt64: true })) ??
  undefined;

export const findByEmail = (service: Service, email: string): Promise<StoredDocument | undefined> =>
  findUser(service, { 'published.email': normalizeEmail(email) });

export const findByDocumentId = (service: Service, documentId: string): Promise<StoredDocument | undefined> =>
  findUser(service, { documentId });

/**
 * Finds a user by email or username. If two users match, the one with the email wins, because a username may be any
 * text. Both are always searched, so the time is the same.
 */
export const findByIdentifier = async (service: Service, identifier: string): Promise<StoredDocument | undefined> => {
  const [byEmail, byUsername] = await Promise.all([
    findByEmail(service, identifier),
    findUser(service, { 'published.username': identifier }),
  ]);
  return byEmail ?? byUsername;
};

/** Finds a user by a stored hash. An index finds it, and its time reveals nothing about the hashed text. */
export const findByCodeHash = (
  service: Service,
  attribute: 'resetPasswordToken' | 'confirmationToken',
  hash: string,
): Promise<StoredDocument | undefined> => findUser(service, { [`published.${attribute}`]: hash });

/** Whether some user has this username or email, as either its username or its email. */
export const isTaken = async (service: Service, username: string, email: string): Promise<boolean> => {
  const normalizedEmail = normalizeEmail(email);
  const filter = {
    $or: [
      { identifiers: { $in: [normalizeIdentifier(username) ?? username, normalizedEmail] } },
      // Users from before `identifiers` existed.
      { 'published.email': { $in: [normalizedEmail, username] } },
      { 'published.username': { $in: [username, normalizedEmail] } },
    ],
  };
  return (await findUser(service, filter)) !== undefined;
};

/**
 * @param id the integer id of a user, or its documentId
 * @returns the documentId; any other id comes back unchanged
 */
export const documentIdOf = async (service: Service, id: string): Promise<string> => {
  const versionId = parseWholeNumber(id);
  if (versionId === undefined) return id;
  return (await findUser(service, { 'published.id': versionId }))?.documentId ?? id;
};
