// What a sign-in, or the set-up of a factor, has reached so far: a row for five minutes, which only its secret code finds.
import type { Collection } from 'mongodb';
import { ApiError } from '../../errors.ts';
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from '../users/index.ts';
import { hashCode, newCode } from '../codes.ts';
import { isWithdrawn } from '../sessions/index.ts';

/** The login or session that a challenge belongs to. */
export interface ChallengeContext {
  /** Of a login, which ends with a new session. */
  readonly deviceId?: string | undefined;
  /** The session that asked for it; undefined: a login. */
  readonly session?: string | undefined;
  /** That of the user whom the password of a login has identified: it may change while the login runs. */
  readonly sessionsSince?: Date | undefined;
}

type ChallengeKind =
  /** The password was right, the factor is missing. */
  | 'factor'
  /** The password was right, and the role of the user requires a factor that the user does not have. */
  | 'set-up'
  /** An app is being set up. */
  | 'totp'
  /** A passkey is being set up. */
  | 'registration'
  /** A passkey is to confirm: that of the user, or of whoever has one. */
  | 'passkey';

export interface Challenge extends ChallengeContext {
  readonly kind: ChallengeKind;
  /** The documentId; undefined: whoever has a passkey. */
  readonly user: string | undefined;
  /** The sealed secret of the app, or what the authenticator is to sign; otherwise empty. */
  readonly payload: string;
}

interface StoredChallenge extends Challenge {
  readonly _id: string;
  readonly createdAt: Date;
  readonly until: Date;
  /** How many codes were tried with it. */
  readonly tries: number;
}

const validMs = 300_000;

/** A person mistypes a few times; then they enter the password again. */
const maxTries = 5;

const challengeCollection = async ({ database }: Service): Promise<Collection<StoredChallenge>> =>
  (await database.get()).collection<StoredChallenge>(collections.challenges);

/** Stores a challenge. @returns its code */
export const createChallenge = async (service: Service, challenge: Challenge): Promise<string> => {
  const [code, createdAt] = [newCode(), service.now()];
  const until = new Date(createdAt.getTime() + validMs);
  const row = { _id: hashCode(code), ...challenge, createdAt, until, tries: 0 };
  await (await challengeCollection(service)).insertOne(row, { ignoreUndefined: true });
  return code;
};

export const invalidChallenge = (): ApiError =>
  new ApiError(400, 'ChallengeError', 'The challenge is used up or has expired: log in again');

/** A challenge, and its user as they are now. */
export interface OpenChallenge {
  readonly challenge: Challenge;
  readonly user: StoredDocument;
}

/** @throws ApiError 400 if there is no challenge, or its user may no longer log in, or has changed the password since */
const openChallenge = async (service: Service, challenge: StoredChallenge | null): Promise<OpenChallenge> => {
  const user = challenge?.user === undefined ? undefined : await findByDocumentId(service, challenge.user);
  if (challenge === null || user === undefined) throw invalidChallenge();
  if (isWithdrawn(service, user, { at: challenge.createdAt, ...challenge })) throw invalidChallenge();
  return { challenge, user };
};

const filterOf = (service: Service, code: string, kind: ChallengeKind) => ({
  _id: hashCode(code),
  kind,
  until: { $gt: service.now() },
});

/**
 * Opens a challenge to try a code with it.
 *
 * @throws ApiError 400 if it is unknown, of another kind, expired, or was tried too often
 */
export const tryChallenge = async (service: Service, code: string, kind: ChallengeKind): Promise<OpenChallenge> => {
  const filter = { ...filterOf(service, code, kind), tries: { $lt: maxTries } };
  const challenges = await challengeCollection(service);
  return openChallenge(service, await challenges.findOneAndUpdate(filter, { $inc: { tries: 1 } }));
};

const deleteChallenge = async (service: Service, code: string, kind: ChallengeKind): Promise<StoredChallenge | null> =>
  (await challengeCollection(service)).findOneAndDelete(filterOf(service, code, kind));

/**
 * Uses a challenge up: of several requests with one challenge only one succeeds.
 *
 * @throws ApiError 400 as `tryChallenge`
 */
export const takeChallenge = async (service: Service, code: string, kind: ChallengeKind): Promise<OpenChallenge> =>
  openChallenge(service, await deleteChallenge(service, code, kind));

/** The same for a challenge of the kind `passkey`, which may have no user. @throws ApiError 400 as `tryChallenge` */
export const takePasskeyChallenge = async (service: Service, code: string): Promise<Challenge> => {
  const challenge = await deleteChallenge(service, code, 'passkey');
  if (challenge !== null && challenge.user === undefined) return challenge;
  return (await openChallenge(service, challenge)).challenge;
};
