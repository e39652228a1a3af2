// Finds and restores the administrator that `lectern dev` makes.
import type { Db } from 'mongodb';
import { roleOfType } from '../../lib/accounts/roles/index.ts';
import { isDuplicateKey, Sequences, type StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { builtInUids, typeOf, type Schema } from '../../lib/schema/index.ts';

/** The email address and the name of the account. */
export const devEmail = 'admin@example.org';

/** Matches the account. */
export const devAccountFilter = { 'published.email': devEmail, 'published.username': devEmail } as const;

export const isDevAccount = ({ published }: Pick<StoredDocument, 'published'>): boolean =>
  published?.email === devEmail && published.username === devEmail;

const usersIn = (db: Db, schema: Schema) =>
  db.collection<StoredDocument>(typeOf(schema, builtInUids.user).collectionName);

/** Removes the account without a trace, because others may need its id. */
export const removeDevAccount = async (db: Db, schema: Schema): Promise<StoredDocument | undefined> =>
  (await usersIn(db, schema).findOneAndDelete(devAccountFilter, { projection: { _id: 0 } })) ?? undefined;

/**
 * Inserts a removed account with its password and sessions, a new id, and the administrator's role of today.
 *
 * @returns false if other users have its name or address
 */
export const restoreDevAccount = async (service: Service, account: StoredDocument): Promise<boolean> => {
  const { published, ...document } = account;
  if (published === undefined) return false;
  const { schema, database } = service;
  const { documentId: to } = await roleOfType(service, 'administrator');
  // The integers that this process drew before may be those of imported users.
  const id = await new Sequences(database.get).next(typeOf(schema, builtInUids.user).collectionName);
  const users = usersIn(await database.get(), schema);
  try {
    await users.insertOne({ ...document, published: { ...published, id, role: { to, at: 0 } } });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};
