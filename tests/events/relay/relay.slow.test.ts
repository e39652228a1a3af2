// Checks which events reach which webhooks, in what order, and that none is lost.
import { createHmac } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchEvents } from '../../../lib/events/relay/dispatch.ts';
import { Lease } from '../../../lib/platform/db/index.ts';
import { findPendingDocuments } from '../../../lib/events/relay/pendingDocuments.ts';
import { webhooksCollection } from '../../../lib/events/webhooks/index.ts';
import { library } from '../../write/documents/library.ts';
import { ok, withStatus, type AnswerCall, type Receiver } from './receiver.ts';
import { loopOf, settings, type TestLoop } from '../../background/testWorker.ts';
import { eventsOf, secret, createEventSite } from './eventSite.ts';

const site = await createEventSite(library);

const runAction = (documentId: string, action: string) =>
  site.request('POST', `/api/books/${documentId}/actions/${action}`);
const pendingEvents = async () => findPendingDocuments(await site.service().database.get(), library, 1000);

describe('dispatching', () => {
  it('delivers all events of a document in order, with a signature', async () => {
    await site.addWebhook();
    const one = await site.create('/api/books?status=draft', { title: 'Draft' });
    await site.put(`/api/books/${one}?status=draft`, { title: 'Better' });
    for (const action of ['publish', 'discard-draft', 'unpublish']) await runAction(one, action);
    await site.runRelay();
    const calls = site.takeCalls();
    expect(eventsOf(calls)).toEqual([
      ...['entry.create', 'entry.update', 'entry.publish', 'entry.draft-discard', 'entry.unpublish'],
    ]);
    expect(new Set(calls.map(({ headers }) => headers['x-lectern-delivery'])).size).toBe(5);
    for (const { headers, text, body } of calls) {
      expect(headers['x-strapi-event']).toBe(body.event);
      const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-lectern-signature'])) ?? [];
      expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${text}`).digest('hex'));
    }
    expect([await site.deliveries(), await pendingEvents()]).toEqual([[], []]);
    await site.runRelay();
    expect(site.takeCalls()).toEqual([]);
  });

  it('leaves the document and its ETag unchanged', async () => {
    await site.addWebhook();
    const one = await site.create('/api/books', { title: 'One' });
    const before = await site.get(`/api/books/${one}`);
    const { pending: events, uncounted, ...rest } = await site.stored('books', one);
    expect([events?.length, uncounted]).toEqual([2, 1]);
    await site.runRelay();
    expect(await site.stored('books', one)).toEqual(rest);
    const after = await site.get(`/api/books/${one}`);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(
      (await site.put(`/api/books/${one}`, {}, { headers: { 'If-Match': String(before.headers.etag) } })).status,
    ).toBe(200);
  });

  it('removes events that no webhook wants, however many there are', async () => {
    await site.addWebhook({ isEnabled: false });
    await site.addWebhook({ events: ['entry.unpublish'] });
    await site.addWebhook({ contentTypes: ['api::author.author'] });
    await Promise.all(Array.from({ length: 30 }, (_, index) => site.create('/api/books', { title: `Book ${index}` })));
    const relay = await site.runRelay();
    expect([await pendingEvents(), await site.deliveries(), site.takeCalls()]).toEqual([[], [], []]);
    expect(relay.counts.dispatched).toBe(0);
  });

  it('removes more events than one batch holds', async () => {
    const events = (count: number) =>
      Array.from({ length: count }, () => ({ id: new ObjectId(), action: 'update', at: new Date() }));
    const books = Array.from({ length: 600 }, (_, index) => ({
      ...{ documentId: `much${index}`, locale: null, revision: 1, pending: events(index === 0 ? 450 : 1) },
      deletedAt: new Date(),
    }));
    const stored = (await site.service().database.get()).collection('books');
    await stored.insertMany(books);
    await site.runRelay();
    expect(await pendingEvents()).toEqual([]);
    await stored.deleteMany({ documentId: /^much/ });
  });

  it('ends after one batch without deliveries, so that constant writes cannot keep it busy, and stores none for events that are gone', async () => {
    const { database } = site.service();
    const lease = new Lease(database, 20_000, 'relay');
    await lease.acquire();
    const dispatchOnce = (follow = () => Promise.resolve()) =>
      dispatchEvents(
        site.service(),
        lease,
        async () =>
          webhooksCollection(await database.get())
            .find()
            .toArray(),
        follow,
      );
    await site.create('/api/books', { title: 'One' });
    expect(await dispatchOnce()).toEqual({ deliveries: 0, isAll: true });
    expect(await pendingEvents()).toEqual([]);
    await site.addWebhook();
    await site.create('/api/books', { title: 'Two' });
    expect(await dispatchOnce()).toEqual({ deliveries: 2, isAll: false });
    // Another relay has dispatched the events after this one read them.
    await site.create('/api/books', { title: 'Three' });
    const books = (await database.get()).collection('books');
    await dispatchOnce(async () => void (await books.updateMany({}, { $unset: { pending: 1 } })));
    expect(await site.deliveries()).toHaveLength(2);
    await lease.release();
  });

  it('delivers to each webhook the events and types that it wants', async () => {
    await site.addWebhook({ headers: { 'x-hook': 'authors' }, contentTypes: ['api::author.author'] });
    await site.addWebhook({ headers: { 'x-hook': 'published' }, events: ['entry.publish'] });
    const [book, author] = [
      await site.create('/api/books', { title: 'B' }),
      await site.create('/api/authors', { name: 'A' }),
    ];
    await site.runRelay();
    const seen = site.takeCalls().map(({ headers, body }) => [headers['x-hook'], body.event, body.entry.documentId]);
    expect(seen.sort()).toEqual(
      [
        ...[
          ['authors', 'entry.create', author],
          ['authors', 'entry.publish', author],
        ],
        ...[
          ['published', 'entry.publish', author],
          ['published', 'entry.publish', book],
        ],
      ].sort(),
    );
  });

  it('sends no events for users or for inverse links', async () => {
    await site.addWebhook();
    const shelf = await site.create('/api/shelves', { name: 'S' });
    const book = await site.create('/api/books?status=draft', { title: 'B' });
    await site.runRelay();
    site.takeCalls();
    await site.put(`/api/shelves/${shelf}`, { books: [book] });
    await site.runRelay();
    expect(site.takeCalls().map(({ body }) => [body.event, body.model])).toEqual([['entry.update', 'shelf']]);
  });

  it('keeps events of writes that happen during the dispatch', async () => {
    await site.addWebhook();
    const one = await site.create('/api/books?status=draft', { title: '0' });
    const relay = loopOf(site.service());
    const writes = Array.from({ length: 30 }, (_, index) => index);
    const writing = (async () => {
      for (const index of writes) await site.put(`/api/books/${one}?status=draft`, { title: String(index) });
      return 'written';
    })();
    while ((await Promise.race([writing, relay.round()])) !== 'written');
    await relay.round();
    await relay.whenIdle();
    await relay.end();
    const calls = site.takeCalls();
    expect(eventsOf(calls)).toEqual(['entry.create', ...writes.map(() => 'entry.update')]);
    expect(calls.at(-1)?.body.entry.title).toBe('29');
    expect((await site.stored('books', one)).revision).toBe(31);
  });

  it('is done by one of several relays, and by another when that one ends', async () => {
    await site.addWebhook();
    const relays = Array.from({ length: 3 }, () => loopOf(site.service()));
    await site.create('/api/shelves', { name: 'First' });
    const rounds = await Promise.all(relays.map((relay) => relay.round()));
    expect(rounds.filter(Boolean)).toHaveLength(1);
    const first = rounds.indexOf(true);
    await relays[first]?.end();
    await site.create('/api/shelves', { name: 'Second' });
    const others = relays.filter((_, index) => index !== first);
    await Promise.all(others.map((relay) => relay.round()));
    await Promise.all(others.map((relay) => relay.end()));
    expect(site.takeCalls().map(({ body }) => body.entry.name)).toEqual(['First', 'Second']);
  });

  it('finds events by an index', async () => {
    const db = await site.service().database.get();
    await site.createAllIndexes();
    await site.create('/api/books', { title: 'B' });
    const explained = await db
      .collection('books')
      .find({ 'pending.0.at': { $gt: new Date(0) } })
      .sort({ 'pending.0.at': 1 })
      .explain('queryPlanner');
    const text = JSON.stringify(explained);
    expect([text.includes('"indexName":"pending.0.at"'), text.includes('"SORT"')]).toEqual([true, false]);
  });
});

describe('a webhook that was disabled or deleted', () => {
  it.each(['disabled', 'deleted'])('gets no waiting deliveries once it is %s', async (how) => {
    const hook = await site.addWebhook();
    site.receiver.answerCall = withStatus(500);
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    expect(site.takeCalls()).toHaveLength(1);
    expect(await site.deliveries()).toHaveLength(1);
    const webhooks = webhooksCollection(await site.service().database.get());
    if (how === 'deleted') await webhooks.deleteOne({ _id: hook });
    else await webhooks.updateOne({ _id: hook }, { $set: { isEnabled: false } });
    site.advanceClock(60);
    await site.runRelay();
    expect([site.takeCalls(), await site.deliveries()]).toEqual([[], []]);
  });

  it('keeps its parked deliveries until it is deleted', async () => {
    const hook = await site.addWebhook();
    site.receiver.answerCall = withStatus(410);
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    const webhooks = webhooksCollection(await site.service().database.get());
    await webhooks.updateOne({ _id: hook }, { $set: { isEnabled: false } });
    await site.runRelay();
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['parked']);
    await webhooks.deleteOne({ _id: hook });
    await site.runRelay();
    expect(await site.deliveries()).toEqual([]);
  });
});

describe('a receiver that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const relayOf = (): TestLoop => loopOf(site.serviceWithClock());
  const roundOf = async (relay: TestLoop): Promise<readonly unknown[]> => {
    await relay.round();
    await relay.whenIdle();
    return site.takeCalls();
  };

  it.each([
    ['closes the connection', (response) => void response.destroy()],
    ['is behind a gateway', withStatus(503)],
  ] satisfies [string, AnswerCall][])(
    'gets less and less calls, for one event at a time, until it answers: %s',
    async (_, answerCall) => {
      await site.addWebhook();
      const created = Array.from({ length: 12 }, (__, index) => site.create('/api/books', { title: `Book ${index}` }));
      const books = await Promise.all(created);
      // The first answers come together: an earlier one would hold back the calls that were not made yet.
      const held: (() => void)[] = [];
      site.receiver.answerCall = (...call) => {
        held.push(() => {
          answerCall(...call);
        });
        if (held.length === settings.maxParallelDocuments) for (const answer of held) answer();
      };
      const relay = relayOf();
      expect(await roundOf(relay)).toHaveLength(settings.maxParallelDocuments);
      site.receiver.answerCall = answerCall;
      await site.put(`/api/books/${books[0]}`, { title: 'Another' });
      expect(await roundOf(relay)).toHaveLength(0);
      for (const seconds of [4, 8, 16]) {
        site.advanceClock(seconds - 1);
        expect(await roundOf(relay)).toHaveLength(0);
        site.advanceClock(1);
        expect(await roundOf(relay)).toHaveLength(1);
      }
      site.receiver.answerCall = ok;
      site.advanceClock(60);
      const delivered = (await roundOf(relay)) as Receiver['calls'];
      expect(eventsOf(delivered)).toHaveLength(26);
      expect(await site.deliveries()).toEqual([]);
      await relay.end();
    },
  );

  it('delays no other receiver, and one event that it refuses delays no other event', async () => {
    await site.addWebhook({ url: 'http://127.0.0.1:1/' });
    await site.addWebhook();
    await Promise.all(Array.from({ length: 12 }, (__, index) => site.create('/api/books', { title: `Book ${index}` })));
    site.receiver.answerCall = (response, received, count) => {
      if (count === 0) withStatus(500)(response, received, count);
      else response.end();
    };
    const relay = relayOf();
    // The event after the refused one waits, because it is of the same document.
    expect(await roundOf(relay)).toHaveLength(23);
    await relay.end();
  });

  it('is called for other events if it answers them while one gets no answer', async () => {
    await site.addWebhook();
    const one = await site.create('/api/books?status=draft', { title: 'Book' });
    let endCall: (() => void) | undefined;
    site.receiver.answerCall = (response, { body }) => {
      if (body.entry.documentId === one) endCall = () => void response.destroy();
      else response.end();
    };
    const relay = relayOf();
    await relay.round();
    await expect.poll(() => endCall).toBeDefined();
    vi.setSystemTime(Date.now() + 1);
    await site.create('/api/books?status=draft', { title: 'Another' });
    await relay.round();
    await expect.poll(() => site.deliveries()).toHaveLength(1);
    endCall?.();
    await relay.whenIdle();
    await site.create('/api/books?status=draft', { title: 'The third' });
    await roundOf(relay);
    expect(await site.deliveries()).toMatchObject([{ attempts: 1 }]);
    await relay.end();
  });

  it('is called for new events at once if the clock was set back', async () => {
    await site.addWebhook();
    site.receiver.answerCall = withStatus(503);
    const relay = relayOf();
    await site.create('/api/books?status=draft', { title: 'Book' });
    expect(await roundOf(relay)).toHaveLength(1);
    site.advanceClock(-10_000);
    await site.create('/api/books?status=draft', { title: 'Another' });
    expect(await roundOf(relay)).toHaveLength(1);
    site.advanceClock(10_000);
    await relay.end();
  });

  it('parks what has waited for a day, also events for which there was no call', async () => {
    await site.addWebhook();
    await Promise.all(Array.from({ length: 12 }, (__, index) => site.create('/api/books', { title: `Book ${index}` })));
    site.receiver.answerCall = withStatus(503);
    const relay = relayOf();
    await roundOf(relay);
    site.advanceClock(24 * 3600);
    await roundOf(relay);
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(Array.from({ length: 24 }, () => 'parked'));
    expect(relay.counts.parked).toBe(24);
    await relay.end();
  });

  it('gets every event of an old backlog once, if it refuses calls only because there are many', async () => {
    await site.addWebhook();
    await Promise.all(Array.from({ length: 12 }, (__, index) => site.create('/api/books', { title: `Book ${index}` })));
    site.receiver.answerCall = withStatus(503);
    await site.runRelay();
    site.takeCalls();
    site.advanceClock(24 * 3600);
    site.receiver.answerCall = withStatus(429);
    const relay = relayOf();
    const refused = (await roundOf(relay)) as Receiver['calls'];
    site.receiver.answerCall = ok;
    site.advanceClock(60);
    await roundOf(relay);
    const parked = await site.deliveries();
    expect(parked.map(({ state }) => state)).toEqual(refused.map(() => 'parked'));
    expect(relay.counts.delivered).toBe(24 - refused.length);
    await relay.end();
  });
});
