// Purges caches of what changed: it stores the keys before their events are removed, and sends them beside the relay's other
// work until the cache accepts them.
import { errorDetails, writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
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
import { retryDelayMs, type RelayCounts } from './deliveryContext.ts';
import type { PendingDocument } from './pendingDocuments.ts';
import type { RelaySettings } from './relaySettings.ts';

/** A cache that is throttled for longer than this keeps outdated answers for longer than necessary. */
const maxDelayMs = 60_000;

export class PurgeKeeper {
  private readonly service: Service;
  private readonly settings: Pick<RelaySettings, 'callMs' | 'random'>;
  private readonly mayCall: () => boolean;
  private readonly tally: RelayCounts;
  private readonly purger: Purger | undefined;
  private readonly changed: ChangedKeys;
  private running: Promise<void> = Promise.resolve();
  private isRunning = false;
  /** When the next purge is due; undefined: nothing waits. */
  private dueAt: Date | undefined;
  private attempts = 0;

  /** @param mayCall whether a request may begin: the lease lasts until it ends, and the relay is not stopping */
  constructor(
    service: Service,
    settings: Pick<RelaySettings, 'callMs' | 'random'>,
    mayCall: () => boolean,
    tally: RelayCounts,
  ) {
    this.service = service;
    this.settings = settings;
    this.mayCall = mayCall;
    this.tally = tally;
    this.purger = purgerOf(service);
    this.changed = new ChangedKeys(service);
  }

  /** After how many milliseconds the next purge is due; undefined: nothing waits. */
  get restMs(): number | undefined {
    if (this.dueAt === undefined || this.isRunning) return undefined;
    return Math.max(0, this.dueAt.getTime() - this.service.now().getTime());
  }

  /**
   * Stores the keys of these documents; called before their events are removed. A process that lacks the key of the cache stores
   * what others purge.
   *
   * @throws MongoError when the database does not answer
   */
  async follow(documents: readonly PendingDocument[]): Promise<void> {
    if (purgesCaches(this.service.config)) await this.changed.store(documents);
  }

  /** Begins to purge what is due, unless a purge is in progress. @throws MongoError when the database does not answer */
  async start(): Promise<void> {
    const { purger } = this;
    if (purger === undefined || this.isRunning) return;
    if (this.attempts === 0) this.dueAt = await firstDueAt(await this.service.database.get());
    if (this.dueAt === undefined || this.dueAt > this.service.now() || !this.mayCall()) return;
    this.isRunning = true;
    this.running = this.run(purger).finally(() => {
      this.isRunning = false;
    });
  }

  /** Resolves when no purge is in progress. */
  whenIdle(): Promise<void> {
    return this.running;
  }

  private async run(purger: Purger): Promise<void> {
    try {
      while (this.mayCall() && (await this.purgeSome(purger)));
      this.attempts = 0;
      this.dueAt = await firstDueAt(await this.service.database.get());
    } catch (error) {
      const { random } = this.settings;
      const delayMs = retryDelayMs(++this.attempts, random(), maxDelayMs);
      this.dueAt = new Date(this.service.now().getTime() + delayMs);
      this.tally.failed++;
      const { attempts } = this;
      const logLine = { message: 'caches cannot be purged', error: errorDetails(error), attempts };
      writeLog('error', { ...logLine, nextAttemptAt: this.dueAt });
    }
  }

  /** Purges the keys of one request. @returns whether there were any */
  private async purgeSome({ maxKeys, purge }: Purger): Promise<boolean> {
    const db = await this.service.database.get();
    const purgedAt = this.service.now();
    const keys = await findDueKeys(db, purgedAt, maxKeys);
    if (keys.length === 0) return false;
    const paths = await purge(keys, AbortSignal.timeout(this.settings.callMs));
    this.tally.purged += keys.length;
    writeLog('info', { time: purgedAt, message: 'caches purged', keys: keys.length, paths });
    await countPurge(db, purgedAt, { keys: keys.length, paths });
    await settleKeys(db, keys, purgedAt);
    return true;
  }
}
