// Stores the factors of users: one document for each user, so that each change of it is one atomic update.
import type { Collection } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';

export interface StoredPasskey {
  /** The id of the credential. */
  readonly id: string;
  /** As its user calls it. */
  readonly name: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** How often it was used, as the authenticator counts; 0: it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly usedAt?: Date;
}

/** A browser that is not asked for the factor. */
export interface RememberedBrowser {
  /** Of the code in its cookie. */
  readonly hash: string;
  readonly at: Date;
  readonly until: Date;
}

export interface StoredFactors {
  /** The documentId of the user. */
  readonly _id: string;
  readonly totp?: {
    readonly secret: string;
    /** Of the last accepted code: each step's code counts once. */
    readonly step: number;
    readonly createdAt: Date;
    /** Wrong codes in a row. */
    readonly failures?: number;
  };
  readonly passkeys?: readonly StoredPasskey[];
  /** The hashes of unused recovery codes. */
  readonly recovery?: readonly string[];
  /** The hashes of the networks from which the user last confirmed a factor. */
  readonly networks?: readonly string[];
  readonly devices?: readonly RememberedBrowser[];
}

export const factorCollection = async ({ database }: Pick<Service, 'database'>): Promise<Collection<StoredFactors>> =>
  (await database.get()).collection<StoredFactors>(collections.factors);

/** @param user the documentId */
export const findFactors = async (
  service: Pick<Service, 'database'>,
  user: string,
): Promise<StoredFactors | undefined> => (await (await factorCollection(service)).findOne({ _id: user })) ?? undefined;

/** Whether the user has a factor. Recovery codes alone are none. */
export const hasFactor = (factors: StoredFactors | undefined): factors is StoredFactors =>
  factors !== undefined && (factors.totp !== undefined || (factors.passkeys ?? []).length > 0);

/** The ways in which a user can confirm that it is them. */
export const methodsOf = ({ totp, passkeys = [], recovery = [] }: StoredFactors): readonly string[] => [
  ...(passkeys.length > 0 ? ['passkey'] : []),
  ...(totp === undefined ? [] : ['totp']),
  ...(recovery.length > 0 ? ['recovery'] : []),
];
