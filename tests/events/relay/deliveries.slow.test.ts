// Checks that deliveries are attempted in order, and repeated for a day until the receiver accepts them.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deliveriesCollection } from '../../../lib/events/webhooks/index.ts';
import { library } from '../../write/documents/library.ts';
import { ok, withStatus } from './receiver.ts';
import { loopOf } from '../../background/testWorker.ts';
import { eventsOf, createEventSite } from './eventSite.ts';

const site = await createEventSite(library);
const hour = 3600;

describe('a failed delivery', () => {
  it('is attempted again when it is due, and not before', async () => {
    await site.addWebhook();
    site.receiver.answerCall = withStatus(503);
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    const [waiting] = await site.deliveries();
    expect(waiting).toMatchObject({
      ...{ attempts: 1, state: 'waiting' },
      lastAttempt: { status: 503, message: 'The receiver answered 503' },
    });
    expect((waiting?.due.getTime() ?? 0) - (waiting?.lastAttempt?.at.getTime() ?? 0)).toBe(4_000);
    await site.runRelay();
    expect(site.takeCalls()).toHaveLength(1);
    site.advanceClock(5);
    await site.runRelay();
    expect((await site.deliveries())[0]?.attempts).toBe(2);
    site.receiver.answerCall = ok;
    site.advanceClock(9);
    await site.runRelay();
    const ids = site.takeCalls().map(({ headers }) => headers['x-lectern-delivery']);
    expect([ids.length, new Set(ids).size, await site.deliveries()]).toEqual([2, 1, []]);
  });

  it('holds back later events of its document, but not other documents', async () => {
    await site.addWebhook();
    const [one, other] = [
      await site.create('/api/shelves', { name: 'one' }),
      await site.create('/api/shelves', { name: 'other' }),
    ];
    site.receiver.answerCall = (response, { body }) => {
      response.writeHead(body.entry.documentId === one ? 500 : 200).end();
    };
    await site.put(`/api/shelves/${one}`, { name: 'one more' });
    await site.put(`/api/shelves/${other}`, { name: 'other more' });
    await site.runRelay();
    // A later event of the waiting document does not overtake either.
    await site.put(`/api/shelves/${one}`, { name: 'one again' });
    await site.runRelay();
    const calls = site.takeCalls();
    const of = (documentId: string) => eventsOf(calls.filter(({ body }) => body.entry.documentId === documentId));
    expect([of(one), of(other)]).toEqual([['entry.create'], ['entry.create', 'entry.update']]);
    site.receiver.answerCall = ok;
    site.advanceClock(5);
    await site.runRelay();
    expect(eventsOf(site.takeCalls())).toEqual(['entry.create', 'entry.update', 'entry.update']);
  });

  it('is attempted for a day and then parked, and later events of its document continue', async () => {
    await site.addWebhook();
    site.receiver.answerCall = withStatus(500);
    const one = await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    site.advanceClock(12 * hour);
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    await site.runRelay();
    site.advanceClock(11 * hour);
    await site.runRelay();
    expect((await site.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 3],
      ['waiting', 0],
    ]);
    // The last attempt happens at the end of the day.
    site.advanceClock(hour);
    await site.runRelay();
    expect((await site.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['parked', 4],
      ['waiting', 1],
    ]);
    site.takeCalls();
    site.receiver.answerCall = ok;
    site.advanceClock(5);
    await site.runRelay();
    expect(eventsOf(site.takeCalls())).toEqual(['entry.update']);
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['parked']);
  });

  it('keeps its new due time if it is replayed during a call', async () => {
    await site.addWebhook();
    const deliveries = deliveriesCollection(await site.service().database.get());
    await site.create('/api/shelves', { name: 'S' });
    const replayed = { state: 'waiting', since: new Date(Date.now() + 1_000), due: new Date(0), attempts: 0 } as const;
    // Replay the delivery during the first call.
    site.receiver.answerCall = (response) => {
      void deliveries
        .updateMany({ attempts: 0, due: { $ne: replayed.due } }, { $set: replayed })
        .then(() => response.writeHead(410).end());
    };
    await site.runRelay({ maxParallelDocuments: 1 });
    const since = (await site.deliveries()).map((one) => [one.state, one.attempts, one.since]);
    expect([site.takeCalls().length, since]).toEqual([2, [['parked', 1, replayed.since]]]);
  });

  it('is parked at once on 410, which means "do not try again"', async () => {
    await site.addWebhook();
    site.receiver.answerCall = withStatus(410);
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    expect(await site.deliveries()).toMatchObject([{ state: 'parked', attempts: 1, lastAttempt: { status: 410 } }]);
  });
});

describe('a receiver that hangs', () => {
  it('delays no other webhook, and no other document of its own webhook', async () => {
    const hook = await site.addWebhook();
    await site.addWebhook({ headers: { 'x-hook': 'other' } });
    const one = await site.create('/api/shelves', { name: 'hangs' });
    site.receiver.answerCall = (response, { headers, body }) => {
      if (headers['x-hook'] === 'other' || body.entry.documentId !== one) response.end();
    };
    const relay = loopOf(site.service(), { callMs: 3_000 });
    await relay.round();
    for (let n = 0; n < 5; n++) {
      await site.create('/api/shelves', { name: String(n) });
      await relay.round();
    }
    await relay.whenIdle();
    await relay.end();
    const calls = site.takeCalls();
    expect(calls).toHaveLength(12);
    expect(await site.deliveries()).toMatchObject([
      { webhook: hook, attempts: 1, lastAttempt: { message: 'There was no answer in 3 s' } },
    ]);
    // All other calls ended before the relay gave up the one that hangs.
    expect(calls.filter(({ body }) => body.entry.documentId !== one)).toHaveLength(10);
  });

  it('gets calls for only a few documents at a time', async () => {
    await site.addWebhook();
    const open: ServerResponse[] = [];
    let most = 0;
    // Answers when five wait, a moment later: more would have come by then.
    site.receiver.answerCall = (response) => {
      most = Math.max(most, open.push(response));
      if (open.length === 5)
        setTimeout(() => {
          for (const waiting of open.splice(0)) waiting.end();
        }, 30);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => site.create('/api/shelves', { name: String(index) })));
    await site.runRelay();
    expect([site.takeCalls().length, most]).toEqual([20, 5]);
  });
});

describe('a relay that stops', () => {
  it('waits for running calls and starts none', async () => {
    await site.addWebhook();
    const relay = loopOf(site.service());
    const one = await site.create('/api/shelves', { name: 'S' });
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    const reached = new Promise<() => void>((resolve) => {
      site.receiver.answerCall = (response) => {
        resolve(() => response.end());
      };
    });
    await relay.round();
    const answer = await reached;
    const ended = relay.end();
    answer();
    await ended;
    expect(eventsOf(site.takeCalls())).toEqual(['entry.create']);
    expect(await site.deliveries()).toHaveLength(1);
  });

  it('starts no call that its lease would not outlast', async () => {
    await site.addWebhook();
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay({ leaseMs: 5_000, callMs: 5_000 });
    expect([site.takeCalls(), (await site.deliveries()).length]).toEqual([[], 1]);
  });

  it('repeats a call after a crash, before later events of the document', async () => {
    await site.addWebhook();
    const one = await site.create('/api/shelves', { name: 'S' });
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    const service = site.service();
    const db = await service.database.get();
    // The receiver gets the call, but the database does not record it.
    const failingDb = new Proxy(db, {
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
    await site.runRelay({}, { ...service, database: { ...service.database, get: () => Promise.resolve(failingDb) } });
    expect(new Set(eventsOf(site.takeCalls()))).toEqual(new Set(['entry.create']));
    await site.runRelay();
    expect(eventsOf(site.takeCalls())).toEqual(['entry.create', 'entry.update']);
  });
});
