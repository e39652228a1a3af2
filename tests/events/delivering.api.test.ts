// Deliveries: tried again until they are taken, in order, for a day.
import { describe, expect, it } from 'vitest';
import { Relay } from '../../lib/events/relay/relay.ts';
import { deliveriesIn } from '../../lib/events/webhooks/index.ts';
import { library } from '../documents/library.ts';
import { ok, withStatus } from './receiver.ts';
import { eventsOf, settings, siteOf } from './site.ts';

const site = await siteOf(library);
const make = async (path: string, data: object): Promise<string> => (await site.post(path, data)).body.data.documentId;
const hour = 3600;

describe('what fails', () => {
  it('is tried again when it is due, and not before', async () => {
    await site.hook();
    site.receiver.answering = withStatus(503);
    await make('/api/shelves', { name: 'S' });
    await site.relay();
    const [waiting] = await site.deliveries();
    expect(waiting).toMatchObject({
      ...{ attempts: 1, state: 'waiting' },
      lastAttempt: { status: 503, message: 'The receiver answered 503' },
    });
    expect((waiting?.due.getTime() ?? 0) - (waiting?.lastAttempt?.at.getTime() ?? 0)).toBe(4_000);
    await site.relay();
    expect(site.told()).toHaveLength(1);
    site.pass(5);
    await site.relay();
    expect((await site.deliveries())[0]?.attempts).toBe(2);
    site.receiver.answering = ok;
    site.pass(9);
    await site.relay();
    const ids = site.told().map(({ headers }) => headers['x-lectern-delivery']);
    expect([ids.length, new Set(ids).size, await site.deliveries()]).toEqual([2, 1, []]);
  });

  it('keeps later events of its document waiting, and no other document', async () => {
    await site.hook();
    const [one, other] = [await make('/api/shelves', { name: 'one' }), await make('/api/shelves', { name: 'other' })];
    site.receiver.answering = (response, { body }) => {
      response.writeHead(body.entry.documentId === one ? 500 : 200).end();
    };
    await site.put(`/api/shelves/${one}`, { name: 'one more' });
    await site.put(`/api/shelves/${other}`, { name: 'other more' });
    await site.relay();
    // What comes while it waits does not overtake either.
    await site.put(`/api/shelves/${one}`, { name: 'one again' });
    await site.relay();
    const calls = site.told();
    const of = (documentId: string) => eventsOf(calls.filter(({ body }) => body.entry.documentId === documentId));
    expect([of(one), of(other)]).toEqual([['entry.create'], ['entry.create', 'entry.update']]);
    site.receiver.answering = ok;
    site.pass(5);
    await site.relay();
    expect(eventsOf(site.told())).toEqual(['entry.create', 'entry.update', 'entry.update']);
  });

  it('is tried for a day, then parked, and what comes after it goes on', async () => {
    await site.hook();
    site.receiver.answering = withStatus(500);
    const one = await make('/api/shelves', { name: 'S' });
    await site.relay();
    site.pass(12 * hour);
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    await site.relay();
    site.pass(11 * hour);
    await site.relay();
    expect((await site.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 3],
      ['waiting', 0],
    ]);
    // The last attempt is made at the end of the day.
    site.pass(hour);
    await site.relay();
    expect((await site.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['parked', 4],
      ['waiting', 1],
    ]);
    site.told();
    site.receiver.answering = ok;
    site.pass(5);
    await site.relay();
    expect(eventsOf(site.told())).toEqual(['entry.update']);
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['parked']);
  });

  it('is not postponed by a call of before it was replayed', async () => {
    await site.hook();
    const deliveries = deliveriesIn(await site.service().database.get());
    await make('/api/shelves', { name: 'S' });
    const replayed = { state: 'waiting', since: new Date(Date.now() + 1_000), due: new Date(0), attempts: 0 } as const;
    // While the first call is under way.
    site.receiver.answering = (response) => {
      void deliveries
        .updateMany({ attempts: 0, due: { $ne: replayed.due } }, { $set: replayed })
        .then(() => response.writeHead(410).end());
    };
    await site.relay({ lanes: 1 });
    const since = (await site.deliveries()).map((one) => [one.state, one.attempts, one.since]);
    expect([site.told().length, since]).toEqual([2, [['parked', 1, replayed.since]]]);
  });

  it('with 410 is parked at once: it is not to be tried again', async () => {
    await site.hook();
    site.receiver.answering = withStatus(410);
    await make('/api/shelves', { name: 'S' });
    await site.relay();
    expect(await site.deliveries()).toMatchObject([{ state: 'parked', attempts: 1, lastAttempt: { status: 410 } }]);
  });
});

describe('a receiver that hangs', () => {
  it('keeps no other webhook waiting, nor its own other documents', async () => {
    const hook = await site.hook();
    await site.hook({ headers: { 'x-hook': 'other' } });
    const one = await make('/api/shelves', { name: 'hangs' });
    site.receiver.answering = (response, { headers, body }) => {
      if (headers['x-hook'] === 'other' || body.entry.documentId !== one) response.end();
    };
    const relay = new Relay(site.service(), { ...settings, callMs: 3_000 });
    await relay.round();
    for (let n = 0; n < 5; n++) {
      await make('/api/shelves', { name: String(n) });
      await relay.round();
    }
    await relay.calm();
    await relay.end();
    const calls = site.told();
    expect(calls).toHaveLength(12);
    expect(await site.deliveries()).toMatchObject([
      { webhook: hook, attempts: 1, lastAttempt: { message: 'There was no answer in 3 s' } },
    ]);
    // All others were told before the one was given up.
    expect(calls.filter(({ body }) => body.entry.documentId !== one)).toHaveLength(10);
  });

  it('is told of a few documents at a time', async () => {
    await site.hook();
    let [open, most] = [0, 0];
    site.receiver.answering = (response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.end();
      }, 30);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => make('/api/shelves', { name: String(index) })));
    await site.relay();
    expect([site.told().length, most]).toEqual([20, 5]);
  });
});

describe('a relay that ends', () => {
  it('waits for the calls under way, and begins none', async () => {
    await site.hook();
    const relay = new Relay(site.service(), settings);
    const one = await make('/api/shelves', { name: 'S' });
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    const reached = new Promise<() => void>((resolve) => {
      site.receiver.answering = (response) => {
        resolve(() => response.end());
      };
    });
    await relay.round();
    const answer = await reached;
    const ended = relay.end();
    answer();
    await ended;
    expect(eventsOf(site.told())).toEqual(['entry.create']);
    expect(await site.deliveries()).toHaveLength(1);
  });

  it('whose lease would not last begins no call', async () => {
    await site.hook();
    await make('/api/shelves', { name: 'S' });
    await site.relay({ leaseMs: 5_000, callMs: 5_000 });
    expect([site.told(), (await site.deliveries()).length]).toEqual([[], 1]);
  });

  it('that dies after a call makes it again, before what comes after it', async () => {
    await site.hook();
    const one = await make('/api/shelves', { name: 'S' });
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    const service = site.service();
    const db = await service.database.get();
    // It is told, and the database does not hear of it.
    const dying = new Proxy(db, {
      get: (target, name) =>
        name === 'collection'
          ? (of: string) =>
              new Proxy(target.collection(of), {
                get: (collection, method) => {
                  if (method === 'deleteMany') return () => Promise.reject(new Error('killed'));
                  const value: unknown = Reflect.get(collection, method);
                  return typeof value === 'function' ? value.bind(collection) : value;
                },
              })
          : Reflect.get(target, name),
    });
    const relay = new Relay(
      { ...service, database: { ...service.database, get: () => Promise.resolve(dying) } },
      settings,
    );
    await relay.round();
    await relay.calm();
    await relay.end();
    expect(new Set(eventsOf(site.told()))).toEqual(new Set(['entry.create']));
    await site.relay();
    expect(eventsOf(site.told())).toEqual(['entry.create', 'entry.update']);
  });
});
