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
}

interface UserChallenge extends ChallengeContext {
  /** The documentId. */
  readonly user: string;
}

interface Challenges {
  /** The password was right, the factor is missing. */
  readonly factor: UserChallenge;
  /** The password was right, and the role of the user requires a factor that the user does not have. */
  readonly 'set-up': UserChallenge;
  /** An app is being set up. The secret is sealed. */
  readonly totp: UserChallenge & { readonly secret: string };
  /** A passkey is being set up: the authenticator is to sign `random`. */
  readonly registration: UserChallenge & { readonly random: string };
  /** An authenticator is to sign `random`: that of the user, or of whoever has a passkey. */
  readonly passkey: ChallengeContext & { readonly user: string | undefined; readonly random: string };
}

type ChallengeKind = keyof Challenges;

export type Challenge<Kind extends ChallengeKind = ChallengeKind> = {
  readonly [Each in Kind]: Challenges[Each] & { readonly kind: Each };
}[Kind];

type StoredChallenge = Challenge & {
  readonly _id: string;
  readonly createdAt: Date;
  readonly until: Date;
  /** How many codes were tried with it. */
  readonly tries: number;
};

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
  await (await challengeCollection(service)).insertOne(row, { ignoreUndefined: true });
  return code;
};

export const invalidChallenge = (): ApiError =>
  new ApiError(400, 'ChallengeError', 'The challenge is used up or has expired: log in again');

/** A challenge, and its user as they are now. */
interface OpenChallenge<Kind extends ChallengeKind> {
  readonly challenge: Challenge<Kind>;
  readonly user: Kind extends 'passkey' ? StoredDocument | undefined : StoredDocument;
}

/** @throws ApiError 400 if the user may no longer log in, or has changed the password since */
const withUser = async <Kind extends ChallengeKind>(
  service: Service,
  stored: StoredChallenge | null,
): Promise<OpenChallenge<Kind>> => {
  if (stored === null) throw invalidChallenge();
  const user = stored.user === undefined ? undefined : await findByDocumentId(service, stored.user);
  if (stored.user !== undefined && (user === undefined || isWithdrawn(service, user, stored.createdAt)))
    throw invalidChallenge();
  return { challenge: stored, user } as unknown as OpenChallenge<Kind>; // the filter has the kind, and only `passkey` may lack a user
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
export const tryChallenge = async <Kind extends ChallengeKind>(
  service: Service,
  code: string,
  kind: Kind,
): Promise<OpenChallenge<Kind>> =>
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
export const takeChallenge = async <Kind extends ChallengeKind>(
  service: Service,
  code: string,
  kind: Kind,
): Promise<OpenChallenge<Kind>> =>
  withUser(service, await (await challengeCollection(service)).findOneAndDelete(filterOf(service, code, kind)));
