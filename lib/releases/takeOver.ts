// Gives the actions of agents to the person who publishes or plans them.
import type { Transaction } from '../platform/db/index.ts';
import { actionsIn, agentAuthor, releasesIn, type StoredRelease } from './storedReleases.ts';

/** Makes the rights of a caller count for those of the actions, by their ids, that an agent added. */
export const takeOver = async (
  { db, options }: Transaction,
  author: string | null,
  ids: readonly number[],
): Promise<void> => {
  const _id = { $in: [...ids] };
  await actionsIn(db).updateMany({ _id, author: agentAuthor }, { $set: { author } }, options);
};

/** Ends the session of a change set: what the agent writes next begins another one. Nothing happens to other releases. */
export const endSession = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  { _id }: Pick<StoredRelease, '_id'>,
  endedAt: Date,
): Promise<void> => {
  const update = { $set: { 'agent.endedAt': endedAt }, $unset: { 'agent.open': 1 } } as const;
  await releasesIn(db).updateOne({ _id, 'agent.open': { $exists: true } }, update, options);
};
