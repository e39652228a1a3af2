// Finds stored users and changes them.
import type { Collection, Db } from 'mongodb';
import {
  livingFilter,
  livingDocumentFilter,
  parseWholeNumber,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import { administrator, type Caller } from '../../platform/access/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import {
  andThen,
  asTransaction,
  runWrite,
  builtInTarget,
  prepareUpdate,
  recordWrite,
  type PreparedWrite,
} from '../../write/documents/index.ts';
import { hooksFor } from '../../write/operations/index.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import { builtInUids, normalizeIdentifier, type Schema } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

export const userTarget = (schema: Schema) => builtInTarget(schema, builtInUids.user);

/** A user in the audit log, without a name or an email address. */
export const auditedUser = ({ documentId }: Pick<StoredDocument, 'documentId'>): AuditEntry['target'] => ({
  type: builtInUids.user,
  documentId,
});

/** The target of a caller's write of a user. @param hooks those of a request, or those that a hook's own writes cause */
export const writtenUserTarget = (service: Service, caller: Caller, hooks = hooksFor) => {
  const target = userTarget(service.schema);
  return { ...target, hooks: hooks.write(service, caller, target.type) };
};

/** The documents of users. */
export const usersIn = (db: Db, schema: Schema): Collection<StoredDocument> =>
  db.collection(userTarget(schema).type.collectionName);

const findUser = async ({ database, schema }: Service, filter: object): Promise<StoredDocument | undefined> =>
  (await usersIn(await database.get(), schema).findOne({ ...filter, ...livingFilter }, { useBigInt64: true })) ??
  undefined;

/** Email addresses are stored in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/**
 * Whether users may give themselves a name: one with an @ is for whoever has that address, because it would keep them from their
 * own account, and deceive others.
 */
export const mayHaveName = (username: string, email: string): boolean =>
  !username.includes('@') || normalizeEmail(username) === normalizeEmail(email);

/** @throws ApiError 400 for the address of somebody else as a name */
export const checkOwnName = (username: string, email: string): void => {
  if (mayHaveName(username, email)) return;
  const message = 'A username with an @ must be your email address';
  throw invalidValues([{ path: ['username'], message, value: username }]);
};

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

/** A value that the user must still have when the write runs. */
interface ValuePrecondition {
  readonly attribute: string;
  readonly value: unknown;
  /** Makes the error for a user who no longer has the value. */
  readonly otherwise: () => ApiError;
}

/**
 * The same write in a transaction that first checks that the user still has the value. So only one of two requests
 * with the same code succeeds.
 */
const withPrecondition = <T>(
  { schema }: Service,
  documentId: string,
  { attribute, value, otherwise }: ValuePrecondition,
  write: PreparedWrite<T>,
): PreparedWrite<T> => {
  const { type } = userTarget(schema);
  const attempt = async (unit: Transaction): Promise<T> => {
    const filter = { ...livingDocumentFilter(type, documentId, null), [`published.${attribute}`]: value };
    const options = { ...unit.options, projection: { _id: 1 } };
    if ((await usersIn(unit.db, schema).findOne(filter, options)) === null) throw otherwise();
    return write.attempt(unit);
  };
  return { ...write, attempt: (unit) => unit.inTransaction(attempt) };
};

/** What belongs to a change of a user. */
interface UserChange {
  /** What the audit log says of it; undefined: nothing. */
  readonly entry?: AuditEntry | undefined;
  readonly precondition?: ValuePrecondition;
  /** Runs in the transaction of the change. If it fails, nothing is changed. */
  readonly andAlso?: (transaction: Transaction, changed: StoredDocument) => Promise<unknown>;
}

/**
 * Changes a user on its own behalf. For hooks of the project, the system is the caller.
 *
 * @returns the stored user
 * @throws ApiError 400 for invalid values; 404 if the user no longer exists; the errors of `precondition` and `andAlso`
 */
export const changeUser = async (
  service: Service,
  { documentId }: StoredDocument,
  data: object,
  { entry, precondition, andAlso }: UserChange = {},
): Promise<StoredDocument> => {
  const write = await prepareUpdate(service, writtenUserTarget(service, administrator), documentId, data);
  const guarded = precondition === undefined ? write : withPrecondition(service, documentId, precondition, write);
  const whole =
    andAlso === undefined
      ? guarded
      : asTransaction(
          andThen(guarded, async (changed, transaction) => {
            await andAlso(transaction, changed);
            return changed;
          }),
        );
  const changed = await runWrite(service, entry === undefined ? whole : recordWrite(service, whole, () => entry));
  service.access.sessions.clearCache();
  return changed;
};

/** @returns the attributes whose values another user has */
export const duplicateAttributes = (error: unknown): readonly string[] => {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.errors)) return [];
  const faults = error.details.errors as readonly { readonly path: readonly string[]; readonly message: string }[]; // as invalidValues makes them
  return faults.flatMap(({ path, message }) => (message === 'This attribute must be unique' ? path : []));
};

/** The 400 of Strapi. */
export const takenError = (message: string): ApiError => new ApiError(400, 'ApplicationError', message);

/**
 * Runs a write of a user. If the unique index rejects the username or email, it throws Strapi's error instead.
 *
 * @param message makes the message from the attribute that is taken
 */
export const withTakenError = async <T>(
  write: () => Promise<T>,
  message: (attribute: 'username' | 'email') => string,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const taken = (['username', 'email'] as const).find((name) => duplicateAttributes(error).includes(name));
    throw taken === undefined ? error : takenError(message(taken));
  }
};

/** Strapi's message when an administrator writes a user. */
export const takenMessage = (attribute: 'username' | 'email'): string =>
  `${attribute === 'email' ? 'Email' : 'Username'} already taken`;
