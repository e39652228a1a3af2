// Checks the two ways to run the relay: for a limited time, and beside a server.
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { handler } from '../../functions/relay.ts';
import { relayUntilIdle, relayInProcess } from '../../lib/events/relay/index.ts';
import { Relay } from '../../lib/events/relay/relay.ts';
import { library } from '../documents/library.ts';
import { ok, withStatus } from './receiver.ts';
import { settings, siteOf } from './site.ts';

const site = await siteOf(library);
const make = (name: string) => site.post('/api/shelves', { name });
const names = (): readonly string[] => site.receiver.calls.map(({ body }) => body.entry.name as string);

const toldOf = async (name: string): Promise<void> => {
  while (!names().includes(name)) await setTimeout(10);
};

it('the function delivers all events and ends when none are left', async () => {
  await site.hook();
  for (const name of ['a', 'b', 'c']) await make(name);
  expect(await handler.work(site.service(), undefined)).toEqual({
    ...{ handedOn: 3, calls: 3, delivered: 3, failed: 0, parked: 0 },
  });
  expect(names().toSorted()).toEqual(['a', 'b', 'c']);
  expect(await handler.work(site.service(), undefined)).toMatchObject({ handedOn: 0, calls: 0 });
});

it('the function waits for deliveries that are soon due again', async () => {
  await site.hook();
  site.receiver.answering = (response, received, count) => {
    (count === 0 ? withStatus(500) : ok)(response, received, count);
  };
  await make('again');
  const tally = await relayUntilIdle(site.service(), 30_000, { ...settings, random: () => 1 });
  expect(tally).toMatchObject({ calls: 2, delivered: 1, failed: 1 });
});

it('the function does not wait for deliveries that are due later, or if another relay has the lease', async () => {
  await site.hook();
  site.receiver.answering = withStatus(500);
  await make('later');
  expect(await relayUntilIdle(site.service(), 1_000, settings)).toMatchObject({ calls: 1, failed: 1 });
  site.pass(60);
  const other = new Relay(site.service(), settings);
  await other.round();
  expect(await relayUntilIdle(site.clocked(), 1_000, settings)).toMatchObject({ calls: 0 });
  await other.end();
});

it('a server delivers its own events at once, and releases the lease when it stops', async () => {
  await site.hook();
  await make('before');
  const relaying = relayInProcess(site.service(), { ...settings, pollMs: 3_600_000 });
  await toldOf('before');
  // The relay reacts to writes after its round ends.
  while (!names().includes('after')) {
    if (names().length === 1) await make('after');
    relaying.nudge();
    await setTimeout(20);
  }
  await relaying.stop();
  const other = new Relay(site.service(), settings);
  expect(await other.round()).toBeDefined();
  await other.end();
});

it('a server polls for events of other processes', async () => {
  await site.hook();
  const relaying = relayInProcess(site.service(), settings);
  await make('of another');
  await toldOf('of another');
  await relaying.stop();
});
