// Which writes purge which keys, when, and what happens while the cache does not accept them.
import { Collection, Timestamp } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangedKeys, readPurgeStatus } from '../../../lib/events/purge/index.ts';
import { storeKeys } from '../../../lib/events/purge/storedPurges.ts';
import { collections, standaloneOperations } from '../../../lib/platform/db/index.ts';
import { builtInUids, typeOf } from '../../../lib/schema/index.ts';
import { prepareRestore } from '../../../lib/write/documents/index.ts';
import { library } from '../../write/documents/library.ts';
import { addFileRecord } from '../../setup/accounts.ts';
import { loopOf, runLoop, type TestLoop } from '../../background/testWorker.ts';
import { createApi, schemaOf, testConfig, typeFile } from '../../setup/api.ts';
import { createEventSite } from '../relay/eventSite.ts';
import { accept, answerWith, hang, hangUp, startStandIn } from '../../setup/httpStandIn.ts';

const cache = await startStandIn();
const purge = { ...testConfig.cache.purge, provider: 'http' as const, urls: [cache.url] };
const site = await createEventSite(library, [], testConfig.events, { ...testConfig.cache, purge });

const db = () => site.service().database.get();
const errors: string[] = [];
beforeEach(async () => {
  cache.requests.length = 0;
  cache.answer = accept;
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((line) => errors.push(String(line)));
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  await (await db()).collection(collections.purges).deleteMany({});
  // What earlier tests changed did not change now.
  for (const { collectionName } of library.types.values())
    await (await db()).collection(collectionName).updateMany({}, { $unset: { changed: 1 } });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The keys of each request since the last call, sorted. */
const takeKeys = (): readonly (readonly string[])[] =>
  cache.requests.splice(0).map(({ text }) => [...(JSON.parse(text) as { keys: string[] }).keys].sort());

/** Dispatches all events, waits until all keys are due, and purges them. */
const purgeAll = async () => {
  await site.runRelay();
  site.advanceClock(1.1);
  const relay = await site.runRelay();
  return relay.counts;
};
const status = async () => readPurgeStatus(await db(), site.serviceWithClock().now());
const runAction = (documentId: string, action: string) =>
  site.request('POST', `/api/books/${documentId}/actions/${action}`);

describe('a change of published content', () => {
  it('purges the uid and the documentId, a second after the relay found it', async () => {
    const book = await site.create('/api/books', { title: 'One' });
    await site.runRelay();
    expect(takeKeys()).toEqual([]);
    expect(await status()).toMatchObject({ waiting: 2, keys: 0 });
    site.advanceClock(1.1);
    await site.runRelay();
    expect(takeKeys()).toEqual([['api::book.book', book].sort()]);
    expect(await status()).toMatchObject({ waiting: 0, since: undefined, keys: 2, requests: 1, paths: 0 });
    await purgeAll();
    expect(takeKeys()).toEqual([]);
  });

  it('is no write of a draft', async () => {
    const book = await site.create('/api/books?status=draft', { title: 'Draft' });
    await site.put(`/api/books/${book}?status=draft`, { title: 'Better' });
    await purgeAll();
    expect(takeKeys()).toEqual([]);
    for (const action of ['publish', 'unpublish']) {
      await runAction(book, action);
      await purgeAll();
      expect([action, takeKeys()]).toEqual([action, [['api::book.book', book].sort()]]);
    }
    await runAction(book, 'discard-draft');
    await purgeAll();
    expect(takeKeys()).toEqual([]);
  });

  it('is each write of a type without drafts, and a deletion', async () => {
    const shelf = await site.create('/api/shelves', { name: 'One' });
    const keys = [['api::shelf.shelf', shelf].sort()];
    await purgeAll();
    expect(takeKeys()).toEqual(keys);
    await site.put(`/api/shelves/${shelf}`, { name: 'Two' });
    await purgeAll();
    expect(takeKeys()).toEqual(keys);
    await site.delete(`/api/shelves/${shelf}`);
    await purgeAll();
    expect(takeKeys()).toEqual(keys);
  });

  it('purges the documents whose links it changes, which have no event', async () => {
    const [one, two] = [
      await site.create('/api/authors', { name: 'One' }),
      await site.create('/api/authors', { name: 'Two' }),
    ];
    const book = await site.create('/api/books', { title: 'A', editor: one });
    await purgeAll();
    takeKeys();
    await (await db()).collection('books').updateMany({}, { $unset: { changed: 1 } });
    await (await db()).collection('authors').updateMany({}, { $unset: { changed: 1 } });
    await site.put(`/api/authors/${two}`, { edited: [book] });
    await purgeAll();
    // `one` has no book now, and an answer about it names the type of books.
    expect(takeKeys()).toEqual([['api::author.author', 'api::book.book', book, two].sort()]);
  });

  /** Runs a round. @returns the keys that it stored, which it removes */
  const storedKeys = async (relay: TestLoop): Promise<readonly string[]> => {
    await relay.round();
    const found = await (await db()).collection<{ _id: string }>(collections.purges).find().toArray();
    await (await db()).collection(collections.purges).deleteMany({});
    return found.map(({ _id }) => _id).sort();
  };

  it('finds changes of links once', async () => {
    const relay = loopOf(site.serviceWithClock());
    const waiting = () => storedKeys(relay);
    const book = await site.create('/api/books', { title: 'A' });
    const author = await site.create('/api/authors', { name: 'One', edited: [book] });
    expect(await waiting()).toEqual(['api::author.author', 'api::book.book', author, book].sort());
    const shelf = await site.create('/api/shelves', { name: 'One' });
    expect(await waiting()).toEqual(['api::shelf.shelf', shelf].sort());
    await site.put(`/api/authors/${author}`, { edited: [] });
    expect(await waiting()).toEqual(['api::author.author', 'api::book.book', author, book].sort());
    await relay.end();
  });

  it('finds each locale by its own time, also one that was committed late', async () => {
    const relay = loopOf(site.serviceWithClock());
    const books = (await db()).collection('books');
    const now = Math.floor(Date.now() / 1000);
    const documentId = 'locales'.padEnd(24, '0');
    const insert = (locale: string, t: number) =>
      books.insertOne({ documentId, locale, revision: 1, changed: new Timestamp({ t, i: 1 }) });
    const nextKeys = async (): Promise<readonly string[]> => {
      const shelf = await site.create('/api/shelves', { name: 'One' });
      return (await storedKeys(relay)).filter((key) => key !== shelf);
    };
    await insert('en', now);
    expect(await nextKeys()).toEqual(['api::book.book', 'api::shelf.shelf', documentId]);
    await insert('fr', now - 1);
    expect(await nextKeys()).toEqual(['api::book.book', 'api::shelf.shelf', documentId]);
    expect(await nextKeys()).toEqual(['api::shelf.shelf']);
    await books.deleteMany({ documentId });
    await relay.end();
  });

  it('purges the documents that link to a restored one, also if the restore is interrupted between its batches', async () => {
    const author = await site.create('/api/authors', { name: 'Prolific' });
    const version = (id: number) => ({
      ...{ id, createdAt: new Date(id), updatedAt: new Date(id), title: `Book ${id}` },
      authors: [{ to: author, at: id }],
    });
    const books = (await db()).collection('books');
    await books.insertMany(
      Array.from({ length: 450 }, (_, index) => ({
        ...{ documentId: `prolific${String(index).padStart(16, '0')}`, locale: null, revision: 1 },
        ...{ draft: version(1_000_000 + index), published: version(2_000_000 + index) },
      })),
    );
    await site.delete(`/api/authors/${author}`);
    await purgeAll();
    await books.updateMany({}, { $unset: { changed: 1 } });
    takeKeys();
    const write = prepareRestore(site.service(), {
      ...{
        type: typeOf(library, 'api::author.author'),
        documentId: author,
        locale: undefined,
        by: undefined,
        values: {},
      },
    });
    const unit = await standaloneOperations(site.service().database);
    // What follows the commit is lost with the process, and the job of the relay finishes it.
    await unit.inTransaction((transaction) =>
      write.attempt({
        ...transaction,
        inTransaction: (work) => work({ ...transaction, afterCommit: () => Promise.resolve() }),
      }),
    );
    const linking = () => books.distinct('documentId', { 'published.authors.to': author });
    expect(await linking()).toHaveLength(200);
    await runLoop(site.serviceWithClock(), { name: 'sweep' });
    expect(await linking()).toHaveLength(450);
    await purgeAll();
    expect([...new Set(takeKeys().flat())].sort()).toEqual(
      ['api::author.author', 'api::book.book', author, ...(await linking())].sort(),
    );
    await books.deleteMany({ documentId: /^prolific/ });
  });

  const gallery = createApi(schemaOf({ 'work.json': typeFile('work', { picture: { type: 'media' } }) }));

  it.each([
    ['changes purges its own keys', 'update', false],
    [
      'comes back from the trash purges the documents that link to it, whose answers do not name its type',
      'create',
      true,
    ],
  ] as const)('of a file that %s', async (_, action, hasLinking) => {
    const { id, documentId } = await addFileRecord(gallery.service(), `${action}.txt`);
    const work = await gallery.create('/api/works', { picture: id });
    const found = await gallery.service().database.get();
    for (const name of ['works', 'upload_files'])
      await found.collection(name).updateMany({}, { $unset: { changed: 1 } });
    await found.collection(collections.purges).deleteMany({});
    const type = typeOf(gallery.service().schema, builtInUids.file);
    await new ChangedKeys(gallery.service()).store([{ type, documentId, events: [{ action, at: new Date() }] }]);
    const keys = await found.collection<{ _id: string }>(collections.purges).distinct('_id');
    expect(keys.sort()).toEqual([builtInUids.file, hasLinking ? work : documentId].sort());
  });

  it('is read once, however many events wait', async () => {
    const now = Math.floor(Date.now() / 1000);
    const secondsAgo = (seconds: number) => new Timestamp({ t: now - seconds, i: 0 });
    const books = (await db()).collection('books');
    const insert = (documentId: string, seconds: number) =>
      books.insertOne({ documentId, locale: 'en', changed: secondsAgo(seconds) });
    await insert('oldest', 1_000);
    await insert('newest', 500);
    const type = typeOf(library, 'api::book.book');
    const keys = new ChangedKeys(site.service());
    const found = vi.spyOn(Collection.prototype, 'find');
    /** The changes since when are read for an event of this age. */
    const readFor = async (seconds: number): Promise<number> => {
      found.mockClear();
      const at = new Date((now - seconds) * 1000);
      await keys.store([{ type, documentId: 'own', events: [{ action: 'publish', at }] }]);
      const [filter] = found.mock.calls.map(([one]) => one).filter((one) => 'changed' in Object(one));
      return now - (filter as { changed: { $gte: Timestamp } }).changed.$gte.t;
    };
    expect(await readFor(1_000)).toBe(1_010);
    await insert('late', 600);
    // From two minutes before the newest: a change can become visible late.
    expect(await readFor(900)).toBe(620);
    expect(await readFor(300)).toBe(310);
    expect(await readFor(2_000)).toBe(2_010);
    found.mockRestore();
    const stored = (await db()).collection<{ _id: string }>(collections.purges).find();
    const ids = (await stored.toArray()).map(({ _id }) => _id);
    expect(ids).toEqual(expect.arrayContaining(['oldest', 'newest', 'late', 'own']));
    await books.deleteMany({ documentId: { $in: ['oldest', 'newest', 'late'] } });
  });

  it('is found again if its keys could not be stored', async () => {
    const shelf = await site.create('/api/shelves', { name: 'One' });
    const { bulkWrite } = Collection.prototype; // eslint-disable-line @typescript-eslint/unbound-method -- called with its collection
    const spy = vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementation(function (this: Collection, ...args) {
      if (this.collectionName === collections.purges) return Promise.reject(new Error('away'));
      return bulkWrite.apply(this, args);
    });
    const outcome = await site.runRelay().catch(String);
    spy.mockRestore();
    expect(outcome).toBe('Error: away');
    await purgeAll();
    expect(takeKeys()).toEqual([['api::shelf.shelf', shelf].sort()]);
  });

  it('purges each key once, however many changes there are', async () => {
    const books = await Promise.all(
      Array.from({ length: 10 }, (_, index) => site.create('/api/books', { title: `Book ${index}` })),
    );
    for (const book of books) await site.put(`/api/books/${book}`, { title: 'Better' });
    await purgeAll();
    expect(takeKeys()).toEqual([['api::book.book', ...books].sort()]);
  });

  it('purges a key again that changed too shortly before', async () => {
    // Otherwise the test itself takes a part of the second.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const book = await site.create('/api/books', { title: 'One' });
    await site.runRelay();
    site.advanceClock(0.9);
    // A read that began before this change may end after the first purge.
    await site.put(`/api/books/${book}`, { title: 'Two' });
    await site.runRelay();
    site.advanceClock(0.2);
    await site.runRelay();
    const keys = ['api::book.book', book].sort();
    expect(takeKeys()).toEqual([keys]);
    site.advanceClock(0.9);
    await site.runRelay();
    expect(takeKeys()).toEqual([keys]);
    expect(await status()).toMatchObject({ waiting: 0, keys: 4, requests: 2 });
  });
});

describe('a cache that does not accept a purge', () => {
  it.each([
    ['500', answerWith(500)],
    ['429', answerWith(429)],
    ['a closed connection', hangUp],
  ])('gets it again later: %s', async (_, refuse) => {
    const book = await site.create('/api/books', { title: 'One' });
    const keys = ['api::book.book', book].sort();
    cache.answer = refuse;
    expect((await purgeAll()).failed).toBe(1);
    expect(takeKeys()).toEqual([keys]);
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({ message: 'caches cannot be purged', attempts: 1 });
    expect(await status()).toMatchObject({ waiting: 2, keys: 0, requests: 0 });
    cache.answer = accept;
    await site.runRelay();
    expect(takeKeys()).toEqual([keys]);
    expect(await status()).toMatchObject({ waiting: 0, keys: 2, requests: 1 });
  });

  it('has as long as a receiver', async () => {
    await site.create('/api/shelves', { name: 'One' });
    cache.answer = hang;
    await site.runRelay();
    site.advanceClock(1.1);
    const relay = await site.runRelay({ callMs: 100 });
    expect([relay.counts.failed, relay.counts.purged]).toEqual([1, 0]);
    expect(await status()).toMatchObject({ waiting: 2 });
  });

  it('gets only what it did not accept', async () => {
    const keys = Array.from({ length: 2_500 }, (_, index) => `k${index}`);
    await storeKeys(await db(), keys, new Date(Date.now() - 5_000));
    cache.answer = (response, request, count) => {
      (count === 1 ? answerWith(503) : accept)(response, request, count);
    };
    await site.runRelay();
    expect(takeKeys().map(({ length }) => length)).toEqual([1_000, 1_000]);
    expect(await status()).toMatchObject({ waiting: 1_500, keys: 1_000 });
    cache.answer = accept;
    await site.runRelay();
    expect(takeKeys().map(({ length }) => length)).toEqual([1_000, 500]);
    expect(await status()).toMatchObject({ waiting: 0, keys: 2_500, requests: 3 });
  });

  it('delays no events', async () => {
    await site.addWebhook();
    await storeKeys(await db(), ['k'], new Date(Date.now() - 5_000));
    cache.answer = hang;
    let failedBefore = -1;
    site.receiver.answerCall = (response) => {
      failedBefore = errors.length;
      response.end();
    };
    await site.create('/api/shelves', { name: 'One' });
    const relay = await site.runRelay({ callMs: 1_000 });
    expect([failedBefore, errors.length, relay.counts.delivered]).toEqual([0, 1, 1]);
  });
});
