// Lists the sessions of a user.
import type { Service } from '../../platform/service.ts';
import type { Device } from './device.ts';
import { lastActivity } from './sessionLimits.ts';
import { findSessions, type StoredSession } from './storedSessions.ts';

interface ListedSession extends Pick<Device, 'deviceName'> {
  readonly id: string;
  readonly deviceId: string | null;
  /** Whether the request belongs to it. */
  readonly current: boolean;
  readonly loginAt: Date;
  /** When its user last did something, as far as its refreshes say so. */
  readonly lastActiveAt: Date;
}

const toListedSession = (session: StoredSession, current: string | undefined): ListedSession => {
  const { _id: id, deviceId = null, deviceName, startedAt: loginAt } = session;
  const device = deviceName === undefined ? {} : { deviceName };
  return { id, deviceId, ...device, current: id === current, loginAt, lastActiveAt: lastActivity(session) };
};

/** @returns the current session first, then those that were active last, as in Strapi */
export const listSessions = async (
  service: Service,
  user: string,
  current: string | undefined,
): Promise<readonly ListedSession[]> =>
  (await findSessions(service, user))
    .map((session) => toListedSession(session, current))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastActiveAt.getTime() - a.lastActiveAt.getTime());
