// Sends waiting entries to Meilisearch, and removes them when its tasks have succeeded.
import { MeilisearchApiError, type EnqueuedTask, type Meilisearch } from 'meilisearch';
import { MongoError, type Db } from 'mongodb';
import { errorDetails, writeLog } from '../../platform/log.ts';
import { deleteSomeOfIndex } from '../mongodb/index.ts';
import { indexSettings } from './indexSettings.ts';
import {
  findSentTasks,
  nextBatch,
  postpone,
  removeFinished,
  sendAgain,
  storeTask,
  waitingEntries,
  type WaitingEntry,
} from './waitingEntries.ts';

/** The statuses with which Meilisearch refuses what it was sent. With another it, or a proxy before it, is not able to work now. */
const refusals: ReadonlySet<number> = new Set([400, 413, 415, 422]);

const isRefusal = (error: unknown): error is MeilisearchApiError =>
  error instanceof MeilisearchApiError && refusals.has(error.response.status);

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** How many tasks one request asks for. */
const maxTasks = 100;

export class WaitingSender {
  private readonly client: Meilisearch;
  private readonly uid: string;
  private readonly now: () => Date;
  private hasSettings = false;
  /** Meilisearch did not work so many times in a row. */
  private failures = 0;
  private pausedUntil = 0;

  /** @param uid the index in Meilisearch */
  constructor(client: Meilisearch, uid: string, now: () => Date) {
    this.client = client;
    this.uid = uid;
    this.now = now;
  }

  /**
   * Sends all that is due. While Meilisearch does not work it does nothing, and tries again after a pause.
   *
   * @param mayCall whether this process may still send
   * @throws MongoError when the database does not answer
   */
  async send(db: Db, mayCall: () => boolean): Promise<void> {
    if (performance.now() < this.pausedUntil) return;
    try {
      await this.settleTasks(db, mayCall);
      while (mayCall() && (await this.sendBatch(db, mayCall)));
      this.failures = 0;
    } catch (error) {
      // A proxy before Meilisearch can answer anything, so the client may throw any other error.
      if (error instanceof MongoError) throw error;
      if (this.failures === 0) {
        const message = 'Meilisearch does not work; changes of documents wait';
        writeLog('error', { message, error: errorDetails(error) });
      }
      this.pausedUntil = performance.now() + Math.min(firstPauseMs * 2 ** this.failures, maxPauseMs);
      this.failures++;
    }
  }

  private async settleTasks(db: Db, mayCall: () => boolean): Promise<void> {
    const uids = await findSentTasks(db, maxTasks);
    if (uids.length === 0 || !mayCall()) return;
    const { results } = await this.client.tasks.getTasks({ uids: [...uids], limit: uids.length });
    const tasks = new Map(results.map((task) => [task.uid, task]));
    for (const uid of uids) {
      const task = tasks.get(uid);
      if (task === undefined) await sendAgain(db, uid);
      else if (task.status === 'succeeded') await this.finish(db, uid);
      else if (task.status === 'failed' || task.status === 'canceled')
        await this.postpone(db, await waitingEntries(db).find({ task: uid }).toArray(), task.error?.message);
    }
  }

  private async finish(db: Db, task: number): Promise<void> {
    for (const index of await removeFinished(db, task)) {
      // Its number is free from now on, so nothing may be left of it.
      while (await deleteSomeOfIndex(db, index));
      await waitingEntries(db).deleteMany({ task, 'change.deletedIndex': index });
    }
  }

  private async postpone(db: Db, rows: readonly WaitingEntry[], error = 'canceled'): Promise<void> {
    await postpone(db, rows, this.now());
    for (const { _id, failures } of rows)
      if (failures > 0) {
        const message = 'Meilisearch refuses a document; a search finds it as it was before, or not';
        writeLog('error', { message, _id, error });
      }
  }

  /** @returns whether there was anything to send */
  private async sendBatch(db: Db, mayCall: () => boolean): Promise<boolean> {
    const batch = await nextBatch(db, this.now());
    if (batch.length === 0) return false;
    // Tasks are done in their order, so documents that follow find the settings.
    if (!this.hasSettings) await this.client.index(this.uid).updateSettings(indexSettings);
    this.hasSettings = true;
    if (!mayCall()) return false;
    try {
      const { taskUid } = await this.enqueue(batch);
      await storeTask(db, batch, taskUid);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.postpone(db, batch, error.message);
    }
    return true;
  }

  private enqueue(batch: readonly WaitingEntry[]): Promise<EnqueuedTask> {
    const index = this.client.index(this.uid);
    const changes = batch.map(({ change }) => change);
    const documents = changes.flatMap((change) => ('document' in change ? [change.document] : []));
    if (documents.length > 0) return index.addDocuments(documents, { primaryKey: 'id' });
    const deleted = changes.flatMap((change) => ('deletedId' in change ? [change.deletedId] : []));
    if (deleted.length > 0) return index.deleteDocuments(deleted);
    const [first] = changes.flatMap((change) => ('deletedIndex' in change ? [change.deletedIndex] : []));
    return index.deleteDocuments({ filter: `index = ${first}` });
  }
}
