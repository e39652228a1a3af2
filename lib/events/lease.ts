// Who hands on events and makes calls: one process at a time, by a lease in the database, told by the database's clock. One
// for all of it, and no claims of documents: these would be as many leases to renew, and could run out in the midst of calls.
import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { collections, inTransaction, isDuplicateKey, type Database, type Unit } from '../db/index.ts';

interface StoredLease {
  readonly _id: string;
  readonly owner: string;
  readonly until: Date;
  /** How many deliveries there were: the place of the last one. */
  readonly places?: number;
}

const _id = 'relay';

/** Another process holds the lease by now: what was begun is its work. */
export class LeaseLost extends Error {}

export class Lease {
  private readonly database: Database;
  private readonly ms: number;
  private readonly owner = randomUUID();
  /** By this process' own clock. */
  private until = 0;

  /** @param ms how long it holds without being renewed */
  constructor(database: Database, ms: number) {
    this.database = database;
    this.ms = ms;
  }

  /** Whether it holds for so many milliseconds more. */
  lasts(ms = 0): boolean {
    return performance.now() + ms < this.until;
  }

  /** Takes it or renews it; whoever else has it keeps it until it ran out. Returns whether it is held. */
  async hold(): Promise<boolean> {
    const asked = performance.now();
    const { owner, ms } = this;
    const leases = await this.leases();
    const isFree = { $or: [{ $eq: ['$owner', owner] }, { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }] };
    const taken = {
      owner: { $cond: [isFree, owner, '$owner'] },
      until: { $cond: [isFree, { $add: ['$$NOW', ms] }, '$until'] },
    };
    const lease = await leases
      .findOneAndUpdate({ _id }, [{ $set: taken }], { upsert: true, returnDocument: 'after' })
      .catch((error: unknown) => {
        // Another made it at the same moment.
        if (isDuplicateKey(error)) return null;
        throw error;
      });
    this.until = lease?.owner === owner ? asked + ms : 0;
    return this.lasts();
  }

  /** Gives it back, so that another need not wait for its end. */
  async release(): Promise<void> {
    this.until = 0;
    const leases = await this.leases();
    await leases.updateOne({ _id, owner: this.owner }, { $set: { until: new Date(0) } });
  }

  /**
   * Runs work in a transaction that happens only if the lease is still held: who was stopped, and woke when another went
   * on, changes nothing.
   *
   * @param count of places that the work needs; it is given the first of them, and each is given once
   * @throws LeaseLost
   */
  async fenced(count: number, work: (unit: Unit, firstPlace: number) => Promise<void>): Promise<void> {
    await inTransaction(this.database, async (unit) => {
      const held = await unit.db
        .collection<StoredLease>(collections.leases)
        .findOneAndUpdate(
          { _id, owner: this.owner },
          { $inc: { places: count } },
          { ...unit.options, returnDocument: 'after' },
        );
      if (held === null) throw new LeaseLost();
      await work(unit, (held.places ?? count) - count + 1);
    });
  }

  private async leases(): Promise<Collection<StoredLease>> {
    return (await this.database.get()).collection<StoredLease>(collections.leases);
  }
}
