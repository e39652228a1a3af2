// Checks a relay that stops in the middle of its transaction and continues after another relay took over.
import { ClientSession, Db, MongoNetworkError, MongoServerError } from 'mongodb';
import { afterEach, expect, it, vi } from 'vitest';
import { collections, isLeaseHeld } from '../../../lib/platform/db/index.ts';
import { library } from '../../write/documents/library.ts';
import { shortenBriefWait } from '../../setup/lockWait.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { deliveryOf, park } from '../webhooks/deliveries.ts';
import { loopOf } from '../../background/testWorker.ts';
import { createEventSite } from './eventSite.ts';

shortenBriefWait(500);

const site = await createEventSite(library);
const leaseMs = 1_000;
const createShelf = async (name: string): Promise<string> => await site.create('/api/shelves', { name });

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Runs a relay that stops before it commits: its transaction stays open and it no longer reaches the database, so it
 * cannot renew its lease. The transaction stores deliveries, or, with a search, writes the index.
 *
 * @returns `wake`, which lets the relay commit and resolves when its round ends
 */
const stopRelayInCommit = async (hasSearch = false): Promise<{ readonly wake: () => Promise<void> }> => {
  const { database, config, ...others } = site.serviceWithClock();
  const service = { ...others, config: { ...config, search: { ...config.search, enabled: hasSearch } } };
  let isCutOff = false;
  const get: typeof database.get = () => (isCutOff ? Promise.reject(new MongoNetworkError('cut off')) : database.get());
  const relay = loopOf({ ...service, database: { ...database, get } }, { leaseMs });
  let resume = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (resume = resolve));
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its session
  const commit = ClientSession.prototype.commitTransaction;
  let round: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    vi.spyOn(ClientSession.prototype, 'commitTransaction').mockImplementationOnce(async function (this: ClientSession) {
      isCutOff = true;
      resolve();
      await waiting;
      await commit.call(this);
    });
    round = relay.round().catch(() => undefined);
  });
  return {
    wake: async () => {
      resume();
      await round;
      isCutOff = false;
      await relay.end();
    },
  };
};

/** The names of shelves in the order in which the receiver got them; clears its calls. */
const takeShelfNames = (): readonly unknown[] => site.takeCalls().map(({ body }) => body.entry.name as unknown);
const waitForLeaseEnd = (): Promise<void> =>
  waitFor(async () => {
    expect(await isLeaseHeld(site.service(), 'relay')).toBe(false);
  });

it('loses its documents to the relay that takes over, and changes nothing when it wakes', async () => {
  await site.addWebhook();
  const one = await createShelf('one');
  const stoppedRelay = await stopRelayInCommit();
  await waitForLeaseEnd();
  await site.runRelay();
  expect(takeShelfNames()).toEqual(['one']);
  // Writers can change its documents too.
  expect((await site.put(`/api/shelves/${one}`, { name: 'two' })).status).toBe(200);
  await stoppedRelay.wake();
  await site.runRelay();
  expect(takeShelfNames()).toEqual(['two']);
  expect(await site.deliveries()).toEqual([]);
});

const refuseToEndSessions = (): void => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its database
  const command = Db.prototype.command;
  vi.spyOn(Db.prototype, 'command').mockImplementation(function (this: Db, sent, options) {
    if ('killSessions' in sent)
      return Promise.reject(new MongoServerError({ code: 8000, message: 'killSessions is not allowed' }));
    return command.call(this, sent, options);
  });
};

it('blocks only its own documents if MongoDB refuses to end sessions, and each event arrives once', async () => {
  await site.addWebhook();
  const one = await createShelf('one');
  const stoppedRelay = await stopRelayInCommit();
  await createShelf('other');
  await waitForLeaseEnd();
  refuseToEndSessions();
  await site.runRelay();
  expect(takeShelfNames()).toEqual(['other']);
  await stoppedRelay.wake();
  expect((await site.put(`/api/shelves/${one}`, { name: 'two' })).status).toBe(200);
  await site.runRelay();
  // The first event has the name that the stopped relay read.
  expect(takeShelfNames()).toEqual(['one', 'two']);
  expect(await site.deliveries()).toEqual([]);
});

it('blocks no event if it was writing the index of the search, which gets the documents later', async () => {
  await site.addWebhook();
  await createShelf('one');
  const stoppedRelay = await stopRelayInCommit(true);
  await createShelf('other');
  await waitForLeaseEnd();
  refuseToEndSessions();
  await site.runRelay();
  // Two documents are sent in no order.
  expect(takeShelfNames().toSorted()).toEqual(['one', 'other']);
  const db = await site.service().database.get();
  const postponed = db.collection(collections.searchPostponed);
  expect(await postponed.countDocuments()).toBeGreaterThan(0);
  await stoppedRelay.wake();
  await site.runRelay({ everyMs: 0 });
  expect(await postponed.countDocuments()).toBe(0);
  const indexed = await db.collection(collections.searchDocuments).find().toArray();
  for (const name of ['one', 'other'])
    expect(indexed.some(({ words }) => String(words).includes(` ${name} `))).toBe(true);
});

it('does not wait for documents that other open transactions hold', async () => {
  await site.addWebhook({ contentTypes: ['api::shelf.shelf'] });
  const disabled = await site.addWebhook({ isEnabled: false });
  const service = site.service();
  const db = await service.database.get();
  await park(service, [deliveryOf(disabled, 1, { state: 'waiting' })]);
  const unwanted = await site.create('/api/books', { title: 'unwanted' });
  const wanted = await createShelf('wanted');
  const session = (await service.database.client()).startSession();
  session.startTransaction();
  for (const [name, filter] of [
    ['books', { documentId: unwanted }],
    ['shelves', { documentId: wanted }],
    ['lectern_deliveries', { webhook: disabled }],
  ] as const)
    await db.collection(name).updateMany(filter, { $set: { held: true } }, { session });
  await createShelf('other');
  await site.runRelay();
  expect(takeShelfNames()).toEqual(['other']);
  await session.abortTransaction();
  await session.endSession();
  await site.runRelay();
  expect(takeShelfNames()).toEqual(['wanted']);
  expect(await site.deliveries()).toEqual([]);
});
