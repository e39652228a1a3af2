// Names the sessions of agents for comments that mention them: each is a change set.
import type { Filter } from 'mongodb';
import type { Service } from '../platform/service.ts';
import { actionsIn, releasesIn, type StoredRelease } from './storedReleases.ts';

const mentionPattern = /^release (\d+)$/;

/** How many sessions of an agent are looked at, the latest first. */
const maxSessions = 100;

/** The names of sessions, by what mentions them. */
type SessionNames = ReadonlyMap<string, string>;

const findAgentSessions = async ({ database }: Service, filter: Filter<StoredRelease>): Promise<SessionNames> => {
  const found = releasesIn(await database.get())
    .find({ ...filter, agent: { $exists: true } })
    .sort({ _id: -1 })
    .limit(maxSessions);
  return new Map((await found.toArray()).map(({ _id, name }) => [`release ${_id}`, name ?? '']));
};

/** The sessions that have written a document, by what mentions them. */
export const agentSessionsOfDocument = async (
  service: Service,
  { type: contentType, documentId }: { readonly type: string; readonly documentId: string },
): Promise<SessionNames> => {
  const actions = actionsIn(await service.database.get());
  const sets = await actions.distinct('change.set', { contentType, documentId });
  return findAgentSessions(service, { _id: { $in: sets } });
};

/** The sessions of an agent, by what mentions them. @param key the id of its grant */
export const sessionsOfAgent = (service: Service, key: string): Promise<SessionNames> =>
  findAgentSessions(service, { 'agent.key': key });

/** @param mentions those of users have no name here */
export const nameAgentSessions = async (service: Service, mentions: readonly string[]): Promise<SessionNames> => {
  const ids = mentions.flatMap((mention) => mentionPattern.exec(mention)?.[1] ?? []).map(Number);
  return ids.length === 0 ? new Map() : findAgentSessions(service, { _id: { $in: ids } });
};

/** Whether a comment mentions a session with it, and no user. */
export const isAgentSession = (mention: string): boolean => mentionPattern.test(mention);
