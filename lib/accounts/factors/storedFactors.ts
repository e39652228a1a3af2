// Stores the factors of users: one document for each user, so that each change of it is one atomic update.
import type { Collection } from 'mongodb';
import { insertAuditRow, type AuditEntry } from '../../platform/audit/index.ts';
import { collections, inTransaction, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { factorKindsName } from '../../schema/index.ts';
import type { FoundUser } from '../sessions/index.ts';
import { usersIn } from '../users/index.ts';

export interface StoredPasskey {
  /** The id of the credential. */
  readonly id: string;
  /** As its user calls it. */
  readonly name: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** How often it was used, as the authenticator counts; 0: it does not count. */
  readonly counter: number;
  /** Whether it can be copied to other authenticators. Absent: stored before Lectern noted it, and not used since. */
  readonly backupEligible?: boolean;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly usedAt?: Date;
}

/** A browser that is not asked for the factor. */
interface RememberedBrowser extends FoundUser {
  /** Of the code in its cookie. */
  readonly hash: string;
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
  /** The remembered browsers. */
  readonly devices?: readonly RememberedBrowser[];
}

export const factorCollection = async ({ database }: Service): Promise<Collection<StoredFactors>> =>
  (await database.get()).collection<StoredFactors>(collections.factors);

/** @param user the documentId */
export const findFactors = async (service: Service, user: string): Promise<StoredFactors | undefined> =>
  (await (await factorCollection(service)).findOne({ _id: user })) ?? undefined;

/** Whether the user has a factor. Recovery codes alone are none. */
export const hasFactor = (factors: StoredFactors | undefined): factors is StoredFactors =>
  factors !== undefined && (factors.totp !== undefined || (factors.passkeys ?? []).length > 0);

/** The kinds of factors that a user has. */
export const kindsOf = ({ totp, passkeys = [] }: StoredFactors): readonly string[] => [
  ...(passkeys.length > 0 ? ['passkey'] : []),
  ...(totp === undefined ? [] : ['totp']),
];

/** The ways in which a user can confirm that it is them. */
export const methodsOf = (factors: StoredFactors): readonly string[] =>
  (factors.recovery ?? []).length > 0 ? [...kindsOf(factors), 'recovery'] : kindsOf(factors);

/**
 * Changes which factors a user has, in one transaction with the row of the audit log, and with the kinds in the document of the
 * user: the list of users is filtered by them.
 *
 * @param entryOf makes the row from what `change` returns; undefined: nothing happened
 * @returns what `change` returns
 * @throws what `change` throws; then nothing is written
 */
export const changeFactors = <Result>(
  service: Service,
  user: string,
  change: (factors: Collection<StoredFactors>, options: Transaction['options']) => Promise<Result>,
  entryOf: (result: Result) => AuditEntry | undefined,
): Promise<Result> =>
  inTransaction(service.database, async (unit) => {
    const { db, options } = unit;
    const factors = db.collection<StoredFactors>(collections.factors);
    const result = await change(factors, options);
    const stored = await factors.findOne({ _id: user }, options);
    const kinds = stored === null ? [] : kindsOf(stored);
    await usersIn(db, service.schema).updateOne(
      { documentId: user },
      kinds.length === 0 ? { $unset: { [factorKindsName]: '' } } : { $set: { [factorKindsName]: kinds } },
      options,
    );
    const entry = entryOf(result);
    if (entry !== undefined) await insertAuditRow(service, unit, entry);
    return result;
  });
