// Users as they are stored: found by what they are known by, and written.
import { living, livingOf, versionIdIn, type Stored, type Unit } from '../../platform/db/index.ts';
import { alone, builtInTarget, updating, type Write } from '../../write/documents/index.ts';
import type { ApiError } from '../../errors.ts';
import { builtInUids, identifierOf, type Schema } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

export const userTarget = (schema: Schema) => builtInTarget(schema, builtInUids.user);

const usersIn = async ({ database, schema }: Service) =>
  (await database.get()).collection<Stored>(userTarget(schema).type.collectionName);

const find = async (service: Service, filter: object): Promise<Stored | undefined> =>
  (await (await usersIn(service)).findOne({ ...filter, ...living }, { useBigInt64: true })) ?? undefined;

/** Addresses are stored in lower case. */
export const addressOf = (email: string): string => email.toLowerCase();

export const withAddress = (service: Service, email: string): Promise<Stored | undefined> =>
  find(service, { 'published.email': addressOf(email) });

export const withDocumentId = (service: Service, documentId: string): Promise<Stored | undefined> =>
  find(service, { documentId });

/** Of a user with that name and one with that address it is the latter: a name may be any text. Both are always asked for. */
export const withIdentifier = async (service: Service, identifier: string): Promise<Stored | undefined> => {
  const [addressed, named] = await Promise.all([
    withAddress(service, identifier),
    find(service, { 'published.username': identifier }),
  ]);
  return addressed ?? named;
};

/** Of a stored hash, as an index finds it: how long that takes tells nothing of the text that it is of. */
export const withHash = (
  service: Service,
  attribute: 'resetPasswordToken' | 'confirmationToken',
  hash: string,
): Promise<Stored | undefined> => find(service, { [`published.${attribute}`]: hash });

/** Whether a name or an address is one that some user has, as their name or their address. */
export const isTaken = async (service: Service, username: string, email: string): Promise<boolean> => {
  const address = addressOf(email);
  const filter = {
    $or: [
      { identifiers: { $in: [identifierOf(username) ?? username, address] } },
      // Users of before there were identifiers.
      { 'published.email': { $in: [address, username] } },
      { 'published.username': { $in: [username, address] } },
    ],
  };
  return (await find(service, filter)) !== undefined;
};

/**
 * @param id the integer of a user, or the documentId
 * @returns the documentId; what is no user's comes back as it is
 */
export const documentIdOf = async (service: Service, id: string): Promise<string> => {
  const versionId = versionIdIn(id);
  if (versionId === undefined) return id;
  return (await find(service, { 'published.id': versionId }))?.documentId ?? id;
};

/** A value that a user must still have when a write comes to them. */
export interface Still {
  readonly attribute: string;
  readonly value: unknown;
  /** What is said when they have it no more. */
  readonly otherwise: () => ApiError;
}

/** The same write, in a transaction that sees whether the user still has the value: of two who use it one is refused. */
const whileStill = <T>(
  { schema }: Service,
  documentId: string,
  { attribute, value, otherwise }: Still,
  write: Write<T>,
): Write<T> => {
  const { type } = userTarget(schema);
  const attempt = async (unit: Unit): Promise<T> => {
    const filter = { ...livingOf(type, documentId, null), [`published.${attribute}`]: value };
    const options = { ...unit.options, projection: { _id: 1 } };
    if ((await unit.db.collection<Stored>(type.collectionName).findOne(filter, options)) === null) throw otherwise();
    return write.attempt(unit);
  };
  return { ...write, attempt: (unit) => unit.together(attempt) };
};

/**
 * Changes a user on their own behalf.
 *
 * @returns the user as stored
 * @throws ApiError 400 for values that do not fit; what `still` says; 404 when they are gone
 */
export const changeUser = async (
  service: Service,
  { documentId }: Stored,
  data: object,
  still?: Still,
): Promise<Stored> => {
  const write = await updating(service, userTarget(service.schema), documentId, data);
  const changed = await alone(service, still === undefined ? write : whileStill(service, documentId, still, write));
  service.access.sessions.forget();
  return changed;
};
