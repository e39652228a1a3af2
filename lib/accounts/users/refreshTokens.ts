// Stores sessions with their refresh tokens: each token is exchanged once for the next of its session.
import type { Collection } from 'mongodb';
import { mayHaveSession } from '../../platform/access/index.ts';
import { collections, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { passedLimit, sessionLimits, type SessionTimes } from './sessionLimits.ts';
import { findByDocumentId } from './accounts.ts';
import { deriveNextCode, hashCode, newCode } from './codes.ts';
import type { Device } from './device.ts';

/** What a session knows of second factors. */
export interface SessionProof {
  /**
   * When its user last confirmed who they are: with a factor, or with the password if they have no factor. Absent: with the
   * password although they have a factor, in a browser that is remembered.
   */
  readonly provedAt?: Date;
  /** The hash of the code of the remembered browser that it runs in. */
  readonly remembered?: string;
}

/** What a session that a provider began keeps of it. */
export interface ProviderSession {
  /** In the configuration. */
  readonly name: string;
  readonly issuer: string;
  readonly subject: string;
  /** The provider's id of its own session. */
  readonly sid?: string;
  /** Sealed: to ask the provider again. */
  readonly refreshToken?: string;
  /** Sealed: to log out there. */
  readonly idToken?: string;
  /** When the provider last said who the user is. */
  readonly checkedAt: Date;
  /** The last request for that, also one without an answer. */
  readonly triedAt: Date;
}

/** Why a session is over: a limit of its role, an administrator or the directory, its provider, or a new password. */
export type EndReason = 'limit' | 'idle' | 'administrator' | 'provider' | 'password';

export interface StoredSession extends Device, SessionProof, SessionTimes {
  /** Not a secret: its user sees it as the id of the session. */
  readonly _id: string;
  /** The documentId of the user. */
  readonly user: string;
  /** The hash of the one valid token. */
  readonly hash: string;
  readonly endsAt: Date;
  /** Others ended it. The row stays, so that its user learns why. */
  readonly ended?: EndReason;
  /** Absent: the session began with a password. */
  readonly provider?: ProviderSession;
}

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

/** The rows of sessions. @throws MongoError when the database does not answer */
export const sessionCollection = async ({ database }: Service): Promise<Collection<StoredSession>> =>
  (await database.get()).collection<StoredSession>(collections.sessions);

/** `<session>.<code>` */
const parseToken = (token: string): readonly [session: string, code: string] => {
  const [session = '', code = ''] = token.split('.');
  return [session, code];
};

/** @returns the id of the session of a refresh token, valid or not */
export const sessionIdOf = (token: string): string => parseToken(token)[0];

/** How a session begins, if not with a password. */
export interface SessionStart {
  readonly provider: ProviderSession;
  /** The most seconds that it lasts. */
  readonly seconds: number;
}

/** How a login came about. */
export interface NewSession {
  /** Undefined: its user confirms later who they are. */
  readonly proof?: SessionProof;
  /** By a provider; undefined: in another way. */
  readonly start?: SessionStart;
}

/** Stores a new session. @returns its first token */
export const createSession = async (
  service: Service,
  stored: StoredDocument,
  device: Device,
  { proof, start }: NewSession = {},
): Promise<RefreshToken> => {
  const { documentId: user } = stored;
  const [_id, code, startedAt] = [newCode(), newCode(), service.now()];
  const { sessionSeconds } = await sessionLimits(service, stored);
  const seconds = Math.min(sessionSeconds, start?.seconds ?? Infinity);
  const endsAt = new Date(startedAt.getTime() + seconds * 1000);
  const session = {
    ...{ _id, user, hash: hashCode(code), startedAt, usedAt: startedAt, endsAt, ...device, ...proof },
    ...(start === undefined ? {} : { provider: start.provider }),
  };
  await (await sessionCollection(service)).insertOne(session);
  return { token: `${_id}.${code}`, session: _id, endsAt };
};

/** @returns undefined if the session may continue */
const findEndReason = async (
  service: Service,
  { published }: Pick<StoredDocument, 'published'>,
  session: StoredSession,
): Promise<EndReason | undefined> => {
  if (session.ended !== undefined) return session.ended;
  if (published === undefined || !mayHaveSession(published, service.config.auth.emailConfirmation))
    return 'administrator';
  const { sessionsSince } = published;
  if (sessionsSince instanceof Date && session.startedAt < sessionsSince) return 'password';
  return passedLimit(session, await sessionLimits(service, { published }), service.now());
};

/**
 * Ends the session of a refresh token, whether or not the token was ever valid: only the user of a session learns its id, and
 * may end it anyway.
 */
export const endSessionOfToken = async (service: Service, token: string): Promise<void> => {
  await (await sessionCollection(service)).deleteOne({ _id: sessionIdOf(token) });
};

/**
 * Makes the next token the valid one. All exchanges of one token give the same next token, so it does not matter which of
 * their answers a browser keeps, and an exchange that is repeated writes nothing.
 *
 * @param idleSeconds since its user last did something
 * @returns the code of the token that is valid now; undefined if the token is neither the valid one, nor the one before it within the reuse interval
 */
const exchangeToken = async (service: Service, token: string, idleSeconds: number): Promise<string | undefined> => {
  const sessions = await sessionCollection(service);
  const [_id, code] = parseToken(token);
  const now = service.now();
  const nextCodes = service.secrets.sessions.map((secret) => deriveNextCode(code, secret));
  const [nextCode] = nextCodes;
  if (nextCode === undefined) throw new Error('There is no secret to sign sessions with');
  const isRunning = { _id, endsAt: { $gt: now } };
  const exchanged = await sessions.findOneAndUpdate(
    { ...isRunning, hash: hashCode(code) },
    {
      $set: { hash: hashCode(nextCode), usedAt: now },
      $max: { activeAt: new Date(now.getTime() - idleSeconds * 1000) },
    },
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
export type CheckSession = (service: Service, user: StoredDocument, session: StoredSession) => Promise<boolean>;

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
  const session = await (await sessionCollection(service)).findOne({ _id: sessionIdOf(token) });
  if (session === null) return { ended: undefined };
  const user = await findByDocumentId(service, session.user);
  if (user === undefined) return { ended: 'administrator' };
  // Before the exchange, which other requests would take for the use of a session that goes on.
  const ended = await findEndReason(service, user, session);
  if (ended !== undefined) return { ended: session.hash === hashCode(parseToken(token)[1]) ? ended : undefined };
  const code = await exchangeToken(service, token, idleSeconds);
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
  if ('ended' in next) await endSessionOfToken(service, refresh.token);
  return next;
};

/** The sessions of a user that may continue. */
export const findSessions = async (service: Service, documentId: string): Promise<readonly StoredSession[]> => {
  const [sessions, user] = await Promise.all([
    (await sessionCollection(service)).find({ user: documentId, endsAt: { $gt: service.now() } }).toArray(),
    findByDocumentId(service, documentId),
  ]);
  if (user === undefined) return [];
  const reasons = await Promise.all(sessions.map((session) => findEndReason(service, user, session)));
  return sessions.filter((_, index) => reasons[index] === undefined);
};

/** Which sessions of a user: all, one of them, or those of a device. */
export type SessionChoice = 'all' | { readonly session: string } | { readonly deviceId: string };

/**
 * Ends sessions of a user.
 *
 * @returns how many it ended
 */
export const endSessions = async (service: Service, user: string, choice: SessionChoice): Promise<number> => {
  const sessions = await sessionCollection(service);
  const filter = choice === 'all' ? {} : 'session' in choice ? { _id: choice.session } : { deviceId: choice.deviceId };
  return (await sessions.deleteMany({ ...filter, user })).deletedCount;
};

/** Ends all sessions of a user. Each learns the reason at its next refresh. */
export const markSessionsEnded = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  user: string,
  ended: EndReason,
): Promise<void> => {
  await db.collection<StoredSession>(collections.sessions).updateMany({ user }, { $set: { ended } }, options);
};

/** @returns what the session of a user knows of factors; undefined if it is not theirs, or has ended */
export const findProof = async (service: Service, user: string, session: string): Promise<SessionProof | undefined> =>
  (await (
    await sessionCollection(service)
  ).findOne({
    ...{ _id: session, user, endsAt: { $gt: service.now() }, ended: { $exists: false } },
  })) ?? undefined;

/** Adds to what the session of a user knows of factors. */
export const recordProof = async (
  service: Service,
  user: string,
  session: string,
  proof: SessionProof,
): Promise<void> => {
  await (await sessionCollection(service)).updateOne({ _id: session, user }, { $set: proof });
};

/** Makes the other sessions of a user ask for a factor before the next change that needs one. */
export const forgetOtherProofs = async (service: Service, user: string, session: string | undefined): Promise<void> => {
  const filter = { user, ...(session === undefined ? {} : { _id: { $ne: session } }) };
  await (await sessionCollection(service)).updateMany(filter, { $unset: { provedAt: '' } });
};
