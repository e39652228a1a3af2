// Keeps the stored totals of types: makes missing ones, and moves the `uncounted` of documents into them; as a job, and after a
// command that wrote many documents.
import { dayMs } from '../platform/dayMs.ts';
import { isLockTimeout, maxTotalsAgeMs, totalsCollection, inTransaction } from '../platform/db/index.ts';
import { isContent, type ContentType } from '../schema/index.ts';
import type { Service } from '../platform/service.ts';
import type { JobContext } from './job.ts';
import {
  ageOf,
  countBatch,
  countUncounted,
  findUncounted,
  isMissingIndex,
  makeTotal,
  maxQuietBatch,
} from './typeTotals.ts';

/** How many documents one transaction counts; their writers wait until it ends. A document takes 0.4 ms of MongoDB. */
const maxBatch = 50;

/** After this time a total is made complete, however few documents it lacks. */
const completeAgeMs = dayMs;

/** Makes missing totals, and counts the documents that stored totals lack. */
export class TotalsKeeper {
  private readonly context: JobContext;
  private nextAt = 0;
  /** Smaller after a conflict, so that a document which others write all the time does not block those beside it. */
  private batchSize = maxBatch;
  private batchLimit = maxBatch;
  /** 0: the next run may begin at once, because this one left documents, and nobody waits. Undefined: it left none. */
  restMs: number | undefined;

  constructor(context: JobContext) {
    this.context = context;
  }

  /**
   * Makes missing totals, and counts documents for `totalsMs`. While the process answers requests, it does so at most
   * once in `everyMs`: so it takes a small part of the time of MongoDB. The types take turns.
   *
   * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
   */
  async run(): Promise<void> {
    const { service, settings, everyMs } = this.context;
    const isCatchingUp = this.restMs === 0;
    if (!isCatchingUp && performance.now() < this.nextAt) return;
    this.batchLimit = isCatchingUp ? maxQuietBatch : maxBatch;
    this.batchSize = Math.min(this.batchSize, this.batchLimit);
    this.restMs = undefined;
    this.nextAt = performance.now() + everyMs;
    const types = [...service.schema.types.values()].filter(isContent);
    const db = await service.database.get();
    const stored = new Map((await totalsCollection(db).find().toArray()).map((one) => [one._id, one]));
    let open: ContentType[] = [];
    for (const type of types) {
      const total = stored.get(type.collectionName);
      const age = ageOf(total, service.now());
      const isOld = total?.completeAt === undefined || age > completeAgeMs;
      if (await this.needsWork(type, age > maxTotalsAgeMs, isOld)) open.push(type);
    }
    const until = performance.now() + settings.totalsMs;
    while (open.length > 0 && performance.now() < until) {
      const left: ContentType[] = [];
      for (const type of open) if (!(await this.countSome(type))) left.push(type);
      open = left;
    }
    // Each run calls it, because it answers for the time since the run before.
    const isQuiet = settings.isQuiet();
    this.restMs = open.length === 0 ? undefined : isQuiet ? 0 : everyMs;
  }

  /** Makes the total if there is none that is exact, and finds out whether documents have to be counted now. */
  private async needsWork(type: ContentType, isMissing: boolean, isOld: boolean): Promise<boolean> {
    const { service, lease, settings } = this.context;
    const { maxUncounted } = settings;
    try {
      if (isMissing) await lease.runFenced(0, (unit) => makeTotal(unit, type, service.now()));
      if (isMissing || isOld) return true;
      const db = await service.database.get();
      return (await countUncounted({ db }, type, maxUncounted)) >= maxUncounted;
    } catch (error) {
      if (isMissingIndex(error) || isLockTimeout(error)) return false;
      throw error;
    }
  }

  /**
   * Moves the `uncounted` of some documents into the total.
   *
   * @returns whether the type needs no further batch now
   */
  private async countSome(type: ContentType): Promise<boolean> {
    const { context, batchSize } = this;
    const foundAt = context.service.now();
    const batch = await findUncounted({ db: await context.service.database.get() }, type, batchSize);
    try {
      await context.lease.runFenced(0, (unit) => countBatch(unit, type, batch, foundAt), context.settings.totalsMs);
      this.batchSize = Math.min(this.batchLimit, batchSize * 2);
      return batch.isLast;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      this.batchSize = Math.ceil(batchSize / 4);
      return true;
    }
  }
}

const completeTotal = async ({ database, now }: Service, type: ContentType): Promise<void> => {
  const db = await database.get();
  const total = await totalsCollection(db).findOne({ _id: type.collectionName });
  if (ageOf(total, now()) > maxTotalsAgeMs) await inTransaction(database, (unit) => makeTotal(unit, type, now()));
  for (let isLast = false; !isLast;) {
    const foundAt = now();
    const batch = await findUncounted({ db }, type, maxQuietBatch);
    await inTransaction(database, (unit) => countBatch(unit, type, batch, foundAt));
    ({ isLast } = batch);
  }
};

/**
 * Makes the missing totals and counts the documents that the others lack. What other writes do meanwhile, and documents that
 * they hold, are left to the worker.
 *
 * @throws MongoError when the database does not answer
 */
export const completeTotals = async (service: Service): Promise<void> => {
  for (const type of service.schema.types.values()) {
    if (!isContent(type)) continue;
    await completeTotal(service, type).catch((error: unknown) => {
      if (!isMissingIndex(error) && !isLockTimeout(error)) throw error;
    });
  }
};
