// Keeps the stored totals of types: makes missing ones, and moves the `uncounted` of documents into them.
import { MongoServerError, type Collection } from 'mongodb';
import {
  isLockTimeout,
  lockTotals,
  maxTotalsAgeMs,
  totalOfLocale,
  totalsCollection,
  uncountedFilter,
  uncountedIndex,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import { isContent, localeIndexKey, type ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Lease } from './lease.ts';
import { groupUncounted, type UncountedDocument, type UncountedGroup } from './groupUncounted.ts';
import type { RelaySettings } from './relaySettings.ts';
import { sumByLocale } from './sumByLocale.ts';

/** How many documents one transaction counts; their writers wait until it ends. A document takes 0.4 ms of MongoDB. */
const maxBatch = 50;

/** As `maxBatch`, while nobody waits: the fixed costs of a transaction are shared by more documents. */
const maxQuietBatch = 250;

/** After this time a total is made complete, however few documents it lacks. */
const completeAgeMs = 24 * 3_600_000;

const documentsOf = ({ db }: Pick<Transaction, 'db'>, { collectionName }: ContentType): Collection<StoredDocument> =>
  db.collection(collectionName);

/** MongoDB's error code BadValue. */
const badValue = 2;

/** Whether an index does not exist: it is not created yet, or MongoDB's limit leaves no place for it. */
const isMissingIndex = (error: unknown): boolean => error instanceof MongoServerError && error.code === badValue;

/** Makes missing totals, and counts the documents that stored totals lack. */
export class TotalsKeeper {
  private readonly service: Service;
  private readonly lease: Lease;
  private readonly settings: RelaySettings;
  private nextAt = 0;
  /** Smaller after a conflict, so that a document which others write all the time does not block those beside it. */
  private batchSize = maxBatch;
  private maxBatch = maxBatch;
  /** Whether the last run left documents for the next one. */
  isBehind = false;
  /** Whether the next run may begin at once: it is behind, and nobody waits. */
  isCatchingUp = false;

  constructor(service: Service, lease: Lease, settings: RelaySettings) {
    this.service = service;
    this.lease = lease;
    this.settings = settings;
  }

  /**
   * Makes missing totals, and counts documents for `totalsMs`. While the process answers requests, it does so at most
   * once in `pollMs`: so it takes a small part of the time of MongoDB. The types take turns.
   *
   * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
   */
  async run(): Promise<void> {
    const { pollMs, totalsMs } = this.settings;
    if (!this.isCatchingUp && performance.now() < this.nextAt) return;
    this.maxBatch = this.isCatchingUp ? maxQuietBatch : maxBatch;
    this.batchSize = Math.min(this.batchSize, this.maxBatch);
    this.isCatchingUp = false;
    this.nextAt = performance.now() + pollMs;
    const types = [...this.service.schema.types.values()].filter(isContent);
    const db = await this.service.database.get();
    const stored = new Map((await totalsCollection(db).find().toArray()).map((one) => [one._id, one]));
    let open: ContentType[] = [];
    for (const type of types) {
      const total = stored.get(type.collectionName);
      const { completeAt, madeAt } = total ?? {};
      const age = this.service.now().getTime() - ((completeAt ?? madeAt)?.getTime() ?? 0);
      const isOld = completeAt === undefined || age > completeAgeMs;
      if (await this.needsWork(type, age > maxTotalsAgeMs, isOld)) open.push(type);
    }
    const until = performance.now() + totalsMs;
    while (open.length > 0 && performance.now() < until) {
      const left: ContentType[] = [];
      for (const type of open) if (!(await this.countBatch(type))) left.push(type);
      open = left;
    }
    this.isBehind = open.length > 0;
    // Each run calls it, because it answers for the time since the run before.
    this.isCatchingUp = this.settings.isQuiet() && this.isBehind;
  }

  /** Makes the total if there is none that is exact, and finds out whether documents have to be counted now. */
  private async needsWork(type: ContentType, isMissing: boolean, isOld: boolean): Promise<boolean> {
    const { maxUncounted } = this.settings;
    try {
      if (isMissing) await this.makeTotal(type);
      if (isMissing || isOld) return true;
      const db = await this.service.database.get();
      const options = { hint: uncountedIndex(type), limit: maxUncounted };
      return (await documentsOf({ db }, type).countDocuments(uncountedFilter, options)) >= maxUncounted;
    } catch (error) {
      if (isMissingIndex(error) || isLockTimeout(error)) return false;
      throw error;
    }
  }

  /** Stores the number of published documents, without what `uncounted` adds to it. */
  private makeTotal(type: ContentType): Promise<void> {
    return this.lease.runFenced(0, async (unit) => {
      if (!(await lockTotals(unit))) return;
      const published = { ...localeIndexKey(type), 'published.id': 1 } as const;
      const uncounted = await sumByLocale(unit, type, uncountedIndex(type), uncountedFilter, '$uncounted');
      const totals = new Map(await sumByLocale(unit, type, published, { 'published.id': { $gte: 0 } }, 1));
      for (const [locale, sum] of uncounted) totals.set(locale, (totals.get(locale) ?? 0) - sum);
      await totalsCollection(unit.db).replaceOne(
        { _id: type.collectionName },
        { totals: Object.fromEntries(totals), madeAt: this.service.now() },
        { ...unit.options, upsert: true },
      );
    });
  }

  /**
   * Moves the `uncounted` of some documents into the total. A document that changes meanwhile stays for the next batch.
   *
   * @returns whether the type needs no further batch now
   */
  private async countBatch(type: ContentType): Promise<boolean> {
    const { database, now } = this.service;
    const { batchSize } = this;
    const completeAt = now();
    const found = await documentsOf({ db: await database.get() }, type)
      .find(uncountedFilter, { hint: uncountedIndex(type), projection: { locale: 1, uncounted: 1 }, limit: batchSize })
      .toArray();
    // The cast is safe: the condition finds only documents with `uncounted`.
    const groups = groupUncounted(found as unknown as readonly UncountedDocument[]);
    const isLast = found.length < batchSize;
    try {
      const work = (unit: Transaction): Promise<void> =>
        this.count(unit, type, groups, isLast ? completeAt : undefined);
      await this.lease.runFenced(0, work, this.settings.totalsMs);
      this.batchSize = Math.min(this.maxBatch, batchSize * 2);
      return isLast;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      this.batchSize = Math.ceil(batchSize / 4);
      return true;
    }
  }

  private async count(
    unit: Transaction,
    type: ContentType,
    groups: readonly UncountedGroup[],
    completeAt: Date | undefined,
  ): Promise<void> {
    const added = new Map<string, number>();
    for (const { locale, uncounted, ids } of groups) {
      const alike = { _id: { $in: [...ids] }, locale, uncounted };
      const { modifiedCount } = await documentsOf(unit, type).updateMany(
        alike,
        { $unset: { uncounted: 1 } },
        unit.options,
      );
      const path = `totals.${totalOfLocale(locale)}`;
      added.set(path, (added.get(path) ?? 0) + uncounted * modifiedCount);
    }
    await totalsCollection(unit.db).updateOne(
      { _id: type.collectionName },
      { $inc: Object.fromEntries(added), ...(completeAt === undefined ? {} : { $set: { completeAt } }) },
      unit.options,
    );
  }
}
