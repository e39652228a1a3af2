// Checks the two ways to run the relay: for a limited time, and beside a server.
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { handler } from '../../../functions/relay.ts';
import { relayUntilIdle, relayInProcess } from '../../../lib/events/relay/index.ts';
import { Relay } from '../../../lib/events/relay/relay.ts';
import { backdateDeletions } from '../../write/documents/sweepLater.ts';
import { library } from '../../write/documents/library.ts';
import { ok, withStatus } from './receiver.ts';
import { settings, createEventSite } from './eventSite.ts';

const site = await createEventSite(library);
const createShelf = (name: string) => site.post('/api/shelves', { name });
const deliveredNames = (): readonly string[] => site.receiver.calls.map(({ body }) => body.entry.name as string);

const waitForDelivery = async (name: string): Promise<void> => {
  while (!deliveredNames().includes(name)) await setTimeout(10);
};

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
  const tally = await relayUntilIdle(site.service(), 30_000, { ...settings, random: () => 1 });
  expect(tally).toMatchObject({ calls: 2, delivered: 1, failed: 1 });
});

it('the function does not wait for deliveries that are due later, or if another relay has the lease', async () => {
  await site.addWebhook();
  site.receiver.answerCall = withStatus(500);
  await createShelf('later');
  expect(await relayUntilIdle(site.service(), 1_000, settings)).toMatchObject({ calls: 1, failed: 1 });
  site.advanceClock(60);
  const other = new Relay(site.service(), settings);
  await other.round();
  expect(await relayUntilIdle(site.serviceWithClock(), 1_000, settings)).toMatchObject({ calls: 0 });
  await other.end();
});

it('each run removes links that a write stored while their target was deleted', async () => {
  const author = await site.create('/api/authors', { name: 'gone' });
  const book = await site.create('/api/books', { title: 'linking' });
  await site.delete(`/api/authors/${author}`);
  const books = (await site.service().database.get()).collection('books');
  await books.updateOne({ documentId: book }, { $set: { 'draft.editor': { to: author, at: 1 } } });
  const storedEditor = async (): Promise<unknown> => (await books.findOne({ documentId: book }))?.draft.editor;
  await site.runRelay();
  expect(await storedEditor()).toMatchObject({ to: author });
  // A process without the lease leaves the sweep to its owner, which swept a moment ago.
  const other = new Relay(site.service(), settings);
  await other.round();
  await backdateDeletions(site.service());
  await site.runRelay();
  expect(await storedEditor()).toMatchObject({ to: author });
  await other.end();
  await site.runRelay();
  expect(await storedEditor()).toBeNull();
});

it('a server delivers its own events at once, and releases the lease when it stops', async () => {
  await site.addWebhook();
  await createShelf('before');
  const relaying = relayInProcess(site.service(), { ...settings, pollMs: 3_600_000 });
  await waitForDelivery('before');
  // The relay reacts to writes after its round ends.
  while (!deliveredNames().includes('after')) {
    if (deliveredNames().length === 1) await createShelf('after');
    relaying.nudge();
    await setTimeout(20);
  }
  await relaying.stop();
  const other = new Relay(site.service(), settings);
  expect(await other.round()).toBeDefined();
  await other.end();
});

it('a server polls for events of other processes', async () => {
  await site.addWebhook();
  const relaying = relayInProcess(site.service(), settings);
  await createShelf('of another');
  await waitForDelivery('of another');
  await relaying.stop();
});
