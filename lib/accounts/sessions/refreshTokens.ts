// The refresh tokens of sessions: each token is exchanged once for the next of its session.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from '../users/index.ts';
import { deriveNextCode, hashCode, newCode } from '../codes.ts';
import type { Device } from './device.ts';
import { sessionLimits } from './sessionLimits.ts';
import {
  findEndReason,
  ofPeople,
  sessionsSinceOf,
  sessionCollection,
  type EndReason,
  type ProviderSession,
  type FactorState,
  type StoredSession,
} from './storedSessions.ts';

export interface RefreshToken {
  readonly token: string;
  /** The id of its session. */
  readonly session: string;
  readonly endsAt: Date;
}

/**
 * How long the token before the valid one may be sent again: by a browser that left the page, or lost its network, before the
 * answer came, and by a second tab that refreshes at the same time.
 */
const reuseIntervalMs = 10_000;

/** `<id of the row>.<code>` */
export const parseToken = (token: string): readonly [id: string, code: string] => {
  const [id = '', code = ''] = token.split('.');
  return [id, code];
};

/** @returns the id of the session of a refresh token, valid or not */
export const sessionIdOf = (token: string): string => parseToken(token)[0];

/** How a login came about. */
export interface Login {
  /** As the client names its device. */
  readonly deviceId?: string | undefined;
  /** Undefined: its user confirms later who they are. */
  readonly factorState?: FactorState;
  /** Undefined: not by a provider. */
  readonly provider?: ProviderSession | undefined;
  readonly agent?: StoredSession['agent'];
  /** The most seconds that the session lasts, beside the limits of the role. */
  readonly maxSeconds?: number;
}

/** Stores a new session. @returns its first token */
export const createSession = async (
  service: Service,
  stored: StoredDocument,
  device: Device,
  { factorState, provider, agent, maxSeconds = Infinity }: Login,
): Promise<RefreshToken> => {
  const [_id, code, startedAt] = [newCode(), newCode(), service.now()];
  const { sessionSeconds } = await sessionLimits(service, stored);
  const endsAt = new Date(startedAt.getTime() + Math.min(sessionSeconds, maxSeconds) * 1000);
  const session = {
    _id,
    user: stored.documentId,
    hash: hashCode(code),
    startedAt,
    usedAt: startedAt,
    endsAt,
    sessionsSince: sessionsSinceOf(stored),
    ...device,
    ...factorState,
    ...(provider === undefined ? {} : { provider }),
    ...(agent === undefined ? {} : { agent }),
  };
  await (await sessionCollection(service)).insertOne(session);
  return { token: `${_id}.${code}`, session: _id, endsAt };
};

/**
 * Deletes the session of a person's refresh token, whether or not the token was ever valid: only the user of a session learns its id, and
 * may end it anyway.
 */
export const deleteSessionOfToken = async (service: Service, token: string): Promise<void> => {
  await (await sessionCollection(service)).deleteOne({ _id: sessionIdOf(token), ...ofPeople });
};

/**
 * Makes the next token the valid one. All exchanges of one token give the same next token, so it does not matter which of
 * their answers a client keeps, and an exchange that is repeated writes nothing.
 *
 * @param later times of the session that the exchange moves forward
 * @returns the code of the token that is valid now; undefined if the token is neither the valid one, nor the one before it within the reuse interval
 */
export const exchangeToken = async (
  service: Service,
  token: string,
  later: Partial<Pick<StoredSession, 'activeAt' | 'endsAt'>>,
): Promise<string | undefined> => {
  const sessions = await sessionCollection(service);
  const [_id, code] = parseToken(token);
  const now = service.now();
  const nextCodes = service.secrets.sessions.map((secret) => deriveNextCode(code, secret));
  const [nextCode] = nextCodes;
  if (nextCode === undefined) throw new Error('There is no secret to sign sessions with');
  const isRunning = { _id, endsAt: { $gt: now } };
  const exchanged = await sessions.findOneAndUpdate(
    { ...isRunning, hash: hashCode(code) },
    { $set: { hash: hashCode(nextCode), usedAt: now }, $max: later },
  );
  if (exchanged !== null) return nextCode;
  const repeated = await sessions.findOne({
    ...isRunning,
    hash: { $in: nextCodes.map(hashCode) },
    usedAt: { $gt: new Date(now.getTime() - reuseIntervalMs) },
  });
  return nextCodes.find((one) => hashCode(one) === repeated?.hash);
};

/** Whether a session may go on, where others than Lectern decide that. */
type CheckSession = (service: Service, user: StoredDocument, session: StoredSession) => Promise<boolean>;

/** A session that goes on. */
interface Continued {
  readonly user: StoredDocument;
  readonly refresh: RefreshToken;
}

/** What the refresh of a session needs. */
export interface Refresh {
  readonly token: string;
  /** How many seconds ago its user last did something, as the client says. */
  readonly idleSeconds: number;
  /** Runs last. */
  readonly check: CheckSession;
}

const continueSession = async (
  service: Service,
  { token, idleSeconds, check }: Refresh,
): Promise<Continued | { readonly ended: EndReason | undefined }> => {
  const session = await (await sessionCollection(service)).findOne({ _id: sessionIdOf(token), ...ofPeople });
  if (session === null) return { ended: undefined };
  const user = await findByDocumentId(service, session.user);
  if (user === undefined) return { ended: 'administrator' };
  // Before the exchange, which other requests would take for the use of a session that goes on.
  const ended = await findEndReason(service, user, session);
  if (ended !== undefined) return { ended: session.hash === hashCode(parseToken(token)[1]) ? ended : undefined };
  const activeAt = new Date(service.now().getTime() - idleSeconds * 1000);
  const code = await exchangeToken(service, token, { activeAt });
  if (code === undefined) return { ended: undefined };
  if (!(await check(service, user, session))) return { ended: 'provider' };
  const { sessionSeconds } = await sessionLimits(service, user);
  const endsAt = Math.min(session.endsAt.getTime(), session.startedAt.getTime() + sessionSeconds * 1000);
  return { user, refresh: { token: `${session._id}.${code}`, session: session._id, endsAt: new Date(endsAt) } };
};

/**
 * Exchanges a refresh token for the next one.
 *
 * @returns the user and the next token, or why the session has ended: undefined for an invalid token, whose sender may be
 *   anybody. A token that was used before ends its session, because then either its first or its second user stole it; except
 *   the token before the valid one, within the reuse interval
 */
export const rotateToken = async (
  service: Service,
  refresh: Refresh,
): Promise<Continued | { readonly ended: EndReason | undefined }> => {
  const next = await continueSession(service, refresh);
  if ('ended' in next) await deleteSessionOfToken(service, refresh.token);
  return next;
};
