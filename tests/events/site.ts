// A site whose events are handed on in tests: its API, a receiver, webhooks, and a relay with a clock that tests turn.
import { beforeEach } from 'vitest';
import { collections, type Stored } from '../../lib/platform/db/index.ts';
import { Relay } from '../../lib/events/relay/relay.ts';
import type { Settings } from '../../lib/events/relay/settings.ts';
import type { Schema } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { deliveriesIn, eventNames, webhooksIn, type Delivery, type Webhook } from '../../lib/events/webhooks/index.ts';
import { apiOf, testConfig, type Api } from '../setup/api.ts';
import { ok, startReceiver, type Receiver } from './receiver.ts';

export const secret = 'the secret of the webhooks of tests';

export const settings: Settings = { leaseMs: 20_000, callMs: 5_000, everyMs: 20, lanes: 5, random: () => 0 };

export interface Site extends Api {
  readonly receiver: Receiver;
  /** Makes a webhook that leads to the receiver and wants all events, unless it is said otherwise. */
  readonly hook: (given?: Partial<Webhook>) => Promise<number>;
  /** All that happened is handed on, and all that is due told, by a relay that ends then. */
  readonly relay: (given?: Partial<Settings>) => Promise<Relay>;
  /** What the receiver was told, and forgets. */
  readonly told: () => readonly Receiver['calls'][number][];
  readonly deliveries: () => Promise<readonly Delivery[]>;
  readonly stored: (collection: string, documentId: string) => Promise<Stored>;
  /** Turns the clock of the relay. */
  readonly pass: (seconds: number) => void;
  /** With that clock. */
  readonly clocked: () => Service;
}

export const siteOf = async (schema: Schema): Promise<Site> => {
  const api = apiOf(schema, { ...testConfig, webhooks: { allowPrivate: true } });
  const receiver = await startReceiver();
  let ahead = 0;
  const clocked = (): Service => ({ ...api.service(), now: () => new Date(Date.now() + ahead) });
  const db = () => api.service().database.get();

  beforeEach(async () => {
    ahead = 0;
    receiver.calls.length = 0;
    receiver.answering = ok;
    await webhooksIn(await db()).deleteMany({});
    await deliveriesIn(await db()).deleteMany({});
    await (await db()).collection(collections.leases).deleteMany({});
    // Nobody wants what the test before left.
    await relayed();
  });

  const relayed = async (given: Partial<Settings> = {}): Promise<Relay> => {
    const relay = new Relay(clocked(), { ...settings, ...given });
    await relay.round();
    await relay.calm();
    await relay.end();
    return relay;
  };

  let made = 0;
  return {
    ...api,
    receiver,
    clocked,
    hook: async (given = {}) => {
      const now = new Date();
      const webhook: Webhook = {
        ...{ _id: ++made, name: `hook ${made}`, url: receiver.url, headers: {}, events: eventNames },
        ...{ contentTypes: null, isEnabled: true, secret, debounce: 0, createdAt: now, updatedAt: now },
        ...given,
      };
      await webhooksIn(await db()).insertOne(webhook);
      return webhook._id;
    },
    relay: relayed,
    told: () => receiver.calls.splice(0),
    deliveries: async () =>
      deliveriesIn(await db())
        .find()
        .sort({ place: 1 })
        .toArray(),
    stored: async (collection, documentId) => {
      const found = await (await db()).collection<Stored>(collection).findOne({ documentId });
      if (found === null) throw new Error(`no ${documentId} in ${collection}`);
      return found;
    },
    pass: (seconds) => {
      ahead += seconds * 1000;
    },
  };
};

/** The names of the events of calls. */
export const eventsOf = (calls: Receiver['calls'] | readonly Receiver['calls'][number][]): readonly string[] =>
  calls.map(({ body }) => body.event as string);
