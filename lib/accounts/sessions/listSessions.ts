// Lists the sessions of a user.
import type { FromSchema, Written } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Session } from './contract.ts';
import { lastActivity } from './sessionLimits.ts';
import { findSessions, type StoredSession } from './storedSessions.ts';

type ListedSession = Written<FromSchema<typeof Session>>;

const toListedSession = (session: StoredSession, current: string | undefined): ListedSession => {
  const { _id: id, deviceId = null, deviceName, agent, startedAt: loginAt } = session;
  const device = deviceName === undefined ? {} : { deviceName };
  const program = agent === undefined ? {} : { agent: { name: agent.client.name, scopes: agent.scopes } };
  return { id, deviceId, ...device, ...program, current: id === current, loginAt, lastActiveAt: lastActivity(session) };
};

/** @returns the current session first, then those that were active last, as in Strapi */
export const listSessions = async (
  service: Service,
  user: string,
  current: string | undefined,
): Promise<readonly ListedSession[]> => {
  const isCurrent = ({ _id }: StoredSession): number => Number(_id === current);
  return (
    (await findSessions(service, user))
      // An agent that has a code has no access yet.
      .filter(({ agent }) => agent?.proof === undefined)
      .toSorted((a, b) => isCurrent(b) - isCurrent(a) || lastActivity(b).getTime() - lastActivity(a).getTime())
      .map((session) => toListedSession(session, current))
  );
};
