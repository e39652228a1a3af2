// The backend of Meilisearch, with a stand-in for its server: what waits arrives there, in order, whatever fails.
import type { Collection, Db } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { collections, inTransaction, openDatabase } from '../../../lib/platform/db/index.ts';
import { meilisearchBackend } from '../../../lib/search/meilisearch/index.ts';
import { meilisearchId, waitingEntries } from '../../../lib/search/meilisearch/waitingEntries.ts';
import { indexesCollection } from '../../../lib/search/indexing/index.ts';
import { forgetUsedIndexes } from '../../../lib/search/indexing/usedIndexes.ts';
import type { SearchBackend } from '../../../lib/search/searchBackend.ts';
import type { IndexEntry } from '../../../lib/search/types.ts';
import { freshDatabase } from '../../setup/database.ts';
import { books, entry, idsOf, moonEntries, readSearch, removed, songs } from '../testEntries.ts';
import { failure, MeilisearchStandIn, type Fault } from './standIn.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
afterAll(() => database.close());
const db = await database.get();

let server: MeilisearchStandIn;
let url = '';
let backend: SearchBackend;
let now = new Date();
let logged: readonly string[] = [];

/** A process that has just started. */
const startProcess = (key = 'secret'): SearchBackend => meilisearchBackend({ url, index: 'site', key }, () => now);

beforeEach(async () => {
  for (const name of ['searchIndexes', 'searchWaiting'] as const) await db.collection(collections[name]).deleteMany({});
  const index = { status: 'published', language: 'en', ordinals: 0, removed: 0 } as const;
  await indexesCollection(db).insertMany([
    { ...index, _id: 1, type: books.type.uid, locale: 'en', state: 'used' },
    { ...index, _id: 2, type: songs.type.uid, locale: null, state: 'used' },
  ]);
  forgetUsedIndexes(db);
  server = new MeilisearchStandIn('secret');
  url = await server.start();
  backend = startProcess();
  now = new Date();
  const lines: string[] = [];
  logged = lines;
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    lines.push(line);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

const write = (...entries: readonly IndexEntry[]): Promise<void> =>
  inTransaction(database, (unit) => backend.indexEntries(unit, entries));

/** Sends what waits, lets the server finish it, and notices that. */
const send = async (from = backend, through: Db = db): Promise<void> => {
  await from.sendWaiting(through, () => true);
  await server.whenDone();
  await from.sendWaiting(through, () => true);
};

const search = (text: string, partitions = [books], near = false) =>
  backend.findMatches(
    db,
    partitions.map((partition) => ({ partition, search: readSearch(text) })),
    { near },
  );

const find = async (...input: Parameters<typeof search>) => idsOf(await search(...input));

const waiting = (): Promise<number> => waitingEntries(db).countDocuments();

describe('a search', () => {
  beforeEach(async () => {
    await write(...moonEntries);
    await send();
  });

  it.each([
    ['moon', ['old', 'new']],
    ['light moon', ['new', 'old']],
    ['moon*', ['old', 'cats', 'new']],
    ['light -cats', ['new', 'old']],
    ['"old moon"', ['old']],
  ])('for %s finds %j', async (text, expected) => {
    expect(await find(text)).toEqual(expected);
  });

  it('finds words with mistakes only when the caller wants it', async () => {
    expect([await find('lihgt'), await find('lihgt', [books], true)]).toEqual([[], ['new', 'cats', 'old']]);
  });

  it('reads several partitions at once, and only these', async () => {
    expect(await find('moon', [songs])).toEqual(['song']);
    expect(await find('moon', [books, songs])).toEqual(['old', 'song', 'new']);
    expect((await search('moon', [{ ...books, locale: 'fr' }, books, songs])).totals).toEqual([0, 2, 1]);
  });

  it('reads further pages when they are needed', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `n${String(index).padStart(3, '0')}`);
    await write(...names.map((name) => entry(name, 'same title')));
    await send();
    server.requests.length = 0;
    const matches = await search('title', [books, songs]);
    expect(matches.totals).toEqual([250, 0]);
    expect((await matches.page(0, 3)).map(({ documentId }) => documentId)).toEqual(names.slice(0, 3));
    expect(server.requests).toHaveLength(1);
    expect((await matches.page(190, 20)).map(({ documentId }) => documentId)).toEqual(names.slice(190, 210));
    expect(await matches.page(240, 20)).toHaveLength(10);
    expect(server.requests).toHaveLength(3);
  });

  it.each<[string, Fault]>([
    ['is overloaded', failure(503, 'too_many_search_requests', 'system')],
    ['is behind a proxy that cannot reach it', { status: 502, body: '<html>' }],
    ['closes the connection', 'lost before'],
    ['has lost its indexes', failure(404, 'index_not_found')],
  ])('answers 503 while Meilisearch %s', async (_, fault) => {
    server.fault = () => fault;
    const error = await search('moon').catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, message: 'The search does not work at the moment, try again later' });
  });
});

describe('what waits', () => {
  it('arrives, and is replaced and removed', async () => {
    await write(entry('one', 'first'), entry('two', 'second'), entry('ü/"|', 'third'));
    expect(await find('first').catch(() => 'no index yet')).toBe('no index yet');
    await send();
    expect([await find('first'), await find('third'), await waiting()]).toEqual([['one'], ['ü/"|'], 0]);
    await write(entry('one', 'changed'), removed('two'), removed('unknown'), entry('ü/"|', ''));
    await write({ partition: books, documentId: 'ü/"|', text: [] });
    await send();
    expect([await find('first'), await find('changed'), await find('second'), await find('third')]).toEqual([
      ...[[], ['one'], [], []],
    ]);
    expect(await waiting()).toBe(0);
  });

  it('is not there if the transaction is aborted', async () => {
    const aborted = inTransaction(database, async (unit) => {
      await backend.indexEntries(unit, [entry('one', 'first')]);
      throw new Error('the process ends');
    });
    await expect(aborted).rejects.toThrow('the process ends');
    expect(await waiting()).toBe(0);
  });

  it('is sent only by the process that may send', async () => {
    await write(entry('one', 'first'));
    await backend.sendWaiting(db, () => false);
    expect([server.requests, await waiting()]).toEqual([[], 1]);
  });

  it.each<[string, Fault]>([
    ['refuses connections', 'lost before'],
    ['has too many requests', { status: 429, body: '' }],
    ['has an internal error', failure(500, 'internal', 'internal')],
    ['is behind a proxy that cannot reach it', { status: 502, body: '<html>bad gateway</html>' }],
    ['does not know the key', failure(403, 'invalid_api_key', 'auth')],
    ['is lost after it got the request', 'lost after'],
  ])('stays while Meilisearch %s, and gets the next request only after a pause', async (_, fault) => {
    await write(entry('one', 'first'), removed('two'));
    server.fault = () => fault;
    await backend.sendWaiting(db, () => true);
    await backend.sendWaiting(db, () => true);
    expect(server.requests).toHaveLength(1);
    expect(logged).toEqual([expect.stringContaining('Meilisearch does not work; changes of documents wait')]);
    expect(await waiting()).toBe(2);
    server.fault = () => undefined;
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001);
    await send();
    expect([await find('first'), await waiting()]).toEqual([['one'], 0]);
  });

  it('stays while Meilisearch does not answer', { timeout: 15_000 }, async () => {
    await write(entry('one', 'first'));
    server.fault = () => 'no answer';
    await backend.sendWaiting(db, () => true);
    expect(logged).toHaveLength(1);
    server.fault = () => undefined;
    await send(startProcess());
    expect([await find('first'), await waiting()]).toEqual([['one'], 0]);
  });

  it('stays until its task is done, and is not sent twice', async () => {
    server.isHeld = true;
    await write(entry('one', 'first'));
    await backend.sendWaiting(db, () => true);
    await backend.sendWaiting(db, () => true);
    await startProcess().sendWaiting(db, () => true);
    expect(server.requests.filter((one) => one === 'POST /indexes/site/documents')).toHaveLength(1);
    expect(await waiting()).toBe(1);
    server.runTasks();
    await send();
    expect(await waiting()).toBe(0);
  });

  it('is sent again if it changes while Meilisearch answers', async () => {
    await write(entry('one', 'first'));
    let hasChanged = false;
    server.beforeAnswer = async (request) => {
      if (hasChanged || !request.endsWith('/documents')) return;
      hasChanged = true;
      await write(entry('one', 'second'));
    };
    await backend.sendWaiting(db, () => true);
    await send();
    expect([await find('first'), await find('second'), await waiting()]).toEqual([[], ['one'], 0]);
  });

  it('is sent again if Meilisearch has lost the task', async () => {
    server.isHeld = true;
    await write(entry('one', 'first'));
    await backend.sendWaiting(db, () => true);
    server.tasks.length = 0;
    server.isHeld = false;
    await send(startProcess());
    await send();
    expect([await find('first'), await waiting()]).toEqual([['one'], 0]);
  });

  it('does not hold up others when Meilisearch refuses one: that is sent by itself, later and later', async () => {
    server.isRefused = ({ documentId }) => documentId === 'bad';
    await write(entry('bad', 'word'), ...Array.from({ length: 20 }, (_, index) => entry(`good${index}`, 'word')));
    for (let round = 0; round < 3; round++) await send();
    expect((await find('word')).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `good${index}`).toSorted(),
    );
    expect(await waiting()).toBe(1);
    expect(logged).toEqual([expect.stringMatching(/Meilisearch refuses a document.*1\|bad.*invalid_document_id/)]);
    const { length } = server.requests;
    await send();
    expect(server.requests).toHaveLength(length);
    server.isRefused = () => false;
    now = new Date(now.getTime() + 30_000);
    await send();
    expect([(await find('word')).includes('bad'), await waiting()]).toEqual([true, 0]);
  });

  it('is sent in parts when one request would be too large', async () => {
    const long = Array.from({ length: 400_000 }, (_, index) => `word${index % 1_000}`).join(' ');
    await write(entry('one', long));
    await write(entry('two', long));
    await write(entry('three', long));
    await send();
    expect(server.requests.filter((one) => one.endsWith('/documents'))).toHaveLength(2);
    expect((await find('word7')).toSorted()).toEqual(['one', 'three', 'two']);
  });
});

describe('an index', () => {
  it('is current when all that was written into it has arrived', async () => {
    const index = {
      ...{ type: books.type.uid, status: 'published' as const, locale: 'en', language: 'en' },
      ...{ ordinals: 0, removed: 0 },
    };
    await indexesCollection(db).insertOne({ ...index, _id: 3, state: 'building' });
    await write(entry('one', 'first'));
    expect([await backend.isCurrent(db, 3, true), await backend.isCurrent(db, 2, true)]).toEqual([false, true]);
    await send();
    expect([await backend.isCurrent(db, 3, true), await backend.isCurrent(db, 3, false)]).toEqual([true, false]);
    await indexesCollection(db).updateOne({ _id: 1 }, { $set: { state: 'replaced' } });
    await indexesCollection(db).updateOne({ _id: 3 }, { $set: { state: 'used' } });
    forgetUsedIndexes(db);
    expect(await find('first')).toEqual(['one']);
  });

  it('is removed, and keeps its number until Meilisearch has deleted its documents', async () => {
    await write(entry('one', 'first'), entry('song', 'first', '', songs));
    await send();
    await write(entry('two', 'second'));
    await backend.removeSome(db, 1);
    await backend.removeSome(db, 1);
    expect(await indexesCollection(db).countDocuments({ _id: 1 })).toBe(1);
    server.isHeld = true;
    await backend.sendWaiting(db, () => true);
    await backend.sendWaiting(db, () => true);
    expect(await indexesCollection(db).countDocuments({ _id: 1 })).toBe(1);
    server.isHeld = false;
    server.runTasks();
    await send();
    expect(await indexesCollection(db).countDocuments({ _id: 1 })).toBe(0);
    expect([...(server.indexes.get('site')?.documents.values() ?? [])].map(({ documentId }) => documentId)).toEqual([
      'song',
    ]);
    expect(await waiting()).toBe(0);
  });
});

class Killed extends Error {}

/** The database of a process that is killed before its operation of this number. */
const dbOfKilled = (operations: number): { readonly db: Db; readonly isKilled: () => boolean } => {
  let left = operations;
  const count = (): void => {
    if (left-- <= 0) throw new Killed();
  };
  const wrap = <T extends object>(target: T, isCollection: boolean): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]): unknown => {
          if (isCollection) count();
          const result: unknown = value.apply(target, args);
          return name === 'collection' ? wrap(result as Collection, true) : result;
        };
      },
    });
  return { db: wrap(db, false), isKilled: () => left < 0 };
};

/** The versions of a document that the server had, in order. */
const versionsOf = (documentId: string): readonly number[] =>
  (server.history.get(meilisearchId(1, documentId)) ?? []).map((state) =>
    state === undefined ? -1 : Number((state.w10 as readonly string[])[0]?.replace('version', '')),
  );

const isAscending = (versions: readonly number[]): boolean =>
  versions.every((version, index) => index === 0 || version >= (versions[index - 1] ?? 0));

describe('a process that is killed', () => {
  it('between any two steps loses no change, and mixes up none', async () => {
    for (const lost of [undefined, 'lost after', 'lost before'] as const) {
      let version = 0;
      for (let operations = 0, isKilled = true; isKilled; operations++) {
        await write(entry('one', `version${++version}`), entry(`other${operations}`, 'word'));
        const killed = dbOfKilled(operations);
        // The server finishes some tasks late.
        server.isHeld = operations % 3 === 0;
        server.fault = (request) => (operations % 2 === 1 && request.endsWith('/documents') ? lost : undefined);
        await startProcess().sendWaiting(killed.db, () => true);
        await write(entry('one', `version${++version}`));
        if (!server.isHeld) await server.whenDone();
        await startProcess().sendWaiting(killed.db, () => true);
        isKilled = killed.isKilled();
        expect(operations).toBeLessThan(50);
      }
      server.isHeld = false;
      server.fault = () => undefined;
      server.runTasks();
      await send(startProcess());
      await send(startProcess());
      expect(await waiting()).toBe(0);
      expect(versionsOf('one').at(-1)).toBe(version);
      expect(isAscending(versionsOf('one'))).toBe(true);
      expect((await find('word')).length).toBeGreaterThan(4);
      server.history.clear();
    }
  });
});
