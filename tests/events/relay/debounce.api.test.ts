// Checks the debounce: one call for many events.
import { describe, expect, it } from 'vitest';
import { isDebounceOver } from '../../../lib/events/relay/debounce.ts';
import { library } from '../../write/documents/library.ts';
import { ok, withStatus } from './receiver.ts';
import { createEventSite } from './eventSite.ts';

const site = await createEventSite(library);
describe('a webhook with a debounce', () => {
  it('gets one call with all events, after a quiet time', async () => {
    await site.addWebhook({ debounce: 10 });
    const shelf = await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    site.advanceClock(6);
    const book = await site.create('/api/books', { title: 'B' });
    await site.runRelay();
    site.advanceClock(6);
    await site.runRelay();
    expect(site.takeCalls()).toEqual([]);
    site.advanceClock(5);
    await site.runRelay();
    const [call, ...others] = site.takeCalls();
    expect(others).toEqual([]);
    expect(call?.headers['x-strapi-event']).toBe('entry.publish');
    const { event, createdAt, model, uid, entry, events } = call?.body ?? {};
    expect([event, model, uid, entry.title]).toEqual(['entry.publish', 'book', 'api::book.book', 'B']);
    const listedEvent = (name: string, of: string, documentId: string) => ({
      ...{ event: name, createdAt: expect.any(String), model: of, uid: `api::${of}.${of}`, documentId },
    });
    expect(events).toEqual([
      listedEvent('entry.create', 'shelf', shelf),
      listedEvent('entry.create', 'book', book),
      listedEvent('entry.publish', 'book', book),
    ]);
    expect(events.at(-1).createdAt).toBe(createdAt);
    expect(await site.deliveries()).toEqual([]);
  });

  it('gets all events again if the call failed, together with newer ones', async () => {
    await site.addWebhook({ debounce: 1 });
    site.receiver.answerCall = withStatus(500);
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    site.advanceClock(2);
    await site.runRelay();
    expect(site.takeCalls()).toHaveLength(1);
    await site.create('/api/shelves', { name: 'T' });
    site.advanceClock(2);
    await site.runRelay();
    expect(site.takeCalls()).toEqual([]);
    site.receiver.answerCall = ok;
    site.advanceClock(3);
    await site.runRelay();
    expect(site.takeCalls().map(({ body }) => body.events.length)).toEqual([2]);
    expect(await site.deliveries()).toEqual([]);
  });

  it('parks events that were attempted for a day, and keeps newer ones waiting', async () => {
    await site.addWebhook({ debounce: 1 });
    site.receiver.answerCall = withStatus(500);
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    site.advanceClock(2);
    await site.runRelay();
    site.advanceClock(24 * 3600);
    await site.create('/api/shelves', { name: 'T' });
    await site.runRelay();
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['parked', 'waiting']);
  });

  it('gets at most a thousand events in one call', async () => {
    await site.addWebhook({ debounce: 1, contentTypes: ['api::shelf.shelf'] });
    const at = new Date();
    const { ObjectId, Timestamp } = await import('mongodb');
    const db = await site.service().database.get();
    const documents = Array.from({ length: 11 }, (_, index) => ({
      ...{ documentId: `many${index}`, locale: null, revision: 1, changed: new Timestamp({ t: 1, i: index }) },
      published: { id: 1000 + index, name: 'S', createdAt: at, updatedAt: at, publishedAt: at },
      pending: Array.from({ length: 100 }, () => ({ id: new ObjectId(), action: 'update', at })),
    }));
    await db.collection('shelves').insertMany(documents);
    await site.runRelay();
    site.advanceClock(2);
    await site.runRelay();
    expect(site.takeCalls().map(({ body }) => body.events.length)).toEqual([1000, 100]);
  });
});

const now = new Date('2026-01-01T00:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

it.each<[first: number, last: number, debounce: number, expected: boolean]>([
  [9, 9, 10, false],
  [10, 10, 10, true],
  [99, 1, 10, false],
  [100, 1, 10, true],
  [299, 1, 60, false],
  [300, 1, 60, true],
  [301, 1, 600, false],
  [600, 1, 600, true],
])('first %i s ago, last %i s ago, debounce %i s: %s', (first, last, debounce, expected) => {
  const delivery = (seconds: number) => ({ since: secondsAgo(seconds), due: secondsAgo(0), attempts: 0 });
  expect(isDebounceOver(delivery(first), delivery(last), debounce, now)).toBe(expected);
});
