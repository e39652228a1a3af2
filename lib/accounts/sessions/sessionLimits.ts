// Reads from the configuration how long the sessions of a user last, by its role.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findRole } from '../roles/index.ts';

interface SessionLimits {
  readonly sessionSeconds: number;
  /** Without activity; `Infinity`: no limit. */
  readonly idleSeconds: number;
  /** The most seconds that a JWT lasts beside a refresh token. */
  readonly accessSeconds: number;
}

/** The limits of the role that the user has now: they hold for sessions that began earlier, too. */
export const sessionLimits = async (
  service: Pick<Service, 'access' | 'config'>,
  user: Pick<StoredDocument, 'published'>,
): Promise<SessionLimits> => {
  const { sessionSeconds, accessSeconds, roles } = service.config.auth;
  const role = await findRole(service, user);
  const limits = role !== undefined && Object.hasOwn(roles, role.type) ? roles[role.type] : undefined;
  const { sessionSeconds: most = 0, idleSeconds = 0 } = limits ?? {};
  return {
    sessionSeconds: most === 0 ? sessionSeconds : Math.min(most, sessionSeconds),
    // A client refreshes only when its JWT has expired, so until then it may have been active.
    idleSeconds: idleSeconds === 0 ? Infinity : idleSeconds + accessSeconds,
    accessSeconds,
  };
};

/** The times of a session that count for its limits. */
export interface SessionTimes {
  readonly startedAt: Date;
  /** When the valid token was issued; absent in sessions that an older version of Lectern started. */
  readonly usedAt?: Date;
  /** When its user last did something; absent before the first refresh. */
  readonly activeAt?: Date;
}

/** @returns when the user of a session last did something, as far as its client says so */
export const lastActivity = ({ startedAt, usedAt = startedAt, activeAt = usedAt }: SessionTimes): Date => activeAt;

/** Which limit of its user a session has passed at this time; undefined: none. */
export const passedLimit = (
  times: SessionTimes,
  { sessionSeconds, idleSeconds }: SessionLimits,
  now: Date,
): 'limit' | 'idle' | undefined => {
  const secondsSince = (time: Date): number => (now.getTime() - time.getTime()) / 1000;
  if (secondsSince(times.startedAt) >= sessionSeconds) return 'limit';
  return secondsSince(lastActivity(times)) >= idleSeconds ? 'idle' : undefined;
};
