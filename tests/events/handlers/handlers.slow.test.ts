// Checks that event handlers of project code get events as webhooks do: in order, repeated for a day, then parked.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { receiversCollection } from '../../../lib/events/webhooks/index.ts';
import { compileExtensions, type EventHandler, type EventRequest } from '../../../lib/platform/extensions/index.ts';
import { library } from '../../write/documents/library.ts';
import { secrets } from '../../setup/secrets.ts';
import { createEventSite, withoutReceivers } from '../relay/eventSite.ts';

let requests: EventRequest[] = [];
let behave: EventHandler = () => undefined;

const handle: EventHandler = async (request) => {
  requests.push(request);
  await behave(request);
};

const site = await createEventSite(library, [
  { on: { 'entry.create': handle, 'entry.publish': handle, 'entry.update': handle } },
]);
const hour = 3600;
const fail: EventHandler = () => {
  throw new Error('out of order');
};
let logLines: string[] = [];

beforeEach(() => {
  requests = [];
  behave = () => undefined;
  logLines = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    logLines.push(line);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The names of the events that the handlers got; clears them. */
const takeNames = (): readonly string[] => requests.splice(0).map(({ event }) => event.name);
const states = async () => (await site.deliveries()).map(({ webhook, state, attempts }) => [webhook, state, attempts]);

it('gets the event and the document of each write', async () => {
  const author = await site.create('/api/authors', { name: 'Ada' });
  await site.runRelay();
  expect(takeNames()).toEqual(['entry.create', 'entry.publish']);
  const book = await site.create('/api/books?status=draft', { title: 'Draft', editor: author });
  await site.request('POST', `/api/books/${book}/actions/publish`);
  await site.runRelay();
  expect(
    requests.map(({ event: { name, uid, model, documentId, locale } }) => [name, uid, model, documentId, locale]),
  ).toEqual([
    ['entry.create', 'api::book.book', 'book', book, null],
    ['entry.publish', 'api::book.book', 'book', book, null],
  ]);
  const published = requests.find(({ event }) => event.name === 'entry.publish');
  expect(published?.document).toMatchObject({ documentId: book, title: 'Draft', editor: { documentId: author } });
  expect(new Date(published?.event.createdAt ?? '').toISOString()).toBe(published?.event.createdAt);
  expect(new Set(requests.map(({ event }) => event.id)).size).toBe(2);
  expect(await site.deliveries()).toEqual([]);
});

describe('a handler that fails', () => {
  it('gets the event again, with the same id, before later events of the document', async () => {
    behave = fail;
    const one = await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    await site.create('/api/shelves', { name: 'other' });
    behave = () => undefined;
    await site.runRelay();
    const names = () => requests.map(({ document }) => document.name as string);
    expect(names()).toEqual(['S', 'other']);
    expect(await states()).toEqual([
      ['handlers.1', 'waiting', 1],
      ['handlers.1', 'waiting', 0],
    ]);
    site.advanceClock(5);
    await site.runRelay();
    expect(names()).toEqual(['S', 'other', 'S', 'T']);
    expect(requests[2]?.event.id).toBe(requests[0]?.event.id);
    expect(await site.deliveries()).toEqual([]);
  });

  it('is logged with its file and line', async () => {
    behave = fail;
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    expect((await site.deliveries())[0]?.lastAttempt?.message).toBe('out of order');
    const [line = '{}'] = logLines;
    const logged = JSON.parse(line);
    expect(logged).toMatchObject({ level: 'error', receiver: 'handlers.1', file: 'extensions/1.ts' });
    expect(logged.error).toMatch(/Error: out of order\n\s+at .*handlers\.slow\.test\.ts:\d+:\d+/);
  });

  it.each([
    ['a value that is no text', (): unknown => Object.create(null), '[object Object]'],
    ['an error that is larger than a document', () => new Error('x'.repeat(17_000_000)), 'x'.repeat(1_000)],
    ['an error whose message is no text', () => Object.assign(new Error('x'), { message: 1 }), '1'],
  ])('may throw %s, which counts as an attempt', async (_, thrown, message) => {
    behave = () => {
      throw thrown();
    };
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    const [delivery] = await site.deliveries();
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(delivery?.lastAttempt?.message).toBe(message);
  });

  it('has a time limit', async () => {
    let signal: AbortSignal | undefined;
    behave = (request) => {
      ({ signal } = request);
      return new Promise(() => undefined);
    };
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay({ callMs: 200 });
    expect((await site.deliveries())[0]).toMatchObject({ attempts: 1, state: 'waiting' });
    expect((await site.deliveries())[0]?.lastAttempt?.message).toContain('took more than 0.2 seconds');
    expect(signal?.aborted).toBe(true);
  });

  it('is parked after a day, and later events of the document continue', async () => {
    behave = fail;
    const one = await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    site.advanceClock(24 * hour);
    await site.runRelay();
    expect(await states()).toEqual([['handlers.1', 'parked', 2]]);
    behave = () => undefined;
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    takeNames();
    await site.runRelay();
    expect(takeNames()).toEqual(['entry.update']);
  });
});

describe('during a deployment', () => {
  it('a relay with other code makes the deliveries of new handlers and leaves them', async () => {
    // A process with the new code runs, but another one with the old code has the lease.
    await site.runRelay();
    await site.create('/api/shelves', { name: 'S' });
    const old = withoutReceivers(site.serviceWithClock());
    await site.runRelay({}, old);
    await site.runRelay({}, old);
    expect(await states()).toEqual([['handlers.1', 'waiting', 0]]);
    await site.runRelay();
    expect([takeNames(), await site.deliveries()]).toEqual([['entry.create'], []]);
  });
});

describe('during a deployment that adds a handler to a file', () => {
  it('a relay with the old file makes the deliveries of the new handler, and repeats them until new code calls it', async () => {
    const files = [{ file: 'extensions/1.ts', definition: { on: { 'entry.update': handle } } }];
    const old = () => ({ ...site.serviceWithClock(), extensions: compileExtensions(library, files) });
    await site.runRelay();
    await site.runRelay({}, old());
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay({}, old());
    expect((await site.deliveries())[0]?.lastAttempt?.message).toBe('extensions/1.ts has no handler for entry.create');
    site.advanceClock(5);
    await site.runRelay();
    expect([takeNames(), await site.deliveries()]).toEqual([['entry.create'], []]);
  });
});

describe('a handler that was removed', () => {
  it('gets no new events an hour later, and its deliveries are parked after a day', async () => {
    behave = fail;
    await site.addWebhook();
    const one = await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    site.advanceClock(hour);
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    const later = () => withoutReceivers(site.serviceWithClock());
    await site.runRelay({}, later());
    expect(await states()).toEqual([['handlers.1', 'waiting', 1]]);
    site.advanceClock(23 * hour);
    logLines = [];
    await site.runRelay({}, later());
    expect(await states()).toEqual([['handlers.1', 'parked', 1]]);
    expect(JSON.parse(logLines[0] ?? '{}')).toMatchObject({ message: 'deliveries are parked', webhook: 'handlers.1' });
    expect(site.takeCalls()).toHaveLength(2);
  });
});

describe('the mail of a handler', () => {
  it('goes through the configured transport', async () => {
    behave = ({ event, mail }) => mail.send({ to: 'desk@example.org', subject: event.name, text: event.documentId });
    const author = await site.create('/api/authors', { name: 'Ada' });
    await site.runRelay();
    const mails = logLines.map((line) => (JSON.parse(line) as { readonly mail?: string }).mail);
    expect(mails).toContain(`To: desk@example.org\nSubject: entry.create\n\n${author}`);
  });
});

describe('documents of a handler', () => {
  it('are written as the system, and cause events', async () => {
    behave = async ({ event, document, documents }) => {
      if (event.uid !== 'api::author.author' || event.name !== 'entry.create') return;
      await documents.asSystem.create('api::shelf.shelf', { name: `of ${String(document.name)}` });
    };
    await site.create('/api/authors', { name: 'Ada' });
    await site.runRelay();
    const { body } = await site.get('/api/shelves?filters[name][$eq]=of Ada');
    expect(body.data).toHaveLength(1);
    await site.runRelay();
    expect(requests.map(({ event }) => event.uid)).toContain('api::shelf.shelf');
  });

  it('stop a loop of handlers after the fifth', async () => {
    behave = async ({ event, documents }) => {
      await documents.transaction(({ asSystem }) =>
        asSystem.update('api::shelf.shelf', event.documentId, { name: `after ${event.id}` }),
      );
    };
    await site.create('/api/shelves', { name: 'S' });
    for (let round = 0; round < 8; round++) await site.runRelay();
    expect(takeNames()).toEqual(['entry.create', ...Array.from({ length: 4 }, () => 'entry.update')]);
    expect(await site.deliveries()).toEqual([]);
    expect(logLines).toHaveLength(1);
    expect(logLines[0]).toContain('an event handler is not called: 5 handlers ran because of each other');
  });

  it('refuse a write when the time of the handler is over', async () => {
    let late: Promise<unknown> = Promise.resolve();
    behave = ({ documents, signal }) => {
      late = new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      }).then(() => documents.asSystem.create('api::shelf.shelf', { name: 'late' }));
      late.catch(() => undefined);
      return late;
    };
    await site.create('/api/authors', { name: 'Ada' });
    await site.runRelay({ callMs: 200 });
    await expect(late).rejects.toThrow('the time of the handler is over');
    expect((await site.get('/api/shelves?filters[name][$eq]=late')).body.data).toEqual([]);
  });
});

describe('over HTTP', () => {
  const as = { token: secrets.owner };
  const path = '/admin/webhooks/handlers.1';
  const receivers = async () => (await site.get('/admin/webhooks', { as })).body.meta.receivers;

  const park = async (): Promise<void> => {
    behave = fail;
    await site.create('/api/shelves', { name: 'S' });
    await site.runRelay();
    site.advanceClock(24 * hour);
    await site.runRelay();
  };

  it('handlers are listed with their deliveries, which can be replayed', async () => {
    await park();
    expect(await receivers()).toEqual([
      {
        ...{ id: 'handlers.1', events: ['entry.create', 'entry.publish', 'entry.update'], contentTypes: null },
        ...{ isDeployed: true, waiting: 0, parked: 1 },
      },
    ]);
    const { body } = await site.get(`${path}/deliveries?state=parked`, { as });
    expect(body.data).toMatchObject([
      { event: 'entry.create', uid: 'api::shelf.shelf', lastAttempt: { message: 'out of order' } },
    ]);
    behave = () => undefined;
    const replayed = await site.request('POST', `${path}/replay`, { as, body: { deliveries: [body.data[0].id] } });
    expect(replayed.body).toEqual({ data: { replayed: 1 } });
    takeNames();
    await site.runRelay();
    expect([takeNames(), await site.deliveries()]).toEqual([['entry.create'], []]);
  });

  it('removed handlers cannot be replayed, but deleted', async () => {
    await park();
    expect((await site.delete(path, { as })).body.error.message).toBe(
      'The receiver is part of the deployed code: remove it there',
    );
    const db = await site.service().database.get();
    await receiversCollection(db).updateMany({}, { $set: { seenAt: new Date(Date.now() - 20 * 60_000) } });
    expect(await receivers()).toMatchObject([{ id: 'handlers.1', isDeployed: false, parked: 1 }]);
    const replayed = await site.request('POST', `${path}/replay`, { as });
    expect([replayed.status, replayed.body.error.message]).toEqual([
      400,
      'No deployed code has this receiver: deploy it, and replay then',
    ]);
    expect((await site.delete(path, { as })).body).toEqual({ data: null });
    expect([await receivers(), await site.deliveries()]).toEqual([[], []]);
  });

  it.each(['GET /deliveries', 'POST /replay', 'DELETE '])('%s of an unknown receiver is a 404', async (request) => {
    const [method = '', rest = ''] = request.split(' ');
    expect((await site.request(method, `/admin/webhooks/handlers.none${rest}`, { as })).status).toBe(404);
  });
});
