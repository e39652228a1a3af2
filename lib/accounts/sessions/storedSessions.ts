// Stores and ends the sessions of users: what a session is, why it ends, and what it knows of second factors.
import type { Collection, Filter } from 'mongodb';
import { mayHaveSession, type Caller } from '../../platform/access/index.ts';
import type { AgentScope } from '../../platform/agentScopes.ts';
import { recordChange, type AuditEntry } from '../../platform/audit/index.ts';
import { collections, standaloneOperations, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { changeUser, findByDocumentId } from '../users/index.ts';
import type { Device } from './device.ts';
import { passedLimit, sessionLimits, type SessionTimes } from './sessionLimits.ts';

/** What a session knows of second factors. */
export interface FactorState {
  /**
   * When its user last confirmed who they are: with a factor, or with the password if they have no factor. Absent: with the
   * password although they have a factor, in a browser that is remembered.
   */
  readonly confirmedAt?: Date;
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
  readonly sid?: string | undefined;
  /** Sealed: to ask the provider again. */
  readonly refreshToken?: string | undefined;
  /** Sealed: to log out there. */
  readonly idToken?: string | undefined;
  /** When the provider last said who the user is. */
  readonly checkedAt: Date;
  /** The last request for that, also one without an answer. */
  readonly triedAt: Date;
  /** The first request since `checkedAt`: it goes with the next answer. */
  readonly failingSince?: Date;
}

/** What a user has allowed a program. */
interface AgentAccess {
  /** `url`: the address of its description. */
  readonly client: { readonly id: string; readonly name: string; readonly url: string | null };
  readonly scopes: readonly AgentScope[];
  /** The session that allowed it, if a provider began that: this one ends with it. */
  readonly session?: string;
  /** What the first token, the code, is sent with; absent once it is exchanged. `challenge`: the hash of the code verifier (RFC 7636). */
  readonly proof?: { readonly redirectUri: string; readonly challenge: string };
}

/** Why a session is over: a limit of its role, an administrator or the directory, its provider, or a new password. */
export type EndReason = 'limit' | 'idle' | 'administrator' | 'provider' | 'password';

export interface StoredSession extends Device, FactorState, SessionTimes {
  /** Not a secret: its user sees it as the id of the session. */
  readonly _id: string;
  /** The documentId of the user. */
  readonly user: string;
  /** The hash of the one valid token. */
  readonly hash: string;
  readonly endsAt: Date;
  /**
   * That of the user whom the login has found: a password may change while a login with the one before runs. Absent in sessions
   * that an older version of Lectern started.
   */
  readonly sessionsSince?: Date;
  /** Others ended it. The row stays, so that its user learns why. */
  readonly ended?: EndReason;
  /** Absent: the session began with a password. */
  readonly provider?: ProviderSession;
  /** Absent: a person has the session. Only `lib/mcp` takes the tokens of an agent. */
  readonly agent?: AgentAccess;
}

/** The sessions that people have themselves. */
export const ofPeople = { agent: { $exists: false } } as const;

/** The rows of sessions. @throws MongoError when the database does not answer */
export const sessionCollection = async ({ database }: Service): Promise<Collection<StoredSession>> =>
  (await database.get()).collection<StoredSession>(collections.sessions);

/** Sessions of a user from before have ended. */
export const sessionsSinceOf = ({ published }: Pick<StoredDocument, 'published'>): Date =>
  published?.sessionsSince instanceof Date ? published.sessionsSince : new Date(0);

/** When a user was found, and the `sessionsSince` that they had. */
export interface FoundUser {
  readonly at: Date;
  /** Absent in rows of an older version of Lectern. */
  readonly sessionsSince?: Date | undefined;
}

/**
 * Whether all sessions of a user have ended since they were found. Times of several clocks, or of a clock that was set back, would say
 * nothing of what came first.
 */
export const haveSessionsEnded = (
  user: Pick<StoredDocument, 'published'>,
  { at, sessionsSince }: FoundUser,
): boolean => {
  const current = sessionsSinceOf(user);
  return sessionsSince === undefined ? at < current : sessionsSince.getTime() !== current.getTime();
};

/** @returns undefined if the session may continue */
export const findEndReason = async (
  service: Service,
  { published }: Pick<StoredDocument, 'published'>,
  session: Pick<StoredSession, 'ended' | 'sessionsSince' | keyof SessionTimes>,
): Promise<EndReason | undefined> => {
  if (session.ended !== undefined) return session.ended;
  if (published === undefined || !mayHaveSession(published, service.config.auth.emailConfirmation))
    return 'administrator';
  if (haveSessionsEnded({ published }, { at: session.startedAt, ...session })) return 'password';
  return passedLimit(session, await sessionLimits(service, { published }), service.now());
};

/**
 * Whether the user is blocked, or all their sessions ended, since a login passed its first step: SCIM or an administrator may act
 * before the page takes the next one.
 */
export const isWithdrawn = (
  { config }: Pick<Service, 'config'>,
  { published }: Pick<StoredDocument, 'published'>,
  found: FoundUser,
): boolean =>
  published === undefined ||
  !mayHaveSession(published, config.auth.emailConfirmation) ||
  haveSessionsEnded({ published }, found);

/** The sessions of a user that may continue, also those of agents. */
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

/** Deletes a session. @param entry the row of the audit log about that of an agent @returns whether there was one */
export const deleteSession = async (
  service: Service,
  filter: Filter<StoredSession>,
  entry: Pick<AuditEntry, 'action' | 'actor'> = { action: 'agent.disconnect' },
): Promise<boolean> => {
  const deleted = await recordChange(
    service,
    ({ db, options }) => db.collection<StoredSession>(collections.sessions).findOneAndDelete(filter, options),
    (session) =>
      session?.agent && { ...entry, target: { type: 'agent', id: session._id, name: session.agent.client.name } },
  );
  return deleted !== null;
};

/** Deletes sessions of a user: they end without a reason, and their JWTs stay valid. @returns how many it deleted */
export const deleteSessions = async (service: Service, user: string, choice: SessionChoice): Promise<number> => {
  if (choice !== 'all' && 'session' in choice)
    return Number(await deleteSession(service, { _id: choice.session, user }));
  const sessions = await sessionCollection(service);
  return (await sessions.deleteMany({ user, ...(choice === 'all' ? {} : choice) })).deletedCount;
};

/** Ends all sessions of a user. Each learns the reason at its next refresh. Their JWTs stay valid. */
export const markSessionsEnded = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  user: string,
  ended: EndReason,
): Promise<void> => {
  await db.collection<StoredSession>(collections.sessions).updateMany({ user }, { $set: { ended } }, options);
};

/** The value of a user that makes sessions and JWTs from before invalid. */
export const sessionsSinceNow = ({ now }: Pick<Service, 'now'>) => ({ sessionsSince: now().toISOString() });

/** Makes all JWTs of a user invalid, also those without a refresh token. */
export const invalidateJwts = async (service: Service, documentId: string): Promise<void> => {
  const user = await findByDocumentId(service, documentId);
  if (user !== undefined) await changeUser(service, user, sessionsSinceNow(service));
};

/** Ends all sessions and JWTs of a user. The sessions learn the reason. */
export const endAllSessions = async (service: Service, documentId: string, reason: EndReason): Promise<void> => {
  await markSessionsEnded(await standaloneOperations(service.database), documentId, reason);
  await invalidateJwts(service, documentId);
};

/** @returns a session of a user; undefined if it is not theirs, or has ended */
export const findSession = async (
  service: Service,
  user: string,
  session: string,
): Promise<StoredSession | undefined> =>
  (await (
    await sessionCollection(service)
  ).findOne({
    ...{ _id: session, user, endsAt: { $gt: service.now() }, ended: { $exists: false } },
  })) ?? undefined;

/** @returns when the user of a session last confirmed who they are, also for a session that replaces it */
export const findConfirmation = async (
  service: Service,
  { user, session }: Pick<Caller, 'user' | 'session'>,
): Promise<Pick<FactorState, 'confirmedAt'>> => {
  if (user === undefined || session === undefined) return {};
  const { confirmedAt } = (await findSession(service, user, session)) ?? {};
  return confirmedAt === undefined ? {} : { confirmedAt };
};

/** Adds to what the session of a user knows of factors. */
export const recordFactorState = async (
  service: Service,
  user: string,
  session: string,
  factorState: FactorState,
): Promise<void> => {
  await (await sessionCollection(service)).updateOne({ _id: session, user }, { $set: factorState });
};

/** Makes the other sessions of a user ask for a factor before the next change that needs one. */
export const forgetOtherConfirmations = async (
  service: Service,
  user: string,
  session: string | undefined,
): Promise<void> => {
  const filter = { user, ...(session === undefined ? {} : { _id: { $ne: session } }) };
  await (await sessionCollection(service)).updateMany(filter, { $unset: { confirmedAt: '' } });
};
