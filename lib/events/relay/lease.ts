// The lease that one relay at a time works under: renewed and taken over outside of any transaction, timed by the
// database's clock. There is one for all of the work: a claim for each document would be a lease to renew for each.
import { randomUUID } from 'node:crypto';
import type { ClientSession, Collection, ServerSessionId } from 'mongodb';
import { collections, inTransaction, isDuplicateKey, isUnreachable } from '../../platform/db/index.ts';
import type { Database, Unit } from '../../platform/db/index.ts';

interface StoredLease {
  readonly _id: string;
  readonly owner: string;
  readonly until: Date;
  /** The fencing token: it grows whenever the owner changes. */
  readonly token: number;
  /** The session of the owner's transactions; an owner that gave the lease back has none. */
  readonly session?: ServerSessionId;
  /** The session of the owner before. */
  readonly replaced?: ServerSessionId;
  /** How many deliveries there were: the place of the last one. */
  readonly places?: number;
}

const _id = 'relay';

/** Milliseconds that a transaction tries to have documents that others write: the next round tries again. */
const patienceMs = 500;

/** Another process holds the lease by now: what was begun is its work. */
export class LeaseLost extends Error {}

/** The fields of a lease when this process asks for it: its own where it is free, else those that are there. */
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

export class Lease {
  private readonly database: Database;
  private readonly ms: number;
  private readonly owner = randomUUID();
  private session: ClientSession | undefined;
  /** The fencing token that this process was given last. */
  private token = 0;
  /** By this process' own clocks. */
  private until = { monotonic: 0, wall: 0 };

  /** @param ms how long it holds without being renewed */
  constructor(database: Database, ms: number) {
    this.database = database;
    this.ms = ms;
  }

  /** Whether it holds for so many milliseconds more. While a machine sleeps its monotonic clock may stand still. */
  lasts(ms = 0): boolean {
    return performance.now() + ms < this.until.monotonic && Date.now() + ms < this.until.wall;
  }

  /**
   * Takes the lease or renews it; another owner keeps it until it runs out. A transaction that the owner before left open
   * ends here: a killed process would lock its documents until MongoDB ends it, after more than a minute.
   *
   * @returns whether it is held
   * @throws MongoError when the database does not answer
   */
  async hold(): Promise<boolean> {
    const until = { monotonic: performance.now() + this.ms, wall: Date.now() + this.ms };
    const leases = await this.leases();
    const client = await this.database.client();
    this.session ??= client.startSession();
    const fields = leaseFields(this.owner, this.ms, this.session.serverSession.id);
    const lease = await leases
      .findOneAndUpdate({ _id }, [{ $set: fields }], { upsert: true, returnDocument: 'after' })
      .catch((error: unknown) => {
        // Another made it at the same moment.
        if (isDuplicateKey(error)) return null;
        throw error;
      });
    this.until = { monotonic: 0, wall: 0 };
    if (lease?.owner !== this.owner) return false;
    if (lease.token !== this.token && lease.replaced !== undefined) await this.endTransactionOf(lease.replaced);
    this.token = lease.token;
    this.until = until;
    return this.lasts();
  }

  /** Gives it back, so that another need not wait for its end. */
  async release(): Promise<void> {
    this.until = { monotonic: 0, wall: 0 };
    await this.session?.endSession();
    this.session = undefined;
    const leases = await this.leases();
    await leases.updateOne({ _id, owner: this.owner }, { $set: { until: new Date(0) }, $unset: { session: 1 } });
  }

  /**
   * Runs work in a transaction that only the owner of the lease may begin. It reads the lease and does not write it, so
   * that an open transaction keeps nobody from renewing it or taking it over.
   *
   * @param count of places that the work needs; it is given the first of them, and each is given once
   * @throws LeaseLost; LockTimeout where others hold the documents
   */
  async fenced(count: number, work: (unit: Unit, firstPlace: number) => Promise<void>): Promise<void> {
    const { session } = this;
    const leases = await this.leases();
    const held = { _id, owner: this.owner, token: this.token };
    const drawn = await leases.findOneAndUpdate(held, { $inc: { places: count } }, { returnDocument: 'after' });
    if (drawn === null || session === undefined) throw new LeaseLost();
    const firstPlace = (drawn.places ?? count) - count + 1;
    const fencedWork = async (unit: Unit): Promise<void> => {
      if ((await leases.findOne(held, { ...unit.options, projection: { _id: 1 } })) === null) throw new LeaseLost();
      await work(unit, firstPlace);
    };
    await inTransaction(this.database, fencedWork, { deadline: performance.now() + patienceMs, session });
  }

  private async endTransactionOf(session: ServerSessionId): Promise<void> {
    const db = await this.database.get();
    await db.command({ killSessions: [session] }).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      // Atlas' free and Flex clusters do not have it: the documents stay locked until MongoDB ends the transaction.
    });
  }

  private async leases(): Promise<Collection<StoredLease>> {
    return (await this.database.get()).collection<StoredLease>(collections.leases);
  }
}
