// Remembers what lists count, and uses it as long as no document that it depends on has changed.
//
// `changed` of a document moves with its published version. The state of a collection is its last changes: all within the time that a
// write may take to commit, and at least one. It is read before a count. If a later request reads the same state, nothing has changed
// between, so the count is exact at the moment of that request.
import { hash } from 'node:crypto';
import { BSON, MongoServerError, Timestamp, type Db } from 'mongodb';
import { memoize } from '../../memoize.ts';
import { LruCache } from '../../platform/lruCache.ts';
import {
  changedIndex,
  collections,
  lateCommitSeconds,
  totalsLockFilter,
  type TotalsLock,
} from '../../platform/db/index.ts';
import { countedCollections } from '../plan/index.ts';
import { badValue, type DatabaseQuery, type Row, type RunQuery, type Stage } from './databaseQuery.ts';
import { sendCount, watchedField, type Count, type Counts, type KnownTotal } from './run.ts';

export const countLimits = {
  /** A faster count is not remembered: to look for changes takes about as long. Tests change it. */
  minMs: 2,
  /** A count is used as long, so that what is written without Lectern shows in the end. */
  maxAgeMs: 600_000,
};

const maxCounts = 1_000;

/** With more changes within `lateCommitSeconds`, the state of a collection is unknown. */
const maxChanges = 200;

/** How long a state that is unknown is not read again. */
const unknownMs = 10_000;

/** States that are read within a minute begin at the same time, so that they can be equal. */
const roundSeconds = 60;

interface RememberedCount {
  readonly collections: ReadonlySet<string>;
  /** The states of its collections before it was counted; undefined: it was not counted twice yet. */
  readonly state: string | undefined;
  readonly total: Promise<number>;
  /** Others do not wait for a query that was not sent, because its reader waits itself. */
  readonly query: { readonly isSent: boolean };
  /** By `performance.now()`, as in `CollectionState`. */
  readonly until: number;
}

interface CollectionState {
  /** Changes before this time are no part of it. */
  readonly from: Timestamp;
  /** In seconds: revisions of documents that changed before are no part of it, as writes of their drafts raise them too. */
  readonly revisionsFrom: number;
  readonly digest: string;
}

interface Change {
  readonly _id: unknown;
  readonly changed: Timestamp;
  readonly revision: unknown;
  /** The time of the database. */
  readonly now: Timestamp;
}

/** The last changes, newest first. */
const changeStages = (from: Timestamp, more: object): readonly Stage[] => [
  { $match: { changed: { $gte: from } } },
  { $sort: { changed: -1, _id: -1 } },
  { $limit: maxChanges + 1 },
  { $project: { changed: 1, revision: 1, ...more } },
];

/** The lock of the totals: `resetTotals` is called by all that writes documents in another way. */
const lockStage: Stage = {
  $unionWith: {
    coll: collections.totals,
    pipeline: [{ $match: totalsLockFilter }, { $project: { uses: 1, paused: 1, [watchedField]: { $literal: '' } } }],
  },
};

const changesQuery = (collection: string, from = new Timestamp({ t: 0, i: 0 })): DatabaseQuery => ({
  ...{ about: `the changes of ${collection}`, collection, hint: changedIndex, needsHint: true },
  stages: [...changeStages(from, { now: '$$CLUSTER_TIME' }), lockStage],
});

/** Adds the changes of a collection to other rows. There is an index for them: a query with its hint has read the state before. */
const watchStage = (coll: string, { from }: CollectionState): Stage => ({
  $unionWith: { coll, pipeline: changeStages(from, { [watchedField]: { $literal: coll } }) },
});

const textOf = ({ t, i }: Timestamp): string => `${t}.${i}`;

/**
 * A revision tells two writes of a document with the same time apart: increments have the time at which they began, some seconds
 * before.
 */
const digestOf = (
  { from, revisionsFrom }: Pick<CollectionState, 'from' | 'revisionsFrom'>,
  changes: readonly Change[],
  lock: TotalsLock | undefined,
): string => {
  const rows = changes.map(
    ({ _id, changed, revision }) =>
      `${String(_id)} ${textOf(changed)} ${changed.t < revisionsFrom ? '' : String(revision)}`,
  );
  return hash('sha1', [textOf(from), String(lock?.uses), ...rows].join('\n'), 'base64url');
};

/** @returns undefined if there are too many changes, or none at all: then nothing would tell a restored backup */
const stateOf = (changes: readonly Change[], lock: TotalsLock | undefined): CollectionState | undefined => {
  const [newest] = changes;
  if (newest === undefined) return undefined;
  const seconds = newest.now.t - lateCommitSeconds;
  const start = new Timestamp({ t: seconds - (seconds % roundSeconds), i: 0 });
  const from = newest.changed.lessThan(start) ? newest.changed : start;
  const recent = changes.filter(({ changed }) => changed.greaterThanOrEqual(from));
  const parts = { from, revisionsFrom: start.t + roundSeconds };
  return recent.length > maxChanges ? undefined : { ...parts, digest: digestOf(parts, recent, lock) };
};

/**
 * All that decides the count, with the types of values: a date is not its text. A count that is not recalled needs it again.
 *
 * @returns undefined if it is too large to be sent
 */
const keyOf = memoize(({ collection, stages }: DatabaseQuery): string | undefined => {
  try {
    return hash('sha256', BSON.serialize({ collection, stages }, { ignoreUndefined: false }), 'base64url');
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
});

class RememberedCounts implements Counts {
  private readonly counts = new LruCache<RememberedCount>(maxCounts);
  private readonly states = new Map<string, CollectionState>();
  private readonly unknownUntil = new Map<string, number>();

  readonly count: Count = async (ask, question) => {
    const { collection, stages } = question;
    const counted = countedCollections(collection, stages);
    if (counted === undefined) return sendCount(ask, question);
    const key = keyOf(question);
    if (key === undefined) return sendCount(ask, question);
    if (this.counts.recall(key) === undefined) return this.countAgain(key, counted, undefined, ask, question);
    const states = await Promise.all([...counted].map((name) => this.readState(ask, name)));
    if (states.includes(undefined)) return sendCount(ask, question);
    const state = states.join(' ');
    // Another request may have begun to count meanwhile.
    return (
      this.totalOf(key, state)?.catch(() => sendCount(ask, question)) ??
      this.countAgain(key, counted, state, ask, question)
    );
  };

  readonly recall = (question: DatabaseQuery): KnownTotal | undefined => {
    const key = keyOf(question);
    const found = key === undefined ? undefined : this.counts.recall(key);
    if (key === undefined || found?.state === undefined) return undefined;
    const states = [...found.collections].flatMap((name) => {
      const known = this.states.get(name);
      return known === undefined ? [] : [{ name, known }];
    });
    // A change that another count has seen.
    if (states.map(({ known }) => known.digest).join(' ') !== found.state) return undefined;
    const totalWith = async (added: readonly Row[]): Promise<number | undefined> => {
      // The casts are safe: the stages return such rows.
      const lock = added.find((row) => row[watchedField] === '') as TotalsLock | undefined;
      const digests = states.map(({ name, known }) =>
        digestOf(known, added.filter((row) => row[watchedField] === name) as unknown as readonly Change[], lock),
      );
      return this.totalOf(key, digests.join(' '))?.catch(() => undefined);
    };
    return { stages: [...states.map(({ name, known }) => watchStage(name, known)), lockStage], totalWith };
  };

  /** @returns undefined: it was not counted in this state */
  private totalOf(key: string, state: string): Promise<number> | undefined {
    const known = this.counts.recall(key);
    const isKnown = known?.state === state && known.query.isSent && performance.now() < known.until;
    return isKnown ? known.total : undefined;
  }

  /** @param state as it was read before; undefined: it was not read, because the count may be fast */
  private async countAgain(
    key: string,
    counted: ReadonlySet<string>,
    state: string | undefined,
    ask: RunQuery,
    question: DatabaseQuery,
  ): Promise<number> {
    const start = performance.now();
    const query = { isSent: false };
    const onSend = (): void => {
      query.isSent = true;
    };
    const total = sendCount(ask, { ...question, onSend });
    const count = { collections: counted, state, total, query, until: start + countLimits.maxAgeMs };
    if (state !== undefined) this.counts.set(key, count);
    try {
      const found = await total;
      if (performance.now() - start < countLimits.minMs) this.counts.take(key);
      else if (state === undefined) this.counts.set(key, count);
      return found;
    } catch (error) {
      this.counts.take(key);
      throw error;
    }
  }

  /** @returns what is equal as long as nothing has changed; undefined if it is unknown */
  private async readState(ask: RunQuery, collection: string): Promise<string | undefined> {
    if (performance.now() < (this.unknownUntil.get(collection) ?? 0)) return undefined;
    const known = this.states.get(collection);
    const rows = await ask(changesQuery(collection, known?.from)).catch((error: unknown) => {
      if (error instanceof MongoServerError && error.code === badValue) return [];
      throw error;
    });
    // The casts are safe: the stages return such rows, and the lock comes last.
    const lock = rows.at(-1)?.changed === undefined ? (rows.at(-1) as TotalsLock | undefined) : undefined;
    const changes = (lock === undefined ? rows : rows.slice(0, -1)) as unknown as readonly Change[];
    if (known !== undefined && digestOf(known, changes, lock) === known.digest) return known.digest;
    const state = lock?.paused === true ? undefined : stateOf(changes, lock);
    if (state === undefined) {
      this.states.delete(collection);
      this.unknownUntil.set(collection, performance.now() + unknownMs);
    } else this.states.set(collection, state);
    return state?.digest;
  }
}

/** The counts that this process remembers of a database. Throws as `ask`. */
export const rememberedCounts: (db: Db) => Counts = memoize(() => new RememberedCounts());
