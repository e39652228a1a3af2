// Keeps the index of the search: it follows the documents of events, and builds what is missing.
import { isLockTimeout, isUnreachable, LeaseLost, type Lease } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { chooseBackend } from '../../search/index.ts';
import {
  buildIndexes,
  followDocuments,
  followPostponed,
  forgetUsedIndexes,
  type IndexWriter,
} from '../../search/indexing/index.ts';
import type { PendingDocument } from './pendingDocuments.ts';
import type { RelaySettings } from './relaySettings.ts';

/** How long a transaction waits for others: none but a former owner of the lease writes the index. */
const lockWaitMs = 500;

/** Writes the index only as long as this process has the lease. */
const indexWriterOf = (service: Service, lease: Lease): IndexWriter => ({
  backend: chooseBackend(service),
  run: (work) => lease.runFenced(0, work, lockWaitMs),
  mustStop: (error) => isUnreachable(error) || error instanceof LeaseLost,
});

export class SearchKeeper {
  private readonly service: Service;
  private readonly writer: IndexWriter;
  private readonly lease: Lease;
  private readonly settings: Pick<RelaySettings, 'pollMs' | 'callMs'>;
  private nextAt = 0;
  /** How long the next step should wait, so that building takes half of the time at most; undefined: nothing is to do. */
  restMs: number | undefined;

  constructor(service: Service, lease: Lease, settings: Pick<RelaySettings, 'pollMs' | 'callMs'>) {
    this.service = service;
    this.writer = indexWriterOf(service, lease);
    this.lease = lease;
    this.settings = settings;
  }

  /**
   * Indexes documents as they are now; called before their events are removed.
   *
   * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
   */
  async follow(documents: readonly PendingDocument[]): Promise<void> {
    await followDocuments(this.service, this.writer, documents);
    // Searches of this process need not wait for their next look.
    forgetUsedIndexes(await this.service.database.get());
  }

  /**
   * Sends what waits for another server, and does a step of building, if one is due. Without one, it looks once in `pollMs` whether there is something to do.
   *
   * @throws as `follow`
   */
  async build(): Promise<void> {
    const start = performance.now();
    const isDue = start >= this.nextAt;
    const hasMore = await this.step(isDue);
    if (!isDue) return;
    const ms = performance.now() - start;
    this.restMs = hasMore ? ms : undefined;
    this.nextAt = performance.now() + (this.restMs ?? this.settings.pollMs);
  }

  /**
   * Sends what waits for another server, and does a step of building.
   *
   * @param builds false: it only sends
   * @returns whether there is more to do now: not if another transaction holds the index
   * @throws as `follow`
   */
  async step(builds = true): Promise<boolean> {
    const { backend } = this.writer;
    await backend.sendWaiting(await this.service.database.get(), () => this.lease.isHeldFor(this.settings.callMs));
    if (!builds) return false;
    try {
      await followPostponed(this.service, this.writer);
      return await buildIndexes(this.service, this.writer);
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
  }
}
