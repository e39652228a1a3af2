// Keeps the index of the search: it follows the documents of events, and builds what is missing; as a job, and for a command.
import { setTimeout } from 'node:timers/promises';
import { isLockTimeout, isUnreachable, Lease, LeaseLost } from '../platform/db/index.ts';
import { chooseBackend } from '../search/index.ts';
import {
  buildIndexes,
  followDocuments,
  followPostponed,
  forgetUsedIndexes,
  markIndexes,
  readBuildProgress,
  type BuildProgress,
  type IndexWriter,
} from '../search/indexing/index.ts';
import type { PendingDocument } from '../events/relay/index.ts';
import type { Service } from '../platform/service.ts';
import { defaultWorkerSettings as settings, type JobContext } from './job.ts';

/** How long a transaction waits for others: none but a former owner of the lease writes the index. */
const lockWaitMs = 500;

/** How soon a write of this process is in the index, if nothing else makes the loop run. */
const followMs = 1_000;

type SearchContext = Pick<JobContext, 'service' | 'settings' | 'lease' | 'everyMs'>;

/** Writes the index only as long as this process has the lease. */
const indexWriterOf = ({ service, lease }: SearchContext): IndexWriter => ({
  backend: chooseBackend(service),
  run: (work) => lease.runFenced(0, work, lockWaitMs),
  mustStop: (error) => isUnreachable(error) || error instanceof LeaseLost,
});

export class SearchKeeper {
  private readonly context: SearchContext;
  private readonly writer: IndexWriter;
  private nextAt = 0;
  /** How long the next step should wait, so that building takes half of the time at most; undefined: nothing is to do. */
  restMs: number | undefined;

  constructor(context: SearchContext) {
    this.context = context;
    this.writer = indexWriterOf(context);
  }

  /** Searches find a write soon, also if nothing else needs it. */
  get afterWriteMs(): number | undefined {
    return this.context.service.config.search.enabled ? followMs : undefined;
  }

  /**
   * Indexes documents as they are now; called before their events are removed.
   *
   * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
   */
  async follow(documents: readonly PendingDocument[]): Promise<void> {
    const { service } = this.context;
    await followDocuments(service, this.writer, documents);
    // Searches of this process need not wait for their next look.
    forgetUsedIndexes(await service.database.get());
  }

  /**
   * Sends what waits for another server, and does a step of building, if one is due. Without one, it looks once in `everyMs` whether there is something to do.
   *
   * @throws as `follow`
   */
  async run(): Promise<void> {
    const start = performance.now();
    const isDue = start >= this.nextAt;
    const hasMore = await this.step(isDue);
    if (!isDue) return;
    const ms = performance.now() - start;
    this.restMs = hasMore ? ms : undefined;
    this.nextAt = performance.now() + (this.restMs ?? this.context.everyMs);
  }

  /**
   * Sends what waits for another server, and does a step of building.
   *
   * @param builds false: it only sends
   * @returns whether there is more to do now: not if another transaction holds the index
   * @throws as `follow`
   */
  async step(builds = true): Promise<boolean> {
    const { service, lease, settings } = this.context;
    await this.writer.backend.sendWaiting(await service.database.get(), () => lease.isHeldFor(settings.callMs));
    if (!builds) return false;
    try {
      await followPostponed(service, this.writer);
      return await buildIndexes(service, this.writer);
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
  }
}

/** How often it looks how far the running worker is. */
const pollMs = 500;

/** @returns whether this process did a step, and may do the next one now; without the lease the worker that has it does them */
const buildHere = async (keeper: SearchKeeper, lease: Lease): Promise<boolean> => {
  try {
    return (await lease.acquire()) && (await keeper.step());
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
};

/**
 * Builds the indexes of all types, or of one, anew, and waits until they are complete. Searches use the old ones until then.
 *
 * @param type the uid of a type
 * @param onProgress is called after each step, and while another process builds
 * @throws MongoError when the database does not answer
 */
export const rebuildSearch = async (
  service: Service,
  type: string | undefined,
  onProgress: (progress: BuildProgress) => void,
): Promise<void> => {
  await markIndexes(await service.database.get(), type);
  const lease = new Lease(service.database, settings.leaseMs, 'relay');
  const keeper = new SearchKeeper({ service, settings, lease, everyMs: pollMs });
  try {
    for (;;) {
      const progress = await readBuildProgress(service, type);
      onProgress(progress);
      if (progress.unfinished === 0) return;
      if (!(await buildHere(keeper, lease))) await setTimeout(pollMs);
    }
  } finally {
    await lease.release();
  }
};
