// Declares jobs and their documents as they are stored.
import type { Collection, Db, ObjectId } from 'mongodb';
import type { AnswerOf, BodyOf } from '../contracts/index.ts';
import type { Trace } from '../history/index.ts';
import { bulkCollections } from '../platform/db/index.ts';
import type { bulkJobContract } from './contract.ts';

type Operations = typeof bulkJobContract.operations;

/** A job in an answer. */
export type BulkJob = AnswerOf<Operations['findBulkJob']>['data'];

/** The values of a new job. */
export type NewBulkJob = BodyOf<Operations['createBulkJob']>;

export type Fault = BulkJob['failures'][number]['faults'][number];

/** What a job does with each document. */
export interface Change extends Pick<NewBulkJob, 'action' | 'data' | 'id'> {
  /** The names of those that an update sets: an undo puts back no others. */
  readonly attributes?: readonly string[] | undefined;
}

export interface StoredJob extends Change {
  readonly _id: string;
  /** The documentId of the user who started it, with whose permissions it runs. */
  readonly by: string;
  /** The uid. */
  readonly type: string;
  /** null if the type is not localized; `*`: all locales. */
  readonly locale: string | null;
  readonly state: BulkJob['state'];
  readonly total: number;
  readonly createdAt: Date;
  /** The process that works on it, until this time of the database's clock. */
  readonly worker?: ObjectId;
  readonly leasedUntil?: Date;
  /** When an index removes it. */
  readonly until: Date;
}

/** A document of a job. */
export interface StoredItem {
  readonly _id: ObjectId;
  readonly job: string;
  readonly documentId: string;
  /** `left`: an undo was refused. */
  readonly state: 'waiting' | 'changed' | 'failed' | 'undone' | 'left';
  /** What the change replaced and made; absent: it changed nothing. */
  readonly before?: readonly Trace[];
  readonly after?: readonly Trace[];
  /** Why it failed, or was left. */
  readonly faults?: readonly Fault[];
  readonly until: Date;
}

export const jobsIn = (db: Db): Collection<StoredJob> => db.collection(bulkCollections.jobs);
export const itemsIn = (db: Db): Collection<StoredItem> => db.collection(bulkCollections.items);

/** The states in which there is something to do, with that of the documents that wait for it, and the state at the end. */
export const works = {
  running: { waiting: 'waiting', done: 'changed', refused: 'failed', end: 'done' },
  undoing: { waiting: 'changed', done: 'undone', refused: 'left', end: 'undone' },
} as const;

export type Work = (typeof works)[keyof typeof works];

export const workOf = ({ state }: StoredJob): Work | undefined =>
  state === 'running' || state === 'undoing' ? works[state] : undefined;

export const activeStates = Object.keys(works) as readonly (keyof typeof works)[];

/** The locale of writes: undefined for all. */
export const writtenLocaleOf = ({ locale }: StoredJob): string | null | undefined =>
  locale === '*' ? undefined : locale;
