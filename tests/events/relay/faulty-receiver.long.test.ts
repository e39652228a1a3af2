// Kills servers while receivers fail, pause, answer late and close connections: each event arrives at the webhooks and at the
// handlers of project code, in the order of its document, and no event arrives for a write that did not happen.
import { setTimeout } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { findPendingDocuments } from '../../../lib/events/relay/pendingDocuments.ts';
import { deliveriesCollection, webhooksCollection, type Delivery } from '../../../lib/events/webhooks/index.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { eventNames } from '../../../lib/platform/eventNames.ts';
import { Site } from '../../faults/site.ts';
import { schemaOf } from '../../setup/schema.ts';
import { startReceiver, withStatus, type AnswerCall, type Receiver } from './receiver.ts';
import { Story, storyFiles } from './story.ts';

const events = Number(process.env.LECTERN_EVENTS ?? 400);
const kills = Math.max(2, Math.round(events / 250));
const writers = 6;

/** The webhook that gets the events of a second in one call. */
const gathering = 2;

const receiver = await startReceiver();
const debouncedReceiver = await startReceiver();
const handlerReceiver = await startReceiver();

/** Handlers that pass every event on. */
const extensions = `
const passOn = async ({ event, document, signal }) => {
  const headers = { 'x-lectern-delivery': event.id };
  const body = JSON.stringify({ event: event.name, createdAt: event.createdAt, entry: document });
  const { status } = await fetch('${handlerReceiver.url}', { method: 'POST', headers, body, signal });
  if (status !== 200) throw new Error('status ' + status);
};
const on = Object.fromEntries(${JSON.stringify(eventNames)}.map((name) => [name, passOn]));
export const extensions = [{ file: 'extensions/passOn.ts', definition: { on } }];
`;

/** Answers each call in a random way. */
const answerRandomly: AnswerCall = (response, received) => {
  const chance = Math.random();
  if (chance < 0.1) withStatus(500)(response, received, 0);
  else if (chance < 0.13) response.socket?.destroy();
  // Shorter than the limit of a call, which `call.test` proves.
  else if (chance < 0.15) void setTimeout(2_000).then(() => response.socket?.destroy());
  else if (chance < 0.2) void setTimeout(400).then(() => response.end());
  else response.end();
};

let site: Site;
beforeAll(async () => {
  site = await Site.start(storyFiles, 2, { webhooks: { allowPrivate: true } }, extensions);
  const at = new Date();
  const common = { headers: {}, events: eventNames, contentTypes: null, isEnabled: true, secret: 'a secret' };
  const times = { createdAt: at, updatedAt: at };
  await webhooksCollection(await site.database.get()).insertMany([
    { _id: 1, name: 'each', url: receiver.url, ...common, debounce: 0, ...times },
    { _id: gathering, name: 'gathering', url: debouncedReceiver.url, ...common, debounce: 1, ...times },
  ]);
  receiver.answerCall = answerRandomly;
  debouncedReceiver.answerCall = answerRandomly;
  handlerReceiver.answerCall = answerRandomly;
});
afterAll(() => site.stop());

const killAll = async (): Promise<void> => {
  await Promise.all(site.servers.map((server) => server.kill()));
  // The lease of a killed relay ends after 20 seconds: `dead-relay.e2e` proves what happens then.
  const leases = (await site.database.get()).collection(collections.leases);
  await leases.updateMany({}, { $set: { until: new Date(0) } });
  for (const server of site.servers) await server.start();
};

/** Waits until no event or delivery is left. Failed calls are due again at once: `backoff.test.ts` proves the delays. */
const waitUntilDelivered = async (): Promise<void> => {
  const db = await site.database.get();
  const schema = schemaOf(storyFiles);
  const deliveries = deliveriesCollection(db);
  // The gathering webhook waits for more events before the first attempt.
  const retried: Filter<Delivery> = {
    state: 'waiting',
    $or: [{ webhook: { $ne: gathering } }, { attempts: { $gt: 0 } }],
  };
  while (
    (await findPendingDocuments(db, schema, 1)).length > 0 ||
    (await deliveries.countDocuments({ state: 'waiting' })) > 0
  ) {
    await deliveries.updateMany(retried, { $min: { due: new Date() } });
    await setTimeout(200);
  }
};

/** Identifies an event across all receivers. */
const eventKey = (documentId: string, event: string, createdAt: string): string =>
  `${documentId} ${event} ${createdAt}`;

/**
 * Checks what a receiver got for each event.
 *
 * @returns the events that it got
 */
const checkArrived = (name: string, { calls: all }: Receiver, stories: readonly Story[]): ReadonlySet<string> => {
  const arrived = all.map(({ headers, body }) => ({
    id: String(headers['x-lectern-delivery']),
    documentId: body.entry.documentId as string,
    mark: body.entry.mark as string | undefined,
    event: body.event as string,
    key: eventKey(body.entry.documentId, body.event, body.createdAt),
  }));
  const documents = new Map(
    arrived.map(({ documentId }) => [documentId, arrived.filter((call) => call.documentId === documentId)]),
  );
  const distinct = new Set(arrived.map(({ id }) => id));
  console.log(`${name}: ${arrived.length} calls of ${distinct.size} events of ${documents.size} documents`);

  const eventsByMark = new Map<string, readonly string[]>();
  for (const calls of documents.values()) {
    const order = [...new Set(calls.map(({ id }) => id))];
    // A repeated delivery comes before later events of the document.
    const positions = calls.map(({ id }) => order.indexOf(id));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    const mark = calls.find((call) => call.mark !== undefined)?.mark ?? '';
    eventsByMark.set(
      mark,
      order.map((id) => calls.find((call) => call.id === id)?.event ?? ''),
    );
  }
  for (const story of stories) story.check(eventsByMark);
  expect(eventsByMark.size).toBe(documents.size);
  const known = new Set(stories.flatMap((story) => story.marks));
  expect([...eventsByMark.keys()].filter((mark) => !known.has(mark))).toEqual([]);
  return new Set(arrived.map((call) => call.key));
};

test(
  'each event arrives, in the order of its document, and none without its write',
  async () => {
    onTestFailed(() => {
      for (const { errorOutput } of site.servers) console.error(errorOutput.slice(-10_000));
    });
    const stories = Array.from({ length: writers }, (_, index) => new Story(site, index));
    const written = (): number => stories.reduce((sum, story) => sum + story.written, 0);
    const writing = Promise.all(stories.map((story) => story.write(() => written() < events)));
    for (let killCount = 0; killCount < kills; killCount++) {
      const moment = ((killCount + 0.3 + Math.random() / 2) * events) / kills;
      // Kill during a write or during a delivery.
      while ((killCount % 2 === 0 ? written() : receiver.calls.length) < moment) await setTimeout(5);
      await killAll();
    }
    await writing;
    await waitUntilDelivered();

    const unanswered = stories.reduce((sum, story) => sum + story.unanswered, 0);
    console.log(
      `${events} events and more, ${kills} kills, ${unanswered} writes not answered; ` +
        `${debouncedReceiver.calls.length} calls with many events`,
    );
    const arrived = checkArrived('webhook', receiver, stories);
    expect(checkArrived('handler', handlerReceiver, stories)).toEqual(arrived);
    const debouncedKeys = debouncedReceiver.calls.flatMap(({ body }) =>
      // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON as it was sent
      body.events.map((one: any) => eventKey(one.documentId, one.event, one.createdAt)),
    );
    expect([...new Set(debouncedKeys)].toSorted()).toEqual([...arrived].toSorted());
  },
  180_000 + events * 1_000,
);
