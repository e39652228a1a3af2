// Remembered counts, with a database that only answers what a test says.
import { MongoServerError, ObjectId, Timestamp, type Db } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DatabaseQuery, Row, Stage } from '../../../lib/read/execute/databaseQuery.ts';
import { countLimits, rememberedCounts } from '../../../lib/read/execute/rememberedCounts.ts';
import { watchedField, type Counts } from '../../../lib/read/execute/run.ts';

interface Change {
  readonly _id: ObjectId;
  readonly changed: Timestamp;
  readonly revision: number;
}

const change = (seconds: number, more: Partial<Change> = {}): Change => ({
  ...{ _id: new ObjectId(), changed: new Timestamp({ t: seconds, i: 1 }), revision: 1 },
  ...more,
});

/** A database: the clock, the changes by collection, the lock of the totals, and what a count finds. */
class Stored {
  now = 100_000;
  total = 7;
  lock: Row = { _id: '', uses: 1 };
  readonly changes: Record<string, Change[]> = { rooms: [change(1000)] };
  readonly queries: string[] = [];
  /** Called before a count is answered. */
  counting: (question: DatabaseQuery) => Promise<unknown> = () => Promise.resolve();

  readonly ask = async (question: DatabaseQuery): Promise<readonly Row[]> => {
    const { about, collection, stages, onSend } = question;
    this.queries.push(about === 'the count' ? 'count' : collection);
    onSend?.();
    if (about === 'the count') {
      const { total } = this;
      await this.counting(question);
      return total === 0 ? [] : [{ total }];
    }
    const found = this.changesFor(collection, stages);
    return [...found.map((one) => ({ ...one, now: new Timestamp({ t: this.now, i: 1 }) })), this.lock];
  };

  /** What the stages of a known total add to rows. */
  readonly added = (stages: readonly Stage[]): readonly Row[] =>
    (stages as readonly { $unionWith: { coll: string; pipeline: readonly Stage[] } }[]).flatMap(
      ({ $unionWith: { coll, pipeline } }) =>
        coll === 'lectern_totals'
          ? [{ ...this.lock, [watchedField]: '' }]
          : this.changesFor(coll, pipeline).map((one) => ({ ...one, [watchedField]: coll })),
    );

  private changesFor(collection: string, stages: readonly Stage[]): readonly Change[] {
    const [first, , limit] = stages as [{ $match: { changed: { $gte: Timestamp } } }, object, { $limit: number }];
    return (this.changes[collection] ?? [])
      .filter(({ changed }) => changed.greaterThanOrEqual(first.$match.changed.$gte))
      .toSorted((a, b) => b.changed.compare(a.changed))
      .slice(0, limit.$limit);
  }
}

let stored: Stored;
let counts: Counts;
const { minMs } = countLimits;

beforeEach(() => {
  countLimits.minMs = 0;
  stored = new Stored();
  counts = rememberedCounts({} as Db); // only a key
});

afterEach(() => {
  countLimits.minMs = minMs;
  vi.useRealTimers();
});

const question = (match: object = { 'published.id': { $gte: 0 } }, collection = 'rooms'): DatabaseQuery => ({
  ...{ about: 'the count', collection, stages: [{ $match: match }, { $count: 'total' }] },
});

const count: Counts['count'] = (...args) => counts.count(...args);

/** The queries that one count sends. The query of the rows, where it says whether the total is right, says the same. */
const queriesOf = async (one: DatabaseQuery = question(), total = stored.total): Promise<readonly string[]> => {
  stored.queries.length = 0;
  const recalled = counts.recall(one);
  const known = await recalled?.totalWith(stored.added(recalled.stages));
  expect(await count(stored.ask, one)).toBe(total);
  if (recalled !== undefined) expect(known).toBe(stored.queries.includes('count') ? undefined : total);
  return [...stored.queries];
};

/** Counts until the count is remembered. */
const remember = async (one = question()): Promise<void> => {
  expect(await queriesOf(one)).toEqual(['count']);
  expect(await queriesOf(one)).toEqual(['rooms', 'count']);
  expect(counts.recall(one)).toBeDefined();
  expect(await queriesOf(one)).toEqual(['rooms']);
};

describe('a count', () => {
  it('is remembered when it is counted the second time', async () => {
    await remember();
    stored.now += 10_000;
    expect(await queriesOf()).toEqual(['rooms']);
  });

  it('is not remembered if it is fast', async () => {
    countLimits.minMs = Infinity;
    for (let time = 0; time < 3; time++) expect(await queriesOf()).toEqual(['count']);
  });

  it.each<[string, () => unknown]>([
    ['a document changed', () => stored.changes.rooms?.push(change(100_001))],
    [
      'a document changed again',
      () => stored.changes.rooms?.splice(0, 1, change(1000, { changed: new Timestamp({ t: 1000, i: 2 }) })),
    ],
    ['a backup brought back what was before the last change', () => stored.changes.rooms?.splice(0, 1, change(999))],
    ['a program changed documents in another way', () => (stored.lock = { _id: '', uses: 2 })],
  ])('is counted again when %s', async (_, happens) => {
    await remember();
    stored.total = 8;
    happens();
    expect(await queriesOf()).toEqual(['rooms', 'count']);
  });

  it('is counted again when a transaction commits that wrote before the last change', async () => {
    stored.changes.rooms?.push(change(99_990));
    await remember();
    stored.changes.rooms?.push(change(100_000 - 119));
    expect(await queriesOf()).toEqual(['rooms', 'count']);
  });

  /** Writes the only document, without another time. */
  const writeAgain = ([first]: Change[] = []) =>
    first && stored.changes.rooms?.splice(0, 1, { ...first, revision: first.revision + 1 });

  it('is counted again when a document was written twice with the same time', async () => {
    stored.changes.rooms = [change(100_000)];
    await remember();
    writeAgain(stored.changes.rooms);
    expect(await queriesOf()).toEqual(['rooms', 'count']);
  });

  it('stays when the draft is written of a document that changed two minutes ago', async () => {
    await remember();
    writeAgain(stored.changes.rooms);
    expect(await queriesOf()).toEqual(['rooms']);
  });

  it('is another one for any other condition', async () => {
    const day = '2026-01-01T00:00:00.000Z';
    const conditions: object[] = [
      ...[{ $gte: day }, { $gte: new Date(day) }, { $gt: day }, { $in: [day] }, { $in: [day, day] }, { $eq: null }],
      ...[{ $eq: 1 }, { $eq: 1n }, { $eq: '1' }, { $regex: 'a' }, { $regex: 'a', $options: 'i' }],
    ].map((condition) => ({ 'published.name': condition }));
    // The driver sends undefined as null.
    const withUndefined = { 'published.id': { $gte: 0 }, 'published.name': undefined };
    for (const condition of [...conditions, withUndefined]) await remember(question(condition));
    await remember();
    stored.changes.halls = [change(1000)];
    expect(await queriesOf(question(undefined, 'halls'))).toEqual(['count']);
  });

  it('is the same one for an equal condition', async () => {
    await remember(question({ 'published.name': { $in: ['a', 'b'] } }));
    expect(await queriesOf(question({ 'published.name': { $in: ['a', 'b'] } }))).toEqual(['rooms']);
  });

  it('depends on all collections that it looks up', async () => {
    stored.changes.halls = [change(1000)];
    const $lookup = {
      ...{ from: 'halls', localField: 'published.hall.to', foreignField: 'documentId', as: '_asked0' },
      pipeline: [{ $match: { 'published.open': true } }, { $limit: 1 }, { $project: { _id: 1 } }],
    };
    const stages = [
      { $match: { 'published.id': { $gte: 0 } } },
      { $lookup },
      { $match: { _asked0: { $ne: [] } } },
      { $count: 'total' },
    ];
    const through = { ...question(), stages };
    for (const queries of [['count'], ['rooms', 'halls', 'count'], ['rooms', 'halls']])
      expect(await queriesOf(through)).toEqual(queries);
    stored.changes.halls.push(change(100_001));
    expect(await queriesOf(through)).toEqual(['rooms', 'halls', 'count']);
  });

  it.each<[string, object]>([
    ['drafts', { 'draft.id': { $gte: 0 } }],
    [
      'the status of a draft',
      { $and: [{ 'published.id': { $gte: 0 } }, { draftStatus: { $in: ['modified', null] } }] },
    ],
    ['creators', { createdBy: 'someone' }],
    ['stages', { $or: [{ strapi_stage: 'ready' }] }],
    ['fields in an expression', { $expr: { $gt: ['$draft.updatedAt', '$published.updatedAt'] } }],
    ['the time', { $expr: { $lt: ['$published.publishedAt', '$$NOW'] } }],
    ['a random number', { $expr: { $lt: ['$published.size', { $rand: {} }] } }],
    ['the document as a whole', { $nor: [{ $expr: { $eq: ['$$ROOT', 1] } }] }],
  ])('is never remembered if it reads %s', async (_, match) => {
    for (let time = 0; time < 3; time++) expect(await queriesOf(question(match))).toEqual(['count']);
  });

  const plainLookup = { from: 'halls', localField: 'published.hall.to', foreignField: 'documentId', as: '_asked0' };

  it.each<[string, Row]>([
    ['looks up by a draft', { $lookup: { ...plainLookup, localField: 'draft.hall.to', pipeline: [] } }],
    ['looks up drafts', { $lookup: { ...plainLookup, foreignField: 'draft.room.to', pipeline: [] } }],
    ['looks up with variables', { $lookup: { ...plainLookup, let: { room: '$draft.id' }, pipeline: [] } }],
    ['filters what it looks up by drafts', { $lookup: { ...plainLookup, pipeline: [{ $match: { 'draft.id': 1 } }] } }],
    ['has a stage of another kind', { $sample: { size: 1 } }],
  ])('is never remembered if it %s', async (_, stage) => {
    const one = { ...question(), stages: [stage, { $count: 'total' }] };
    for (let time = 0; time < 3; time++) expect(await queriesOf(one)).toEqual(['count']);
  });

  it('is remembered after one that failed', async () => {
    await queriesOf();
    stored.counting = () => Promise.reject(new Error('the reader has gone'));
    await expect(count(stored.ask, question())).rejects.toThrow('the reader has gone');
    stored.counting = () => Promise.resolve();
    await remember();
  });

  it('is remembered if an expression reads published versions only', async () => {
    const input = { $toString: '$published.size' };
    await remember(
      question({ $or: [{ $expr: { $regexMatch: { input, regex: { $literal: '$NOW' }, options: 'i' } } }] }),
    );
  });

  it('is not remembered while a program changes documents in another way', async () => {
    stored.lock = { _id: '', uses: 1, paused: true };
    for (const queries of [['count'], ['rooms', 'count'], ['count']]) expect(await queriesOf()).toEqual(queries);
  });

  it('is not remembered where no document has ever changed', async () => {
    stored.changes.rooms = [];
    for (const queries of [['count'], ['rooms', 'count'], ['count']]) expect(await queriesOf()).toEqual(queries);
  });

  it('is not remembered without the index of changes', async () => {
    const missing = new MongoServerError({ code: 2, errmsg: 'bad hint' });
    const ask = (one: DatabaseQuery) =>
      one.about === 'the count'
        ? stored.ask(one)
        : Promise.reject(one.needsHint === true ? missing : new Error('scan'));
    for (let time = 0; time < 3; time++) expect(await count(ask, question())).toBe(7);
    expect(stored.queries).toEqual(['count', 'count', 'count']);
  });

  it('is not remembered while many documents change, and is again afterwards', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    stored.changes.rooms = Array.from({ length: 201 }, (_, index) => change(100_000 - (index % 100)));
    for (const queries of [['count'], ['rooms', 'count'], ['count']]) expect(await queriesOf()).toEqual(queries);
    stored.now += 300;
    expect(await queriesOf()).toEqual(['count']);
    vi.advanceTimersByTime(10_001);
    expect(await queriesOf()).toEqual(['rooms', 'count']);
    expect(await queriesOf()).toEqual(['rooms']);
  });

  it('is remembered while few documents change, however many changed long ago', async () => {
    stored.changes.rooms = Array.from({ length: 1000 }, (_, index) => change(50_000 + index));
    await remember();
    stored.changes.rooms.push(...Array.from({ length: 150 }, (_, index) => change(100_000 + index)));
    stored.now += 200;
    expect(await queriesOf()).toEqual(['rooms', 'count']);
    expect(await queriesOf()).toEqual(['rooms']);
  });

  it('is counted again after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await remember();
    vi.advanceTimersByTime(countLimits.maxAgeMs + 1);
    expect(await queriesOf()).toEqual(['rooms', 'count']);
    expect(await queriesOf()).toEqual(['rooms']);
  });

  it('is forgotten if a thousand others were used since', async () => {
    await remember();
    for (let index = 0; index < 999; index++) await count(stored.ask, question({ 'published.size': index }));
    expect(await queriesOf()).toEqual(['rooms']);
    for (let index = 0; index < 1000; index++) await count(stored.ask, question({ 'published.size': -index }));
    expect(await queriesOf()).toEqual(['count']);
  });

  it('that is too large for MongoDB is sent, which refuses it', async () => {
    const $in = Array.from({ length: 800_000 }, () => 'abcdefghijklmnopqrstuvwx');
    expect(await queriesOf(question({ documentId: { $in } }))).toEqual(['count']);
  });
});

describe('requests at once', () => {
  /** Lets counts wait until it is called. */
  const holdCounts = (): (() => void) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    stored.counting = () => held;
    return release;
  };

  it('share one count', async () => {
    await queriesOf();
    const release = holdCounts();
    stored.queries.length = 0;
    const all = Array.from({ length: 5 }, () => count(stored.ask, question()));
    await vi.waitFor(() => {
      expect(stored.queries).toHaveLength(6);
    });
    release();
    expect(await Promise.all(all)).toEqual([7, 7, 7, 7, 7]);
    expect(stored.queries.filter((one) => one === 'count')).toHaveLength(1);
  });

  it('do not share a count that began before a change', async () => {
    await queriesOf();
    const release = holdCounts();
    const first = count(stored.ask, question());
    await vi.waitFor(() => {
      expect(stored.queries.at(-1)).toBe('count');
    });
    stored.total = 8;
    stored.changes.rooms?.push(change(100_001));
    const second = count(stored.ask, question());
    release();
    expect(await Promise.all([first, second])).toEqual([7, 8]);
    expect(await queriesOf()).toEqual(['rooms']);
  });

  it('do not wait for a count that is not sent yet', async () => {
    await queriesOf();
    const release = holdCounts();
    const waiting = count((one) => stored.ask({ ...one, onSend: () => undefined }), question());
    await vi.waitFor(() => {
      expect(stored.queries.at(-1)).toBe('count');
    });
    stored.counting = () => Promise.resolve();
    expect(await queriesOf()).toEqual(['rooms', 'count']);
    release();
    expect(await waiting).toBe(7);
  });

  it('do not share the failure of another', async () => {
    await queriesOf();
    const release = holdCounts();
    const failing = count(async (one) => {
      const rows = await stored.ask(one);
      if (one.about === 'the count') throw new Error('the reader has gone');
      return rows;
    }, question());
    await vi.waitFor(() => {
      expect(stored.queries.at(-1)).toBe('count');
    });
    const second = count(stored.ask, question());
    release();
    await expect(failing).rejects.toThrow('the reader has gone');
    expect(await second).toBe(7);
  });
});
