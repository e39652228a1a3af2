// Format 5: users have the kinds of their second factors, by which the list of users is filtered.
import type { Document } from 'mongodb';
import { collections } from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { builtInUids, factorKindsName, typeOf } from '../../../lib/schema/index.ts';
import type { FormatMigration } from './types.ts';

const kinds: Document = {
  $concatArrays: [
    { $cond: [{ $gt: [{ $size: { $ifNull: ['$passkeys', []] } }, 0] }, ['passkey'], []] },
    { $cond: [{ $gt: ['$totp', null] }, ['totp'], []] },
  ],
};

/** Runs an aggregation of the users whose kinds are missing. Its documents have the `_id` of the user. */
const aggregateUsers = async ({ database, schema }: Service, lastStage: (users: string) => Document) => {
  const users = typeOf(schema, builtInUids.user).collectionName;
  const user = { from: users, localField: '_id', foreignField: 'documentId', as: 'user' };
  return (await database.get())
    .collection(collections.factors)
    .aggregate([
      { $lookup: user },
      { $unwind: '$user' },
      { $match: { [`user.${factorKindsName}`]: { $exists: false } } },
      { $project: { _id: '$user._id', [factorKindsName]: kinds } },
      // A row may have recovery codes alone.
      { $match: { [factorKindsName]: { $ne: [] } } },
      lastStage(users),
    ])
    .toArray();
};

/** Kinds that a server writes meanwhile stay. */
const keepWritten = [{ $set: { [factorKindsName]: { $ifNull: [`$${factorKindsName}`, `$$new.${factorKindsName}`] } } }];

export const factorKinds: FormatMigration = {
  description: 'users have the kinds of their second factors',
  dryRun: async (service) => {
    const [counted] = await aggregateUsers(service, () => ({ $count: 'count' }));
    return [{ change: 'users get the kinds of their second factors', count: Number(counted?.count ?? 0) }];
  },
  apply: async (service) => {
    await aggregateUsers(service, (into) => ({
      $merge: { into, whenMatched: keepWritten, whenNotMatched: 'discard' },
    }));
  },
};
