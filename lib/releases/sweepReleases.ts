// Executes the releases that are due. The stored row is the truth: a process that was down catches up, and a lease lets one process
// work at a time.
import { ApiError } from '../errors.ts';
import type { PendingDocument } from '../events/relay/index.ts';
import { isAgentWrite, isLockTimeout, isUnreachable, LeaseLost, type Lease } from '../platform/db/index.ts';
import { errorDetails, writeLog } from '../platform/log.ts';
import type { Service } from '../platform/service.ts';
import { runWithSource, WriteConflict } from '../write/documents/index.ts';
import { collectWritten, removeEmptySet } from './changeSets.ts';
import { databaseNow, type DatabaseNow } from './databaseNow.ts';
import { mailRefusals } from './mailRefusals.ts';
import { ActionRefused, publishRelease, type Publication } from './publishRelease.ts';
import { checkRelease, statusOf } from './releaseState.ts';
import type { CheckedAction } from './seenActions.ts';
import {
  actionsIn,
  beforeMoment,
  nextCheck,
  releasesIn,
  scheduleFields,
  type StoredRelease,
} from './storedReleases.ts';

export interface SweepSettings {
  /** After how long it tries a release again that could not be done. */
  readonly retryMs?: number;
  readonly now?: DatabaseNow;
}

/** What the background worker gives to its job. */
interface SweepContext {
  readonly service: Service;
  readonly lease: Lease;
  /** Whether no other release may begin. */
  readonly isStopping: () => boolean;
  readonly counts: { releases: number };
}

/** How long one release waits for documents that others write. */
const lockWaitMs = 15_000;

/** How long a check waits for further changes: whoever writes may correct what was invalid for a moment. */
const settleMs = 60_000;

/** How many releases are read at a time. */
const batchSize = 50;

const isWaiting = { due: { $gt: new Date(0) } } as const;

/** A release that is due for a check, and whether its own time, if it has one, has come by the database's clock. */
interface DueRelease extends StoredRelease {
  readonly due: Date;
  readonly isReached: boolean;
}

export class ReleaseSweeper {
  /** After how many milliseconds the next release is due; undefined: nothing is planned, or another process works. */
  restMs: number | undefined;
  private readonly service: Service;
  private readonly context: SweepContext;
  private readonly settings: Required<SweepSettings>;
  private hasZoneData = false;

  constructor(context: SweepContext, { retryMs = 30_000, now = databaseNow }: SweepSettings = {}) {
    this.context = context;
    this.service = context.service;
    this.settings = { retryMs, now };
  }

  /**
   * Executes what is due. Where nothing is planned, it is one query that reads one key of an index.
   *
   * @throws MongoError when the database does not answer
   */
  async run(): Promise<void> {
    this.restMs = undefined;
    this.restMs = await this.sweep();
  }

  /** Makes releases due when their documents change, to be checked: owners get to know what prevents them. Completes change sets. */
  async follow(documents: readonly Pick<PendingDocument, 'type' | 'documentId' | 'events'>[]): Promise<void> {
    const db = await this.service.database.get();
    for (const { type, documentId, events } of documents)
      for (const set of new Set(events.map((event) => event.set)))
        if (isAgentWrite(set)) await collectWritten(this.service, { set, type, documentId });
    const publishable = documents.filter(({ type }) => type.draftAndPublish);
    if (publishable.length === 0) return;
    const contentTypes = [...new Set(publishable.map(({ type: { uid } }) => uid))];
    const documentIds = [...new Set(publishable.map(({ documentId }) => documentId))];
    const changed = await actionsIn(db).distinct('release', {
      ...{ contentType: { $in: contentTypes }, documentId: { $in: documentIds } },
    });
    if (changed.length === 0) return;
    await releasesIn(db).updateMany({ _id: { $in: changed }, releasedAt: null }, [
      { $set: { due: { $min: ['$due', { $add: ['$$NOW', settleMs] }] } } },
    ]);
  }

  private async sweep(): Promise<number | undefined> {
    const { lease, isStopping } = this.context;
    const restMs = await this.findRestMs();
    if (restMs === undefined) return undefined;
    if (!this.hasZoneData) {
      await this.recomputeMoments();
      return this.sweep();
    }
    if (restMs > 0) return restMs;
    if (!(await lease.acquire())) return undefined;
    lease.keep();
    // A release that changes during the sweep waits for the next one.
    const handled: number[] = [];
    try {
      for (;;) {
        const due = await this.findDue(handled);
        for (const release of due) {
          if (isStopping() || !lease.isHeldFor()) return undefined;
          handled.push(release._id);
          await this.handle(release);
        }
        if (due.length === 0) return await this.findRestMs();
      }
    } finally {
      await lease.release();
    }
  }

  private async findRestMs(): Promise<number | undefined> {
    const releases = releasesIn(await this.service.database.get());
    const earliest = await releases.findOne<{ readonly restMs: number | bigint }>(isWaiting, {
      sort: { due: 1 },
      projection: { _id: 0, restMs: { $subtract: ['$due', this.settings.now()] } },
    });
    return earliest === null ? undefined : Math.max(0, Number(earliest.restMs));
  }

  private async findDue(handled: readonly number[]): Promise<readonly DueRelease[]> {
    const now = this.settings.now();
    return releasesIn(await this.service.database.get())
      .aggregate<DueRelease>([
        { $match: { ...isWaiting, _id: { $nin: [...handled] }, $expr: { $lte: ['$due', now] } } },
        { $sort: { due: 1 } },
        { $limit: batchSize },
        // null is before every date.
        { $set: { isReached: { $and: ['$scheduledAt', { $lte: ['$scheduledAt', now] }] } } },
      ])
      .toArray();
  }

  /** Computes the moments anew that were computed with older zone data. */
  private async recomputeMoments(): Promise<void> {
    const zoneData = process.versions.tz ?? '';
    const releases = releasesIn(await this.service.database.get());
    const older = releases.find({ releasedAt: null, 'schedule.zoneData': { $lt: zoneData } });
    for await (const { _id, revision, schedule } of older)
      if (schedule !== null) {
        await releases.updateOne({ _id, revision }, { $set: scheduleFields(schedule), $inc: { revision: 1 } });
      }
    this.hasZoneData = true;
  }

  /** Executes a release, or stores why it cannot be done: one that fails in whatever way does not keep the others waiting. */
  private async handle(release: DueRelease): Promise<void> {
    let checked: readonly CheckedAction[] = [];
    try {
      const context = { service: this.service, locales: await this.service.locales.known() };
      checked = await checkRelease(context, release);
      const status = statusOf(checked, undefined);
      if (status === 'empty' && release.agent !== undefined) await removeEmptySet(this.service, release._id);
      if (status !== 'ready') await this.postpone(release, status, checked);
      else if (release.isReached) await this.publish(release, context);
      else await this.postpone(release, release.failure === undefined ? 'ready' : 'failed', checked);
    } catch (error) {
      if (error instanceof LeaseLost || isUnreachable(error)) throw error;
      const message = messageOf(error);
      const refused =
        error instanceof ActionRefused ? checked.filter(({ action }) => action._id === error.action._id) : [];
      const actions = refused.map((one) => ({ ...one, reasons: [{ message }] }));
      await this.postpone(release, 'failed', actions, message);
    }
  }

  private async publish(release: StoredRelease, context: Pick<Publication, 'service' | 'locales'>): Promise<void> {
    const publication = { ...context, now: this.settings.now };
    await runWithSource('release', () =>
      this.context.lease.runFenced(
        0,
        async (unit) => {
          if ((await publishRelease(publication, unit, release, true)) === undefined) return;
          await unit.afterCommit(() => {
            this.context.counts.releases += 1;
            return Promise.resolve();
          });
        },
        lockWaitMs,
      ),
    );
  }

  /**
   * Stores why a release is not done, and when it is looked at next: by the database's clock. Without documents, it waits for a change.
   * If one of its documents has changed since it was checked, the relay has made it due again, and it is checked once more.
   */
  private async postpone(
    release: DueRelease,
    status: StoredRelease['status'],
    checked: readonly CheckedAction[],
    failure?: string,
  ): Promise<void> {
    const { _id, revision, due, isReached, notified = [] } = release;
    // An agent may still be writing what is refused: nobody waits for it until a person plans it.
    const isAwaited = release.agent === undefined || release.scheduledAt !== null;
    const refused = isAwaited ? checked.filter(({ reasons }) => reasons.length > 0) : [];
    const newlyRefused = refused.filter(({ action }) => !notified.includes(action._id));
    const now = this.settings.now();
    const nextDue = isReached
      ? { $add: [now, this.settings.retryMs] }
      : { $cond: [{ $gt: [beforeMoment, now] }, beforeMoment, '$scheduledAt'] };
    const updated = await releasesIn(await this.service.database.get()).updateOne(
      { _id, revision, due, releasedAt: null },
      [
        {
          $set: {
            status,
            due: status === 'empty' ? '$$REMOVE' : nextCheck(now, nextDue),
            notified: refused.length > 0 ? refused.map(({ action }) => action._id) : '$$REMOVE',
            ...(failure === undefined ? {} : { failure: { at: now, message: { $literal: failure } } }),
          },
        },
      ],
    );
    if (newlyRefused.length > 0 && updated.modifiedCount > 0) await mailRefusals(this.service, release, newlyRefused);
  }
}

/** What a release shows of an error: those that are no refusals are only in the log. */
const messageOf = (error: unknown): string => {
  if (error instanceof ActionRefused) return error.cause.message;
  if (error instanceof ApiError) return error.message;
  if (error instanceof WriteConflict || isLockTimeout(error))
    return 'Its documents were being written: it is tried again';
  writeLog('error', { message: 'a release failed', error: errorDetails(error, true) });
  return 'An unexpected error: it is in the log, and the release is tried again';
};
