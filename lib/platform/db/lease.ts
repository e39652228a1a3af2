// The lease that lets one process at a time do a work: the relay, or the sweep of releases. It is taken and renewed outside of
// transactions and timed by the database's clock. One lease covers all of a work, because a lease for each document would have to
// be renewed for each document.
import { randomUUID } from 'node:crypto';
import type { ClientSession, Collection, ServerSessionId } from 'mongodb';
import type { Database } from './client.ts';
import { collections } from './collections.ts';
import { isDuplicateKey, isUnreachable } from './mongoErrors.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/** The works that one process at a time does. */
export type LeaseName = 'relay' | 'releases';

interface StoredLease {
  readonly _id: LeaseName;
  readonly owner: string;
  readonly until: Date;
  /** The fencing token. It increases each time the owner changes. */
  readonly token: number;
  /** The session of the owner's transactions; absent after the owner released the lease. */
  readonly session?: ServerSessionId;
  /** The session of the previous owner. */
  readonly replaced?: ServerSessionId;
  /** The highest `place` assigned so far. Deliveries are numbered from 1. */
  readonly places?: number;
}

/** How long a transaction waits for documents that others write. The next round tries again. */
const lockWaitMs = 500;

/** Another process holds the lease now, so this process must stop its work. */
export class LeaseLost extends Error {}

/**
 * The new fields of the lease when this process tries to take it: its own values if the lease is free, otherwise the
 * current ones.
 */
const leaseFields = (owner: string, ms: number, { id }: ServerSessionId) => {
  const isOwner = { $eq: ['$owner', owner] };
  const isOver = { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
  const isFree = { $or: [isOwner, isOver] };
  const isTakenOver = { $and: [{ $not: isOwner }, isOver] };
  return {
    owner: { $cond: [isFree, owner, '$owner'] },
    until: { $cond: [isFree, { $add: ['$$NOW', ms] }, '$until'] },
    session: { $cond: [isFree, { id }, '$session'] },
    token: { $add: [{ $ifNull: ['$token', 0] }, { $cond: [isTakenOver, 1, 0] }] },
    replaced: { $cond: [isTakenOver, '$session', '$replaced'] },
  };
};

/** Whether some process has the lease now, by the clock of this process. @throws MongoError when the database does not answer */
export const isLeaseHeld = async (
  { database, now }: { readonly database: Database; readonly now: () => Date },
  name: LeaseName,
): Promise<boolean> => {
  const lease = await (await database.get()).collection<StoredLease>(collections.leases).findOne({ _id: name });
  return lease !== null && lease.until > now();
};

export class Lease {
  private readonly database: Database;
  private readonly ms: number;
  private readonly _id: LeaseName;
  private readonly owner = randomUUID();
  private session: ClientSession | undefined;
  private timer: NodeJS.Timeout | undefined;
  private renewal: Promise<unknown> | undefined;
  /** The fencing token that this process got last. */
  private token = 0;
  /** When the lease ends, by the clocks of this process. */
  private until = { monotonic: 0, wall: 0 };

  /**
   * @param ms how long the lease lasts without renewal
   * @param name of the work that it is for
   */
  constructor(database: Database, ms: number, name: LeaseName) {
    this.database = database;
    this.ms = ms;
    this._id = name;
  }

  /** Renews the lease until it is released, while it is held: if a renewal fails, whoever works must take it again. */
  keep(): void {
    this.timer = setInterval(() => {
      if (this.isHeldFor()) this.renewal = this.acquire().catch(() => undefined);
    }, this.ms / 4).unref();
  }

  /**
   * Whether this process holds the lease for this many milliseconds more. It checks two clocks, because the monotonic
   * clock may stop while a machine sleeps.
   */
  isHeldFor(ms = 0): boolean {
    return performance.now() + ms < this.until.monotonic && Date.now() + ms < this.until.wall;
  }

  /**
   * Takes or renews the lease. Another owner keeps it until it expires. After a takeover it ends the open transaction
   * of the previous owner, because a killed process would otherwise lock its documents for more than a minute.
   *
   * @returns whether this process holds the lease
   * @throws MongoError when the database does not answer
   */
  async acquire(): Promise<boolean> {
    const until = { monotonic: performance.now() + this.ms, wall: Date.now() + this.ms };
    const leases = await this.leases();
    const client = await this.database.client();
    this.session ??= client.startSession();
    const fields = leaseFields(this.owner, this.ms, this.session.serverSession.id);
    const lease = await leases
      .findOneAndUpdate({ _id: this._id }, [{ $set: fields }], { upsert: true, returnDocument: 'after' })
      .catch((error: unknown) => {
        // Another process inserted the lease at the same moment.
        if (isDuplicateKey(error)) return null;
        throw error;
      });
    this.until = { monotonic: 0, wall: 0 };
    if (lease?.owner !== this.owner) return false;
    if (lease.token !== this.token && lease.replaced !== undefined) await this.endTransactionOf(lease.replaced);
    this.token = lease.token;
    this.until = until;
    return this.isHeldFor();
  }

  /** Releases the lease, so that another process need not wait until it expires. */
  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.renewal;
    this.until = { monotonic: 0, wall: 0 };
    await this.session?.endSession();
    this.session = undefined;
    const leases = await this.leases();
    await leases.updateOne(
      { _id: this._id, owner: this.owner },
      { $set: { until: new Date(0) }, $unset: { session: 1 } },
    );
  }

  /**
   * Runs work in a transaction that only the owner of the lease may begin. The transaction reads the lease but does
   * not write it, so an open transaction does not block a renewal or a takeover.
   *
   * @param count how many places the work needs; it gets the first one, and each place is used once
   * @param waitMs how long it waits for documents that others write
   * @throws LeaseLost when another process has the lease; LockTimeout when other transactions hold the documents
   */
  async runFenced(
    count: number,
    work: (unit: Transaction, firstPlace: number) => Promise<void>,
    waitMs = lockWaitMs,
  ): Promise<void> {
    const { session, _id } = this;
    const leases = await this.leases();
    const held = { _id, owner: this.owner, token: this.token };
    const updated = await leases.findOneAndUpdate(held, { $inc: { places: count } }, { returnDocument: 'after' });
    if (updated === null || session === undefined) throw new LeaseLost();
    const firstPlace = (updated.places ?? count) - count + 1;
    const fencedWork = async (unit: Transaction): Promise<void> => {
      if ((await leases.findOne(held, { ...unit.options, projection: { _id: 1 } })) === null) throw new LeaseLost();
      await work(unit, firstPlace);
    };
    await inTransaction(this.database, fencedWork, { deadline: performance.now() + waitMs, session });
  }

  private async endTransactionOf(session: ServerSessionId): Promise<void> {
    const db = await this.database.get();
    await db.command({ killSessions: [session] }).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      // Free and Flex clusters of Atlas do not support this command. There the documents stay locked until MongoDB
      // ends the transaction.
    });
  }

  private async leases(): Promise<Collection<StoredLease>> {
    return (await this.database.get()).collection<StoredLease>(collections.leases);
  }
}
