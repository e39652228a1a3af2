// What a sign-in, or the set-up of a factor, has reached so far: a row for five minutes, which only its secret code finds.
import type { Collection } from 'mongodb';
import { ApiError } from '../../errors.ts';
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId, hashCode, isWithdrawn, newCode } from '../users/index.ts';

/**
 * - `factor`: the password was right, the factor is missing;
 * - `set-up`: the password was right, and the role of the user requires a factor that the user does not have;
 * - `totp`, `registration`: a factor is being set up;
 * - `passkey`: an authenticator is to sign it.
 */
type ChallengeKind = 'factor' | 'set-up' | 'totp' | 'registration' | 'passkey';

export interface Challenge {
  readonly kind: ChallengeKind;
  /** The documentId of the user; undefined: whoever has the passkey. */
  readonly user?: string;
  readonly deviceId?: string;
  /** The session that asked for it; undefined: a sign-in, which ends with a new session. */
  readonly session?: string;
  /** Of `totp`: the sealed secret. */
  readonly secret?: string;
  /** Of `registration` and `passkey`: what the authenticator signs. */
  readonly random?: string;
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

const challengeCollection = async ({ database }: Pick<Service, 'database'>): Promise<Collection<StoredChallenge>> =>
  (await database.get()).collection<StoredChallenge>(collections.challenges);

/** Stores a challenge. @returns its code */
export const createChallenge = async (
  service: Pick<Service, 'database' | 'now'>,
  challenge: Challenge,
): Promise<string> => {
  const [code, createdAt] = [newCode(), service.now()];
  const until = new Date(createdAt.getTime() + validMs);
  const row = { _id: hashCode(code), ...challenge, createdAt, until, tries: 0 };
  await (await challengeCollection(service)).insertOne(row);
  return code;
};

export const invalidChallenge = (): ApiError =>
  new ApiError(400, 'ChallengeError', 'The challenge is used up or has expired: log in again');

/** A challenge, and its user as they are now. */
interface OpenChallenge {
  readonly challenge: Challenge;
  readonly user: StoredDocument | undefined;
}

/** @throws ApiError 400 if the user may no longer log in, or has changed the password since */
const withUser = async (service: Service, stored: StoredChallenge | null): Promise<OpenChallenge> => {
  if (stored === null) throw invalidChallenge();
  if (stored.user === undefined) return { challenge: stored, user: undefined };
  const user = await findByDocumentId(service, stored.user);
  if (user === undefined || isWithdrawn(service, user, stored.createdAt)) throw invalidChallenge();
  return { challenge: stored, user };
};

const filterOf = (service: Pick<Service, 'now'>, code: string, kind: ChallengeKind) => ({
  _id: hashCode(code),
  kind,
  until: { $gt: service.now() },
});

/**
 * Opens a challenge to try a code with it.
 *
 * @throws ApiError 400 if it is unknown, of another kind, expired, or was tried too often
 */
export const tryChallenge = async (service: Service, code: string, kind: ChallengeKind): Promise<OpenChallenge> =>
  withUser(
    service,
    await (
      await challengeCollection(service)
    ).findOneAndUpdate(
      { ...filterOf(service, code, kind), tries: { $lt: maxTries } },
      { $inc: { tries: 1 } },
      { returnDocument: 'after' },
    ),
  );

/**
 * Uses a challenge up: of several requests with one challenge only one succeeds.
 *
 * @throws ApiError 400 as `tryChallenge`
 */
export const takeChallenge = async (service: Service, code: string, kind: ChallengeKind): Promise<OpenChallenge> =>
  withUser(service, await (await challengeCollection(service)).findOneAndDelete(filterOf(service, code, kind)));
