// Names the sessions of agents for comments that mention them: each is a change set.
import type { Filter } from 'mongodb';
import type { Service } from '../platform/service.ts';
import { actionsIn, releasesIn, type StoredRelease } from './storedReleases.ts';

const mentionPattern = /^release (\d+)$/;

/** How many sessions of an agent are looked at, the latest first. */
const maxSessions = 100;

/** @returns the names of sessions, by what mentions them */
const findSessions = async (
  { database }: Service,
  filter: Filter<StoredRelease>,
): Promise<ReadonlyMap<string, string>> => {
  const found = releasesIn(await database.get())
    .find({ ...filter, agent: { $exists: true } })
    .sort({ _id: -1 })
    .limit(maxSessions);
  return new Map((await found.toArray()).map(({ _id, name }) => [`release ${_id}`, name ?? '']));
};

/** The sessions that have written a document, by what mentions them. */
export const sessionsOfDocument = async (
  service: Service,
  { type: contentType, documentId }: { readonly type: string; readonly documentId: string },
): Promise<ReadonlyMap<string, string>> => {
  const actions = actionsIn(await service.database.get());
  const sets = await actions.distinct('change.set', { contentType, documentId });
  return findSessions(service, { _id: { $in: sets } });
};

/** The sessions of an agent, by what mentions them. @param key of what a person has connected */
export const sessionsOfAgent = (service: Service, key: string): Promise<ReadonlyMap<string, string>> =>
  findSessions(service, { 'agent.key': key });

/** @param mentions those of users have no name here */
export const nameSessions = async (
  service: Service,
  mentions: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = mentions.flatMap((mention) => mentionPattern.exec(mention)?.[1] ?? []).map(Number);
  return ids.length === 0 ? new Map() : findSessions(service, { _id: { $in: ids } });
};

/** Whether a comment mentions a session with it, and no user. */
export const isSession = (mention: string): boolean => mentionPattern.test(mention);
