// Sets up an API whose events are delivered: a receiver, webhooks, and a relay whose clock tests move.
import { beforeEach } from 'vitest';
import { collections, type StoredDocument } from '../../../lib/platform/db/index.ts';
import type { Config } from '../../../lib/platform/config/index.ts';
import { eventNames } from '../../../lib/platform/eventNames.ts';
import type { Extension } from '../../../lib/platform/extensions/index.ts';
import type { Schema } from '../../../lib/schema/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import {
  deliveriesCollection,
  receiversCollection,
  webhooksCollection,
  type Delivery,
  type Webhook,
} from '../../../lib/events/webhooks/index.ts';
import { createApi, testConfig, type TestApi } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { runLoop, type LoopOptions, type TestLoop } from '../../background/testWorker.ts';
import { ok, startReceiver, type Receiver } from './receiver.ts';

export const secret = 'the secret of the webhooks of tests';

/** The service of a site without project code and without targets. */
export const withoutReceivers = (service: Service): Service => ({
  ...service,
  extensions: undefined,
  config: { ...service.config, events: { targets: {} }, cache: testConfig.cache },
});

export interface EventSite extends TestApi {
  readonly receiver: Receiver;
  /** Creates a webhook for the receiver; it wants all events by default. */
  readonly addWebhook: (values?: Partial<Webhook>) => Promise<number>;
  /** Runs a relay that dispatches all events, makes all due deliveries, and ends. */
  readonly runRelay: (options?: LoopOptions, service?: Service) => Promise<TestLoop>;
  /** Returns the calls that the receiver got, and clears them. */
  readonly takeCalls: () => readonly Receiver['calls'][number][];
  readonly deliveries: () => Promise<readonly Delivery[]>;
  readonly stored: (collection: string, documentId: string) => Promise<StoredDocument>;
  /** Moves the clock of the relay forward. */
  readonly advanceClock: (seconds: number) => void;
  /** The service with that clock. */
  readonly serviceWithClock: () => Service;
}

/**
 * @param project the site's own code
 * @param events settings of events
 * @param cache settings of caches
 */
export const createEventSite = async (
  schema: Schema,
  project: readonly Extension[] = [],
  events: Config['events'] = testConfig.events,
  cache: Config['cache'] = testConfig.cache,
): Promise<EventSite> => {
  const config = { ...testConfig, events, cache, webhooks: { allowPrivate: true } };
  const api = createApi(schema, config, 1, secrets, project);
  const receiver = await startReceiver();
  let clockOffsetMs = 0;
  const serviceWithClock = (): Service => ({ ...api.service(), now: () => new Date(Date.now() + clockOffsetMs) });
  const db = () => api.service().database.get();

  beforeEach(async () => {
    clockOffsetMs = 0;
    receiver.calls.length = 0;
    receiver.answerCall = ok;
    await webhooksCollection(await db()).deleteMany({});
    await deliveriesCollection(await db()).deleteMany({});
    await (await db()).collection(collections.leases).deleteMany({});
    await receiversCollection(await db()).deleteMany({});
    // Removes the events that the previous test left: no receiver wants them.
    await runRelay({}, withoutReceivers(serviceWithClock()));
  });

  const runRelay: EventSite['runRelay'] = (options, service = serviceWithClock()) => runLoop(service, options);

  let webhookCount = 0;
  return {
    ...api,
    receiver,
    serviceWithClock,
    addWebhook: async (values = {}) => {
      const now = new Date();
      const webhook: Webhook = {
        ...{ _id: ++webhookCount, name: `hook ${webhookCount}`, url: receiver.url, headers: {}, events: eventNames },
        ...{ contentTypes: null, isEnabled: true, secret, debounce: 0, createdAt: now, updatedAt: now },
        ...values,
      };
      await webhooksCollection(await db()).insertOne(webhook);
      return webhook._id;
    },
    runRelay,
    takeCalls: () => receiver.calls.splice(0),
    deliveries: async () =>
      deliveriesCollection(await db())
        .find()
        .sort({ place: 1 })
        .toArray(),
    stored: async (collection, documentId) => {
      const found = await (await db()).collection<StoredDocument>(collection).findOne({ documentId });
      if (found === null) throw new Error(`no ${documentId} in ${collection}`);
      return found;
    },
    advanceClock: (seconds) => {
      clockOffsetMs += seconds * 1000;
    },
  };
};

/** The event names of calls. */
export const eventsOf = (calls: Receiver['calls'] | readonly Receiver['calls'][number][]): readonly string[] =>
  calls.map(({ body }) => body.event as string);
