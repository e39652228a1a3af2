// Deletes what lets somebody in as a user.
import { collections, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { factorKindsName } from '../../schema/index.ts';
import { usersIn } from '../users/index.ts';

/**
 * Deletes the identities of a user at providers, their sessions, agents, second factors and known devices.
 *
 * @param user the documentId
 * @returns whether the user had second factors
 */
export const deleteAccess = async (
  { schema }: Pick<Service, 'schema'>,
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  user: string,
): Promise<boolean> => {
  for (const name of [collections.identities, collections.sessions])
    await db.collection(name).deleteMany({ user }, options);
  await db.collection<{ _id: string }>(collections.knownDevices).deleteOne({ _id: user }, options);
  await usersIn(db, schema).updateOne({ documentId: user }, { $unset: { [factorKindsName]: '' } }, options);
  const factors = db.collection<{ _id: string }>(collections.factors);
  return (await factors.deleteOne({ _id: user }, options)).deletedCount === 1;
};
