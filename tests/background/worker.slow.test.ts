// Checks the two ways to run the background worker: for a limited time, and beside a server.
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { handler } from '../../functions/relay.ts';
import { Worker } from '../../lib/background/index.ts';
import { createEventSite } from '../events/relay/eventSite.ts';
import { ok, withStatus } from '../events/relay/receiver.ts';
import { backdateDeletions } from '../write/documents/sweepLater.ts';
import { library } from '../write/documents/library.ts';
import { loopOf, loopsEvery, settings } from './testWorker.ts';

const site = await createEventSite(library);
const createShelf = (name: string) => site.post('/api/shelves', { name });
const deliveredNames = (): readonly string[] => site.receiver.calls.map(({ body }) => body.entry.name as string);

const waitForDelivery = async (name: string): Promise<void> => {
  while (!deliveredNames().includes(name)) await setTimeout(10);
};

const runUntilIdle = (ms: number, service = site.service(), random = 0) =>
  new Worker(service, { ...settings, random: () => random }, loopsEvery(20)).runUntilIdle(ms);

it('the function delivers all events and ends when none are left', async () => {
  await site.addWebhook();
  for (const name of ['a', 'b', 'c']) await createShelf(name);
  expect(await handler.work(site.service(), undefined)).toEqual({
    ...{ releases: 0, dispatched: 3, calls: 3, delivered: 3, failed: 0, parked: 0, purged: 0 },
  });
  expect(deliveredNames().toSorted()).toEqual(['a', 'b', 'c']);
  expect(await handler.work(site.service(), undefined)).toMatchObject({ dispatched: 0, calls: 0 });
});

it('the function waits for deliveries that are soon due again', async () => {
  await site.addWebhook();
  site.receiver.answerCall = (response, received, count) => {
    (count === 0 ? withStatus(500) : ok)(response, received, count);
  };
  await createShelf('again');
  expect(await runUntilIdle(30_000, site.service(), 1)).toMatchObject({ calls: 2, delivered: 1, failed: 1 });
});

it('the function does not wait for deliveries that are due later, or if another worker has the lease', async () => {
  await site.addWebhook();
  site.receiver.answerCall = withStatus(500);
  await createShelf('later');
  expect(await runUntilIdle(1_000)).toMatchObject({ calls: 1, failed: 1 });
  site.advanceClock(60);
  const other = loopOf(site.service());
  await other.round();
  expect(await runUntilIdle(1_000, site.serviceWithClock())).toMatchObject({ calls: 0 });
  await other.end();
});

it('each run removes links that a write stored while their target was deleted', async () => {
  const author = await site.create('/api/authors', { name: 'gone' });
  const book = await site.create('/api/books', { title: 'linking' });
  await site.delete(`/api/authors/${author}`);
  const books = (await site.service().database.get()).collection('books');
  await books.updateOne({ documentId: book }, { $set: { 'draft.editor': { to: author, at: 1 } } });
  const storedEditor = async (): Promise<unknown> => (await books.findOne({ documentId: book }))?.draft.editor;
  await runUntilIdle(1_000);
  expect(await storedEditor()).toMatchObject({ to: author });
  // A process without the lease leaves the sweep to its owner.
  const other = loopOf(site.service());
  await other.round();
  await backdateDeletions(site.service());
  await runUntilIdle(1_000);
  expect(await storedEditor()).toMatchObject({ to: author });
  await other.end();
  await runUntilIdle(1_000);
  expect(await storedEditor()).toBeNull();
});

it('a server delivers its own events at once, and releases the lease when it stops', async () => {
  await site.addWebhook();
  await createShelf('before');
  const worker = new Worker(site.service(), settings, loopsEvery(3_600_000));
  worker.start();
  await waitForDelivery('before');
  while (!deliveredNames().includes('after')) {
    if (deliveredNames().length === 1) await createShelf('after');
    worker.nudge();
    await setTimeout(20);
  }
  await worker.stop();
  const other = loopOf(site.service());
  expect(await other.round()).toBe(true);
  await other.end();
});
