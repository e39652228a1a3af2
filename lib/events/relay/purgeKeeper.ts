// Purges caches of what changed: it stores the keys before their events are removed, and sends them beside the relay's other
// work until the cache accepts them.
import { errorDetails, writeLog } from '../../platform/log.ts';
import {
  ChangedKeys,
  countPurge,
  findDueKeys,
  firstDueAt,
  purgerOf,
  purgesCaches,
  settleKeys,
  type Purger,
} from '../purge/index.ts';
import { retryDelayMs, type DeliveryContext } from './deliveryContext.ts';
import type { PendingDocument } from './pendingDocuments.ts';

/** A cache that is throttled for longer than this keeps outdated answers for longer than necessary. */
const maxDelayMs = 60_000;

type PurgeContext = Pick<DeliveryContext, 'service' | 'settings' | 'mayCall' | 'counts'>;

export class PurgeKeeper {
  private readonly context: PurgeContext;
  private readonly purger: Purger | undefined;
  private readonly changed: ChangedKeys;
  private running: Promise<void> = Promise.resolve();
  private isRunning = false;
  /** When the next purge is due; undefined: nothing waits. */
  private dueAt: Date | undefined;
  private attempts = 0;

  constructor(context: PurgeContext) {
    this.context = context;
    this.purger = purgerOf(context.service);
    this.changed = new ChangedKeys(context.service);
  }

  /** After how many milliseconds the next purge is due; undefined: nothing waits. */
  get restMs(): number | undefined {
    if (this.dueAt === undefined || this.isRunning) return undefined;
    return Math.max(0, this.dueAt.getTime() - this.context.service.now().getTime());
  }

  /**
   * Stores the keys of these documents; called before their events are removed. A process that lacks the key of the cache stores
   * what others purge.
   *
   * @throws MongoError when the database does not answer
   */
  async follow(documents: readonly PendingDocument[]): Promise<void> {
    if (!purgesCaches(this.context.service.config)) return;
    await this.changed.store(documents);
    // A long dispatch does not delay purges.
    await this.run();
  }

  /** Begins to purge what is due, unless a purge is in progress. @throws MongoError when the database does not answer */
  async run(): Promise<void> {
    const { purger } = this;
    if (purger === undefined || this.isRunning) return;
    if (this.attempts === 0) this.dueAt = await firstDueAt(await this.context.service.database.get());
    if (this.dueAt === undefined || this.dueAt > this.context.service.now() || !this.context.mayCall()) return;
    this.isRunning = true;
    this.running = this.purgeDue(purger).finally(() => {
      this.isRunning = false;
    });
  }

  /** Resolves when no purge is in progress. */
  whenIdle(): Promise<void> {
    return this.running;
  }

  private async purgeDue(purger: Purger): Promise<void> {
    try {
      while (this.context.mayCall() && (await this.purgeSome(purger)));
      this.attempts = 0;
      this.dueAt = await firstDueAt(await this.context.service.database.get());
    } catch (error) {
      const { service, settings, counts } = this.context;
      const delayMs = retryDelayMs(++this.attempts, settings.random(), maxDelayMs);
      this.dueAt = new Date(service.now().getTime() + delayMs);
      counts.failed++;
      const { attempts } = this;
      const logLine = { message: 'caches cannot be purged', error: errorDetails(error), attempts };
      writeLog('error', { ...logLine, nextAttemptAt: this.dueAt });
    }
  }

  /** Purges the keys of one request. @returns whether there were any */
  private async purgeSome({ maxKeys, purge }: Purger): Promise<boolean> {
    const db = await this.context.service.database.get();
    const purgedAt = this.context.service.now();
    const keys = await findDueKeys(db, purgedAt, maxKeys);
    if (keys.length === 0) return false;
    const paths = await purge(keys, AbortSignal.timeout(this.context.settings.callMs));
    this.context.counts.purged += keys.length;
    writeLog('info', { time: purgedAt, message: 'caches purged', keys: keys.length, paths });
    await countPurge(db, purgedAt, { keys: keys.length, paths });
    await settleKeys(db, keys, purgedAt);
    return true;
  }
}
