// Streams of many callers: those that may read the same share a query, and others learn nothing of each other. And a stream whose
// client leaves before it begins.
import { once } from 'node:events';
import { createServer, get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { Collection, MongoNetworkError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LiveStreams } from '../../lib/server/live/liveStreams.ts';
import { addMember, addPublicRole, type Member } from '../setup/accounts.ts';
import { createApi } from '../setup/api.ts';
import { waitFor } from '../setup/waitFor.ts';
import { library } from '../write/documents/library.ts';

const pollMs = 200;
const api = createApi(library);
const books = 'api::book.book';
const server = createServer((request, response) => {
  void streams.serve(request, response, 1_000);
});
let streams: LiveStreams;

beforeAll(async () => {
  await addPublicRole(api.service(), [`${books}.find`]);
  streams = new LiveStreams(api.service(), undefined, { pollMs, heartbeatMs: 60_000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  streams.close();
  server.closeAllConnections();
  server.close();
});

/** Opens a stream. */
const open = async (tags: readonly string[], { as: { token } }: Pick<Member, 'as'>) => {
  const { port } = server.address() as AddressInfo; // the server listens on a port, not on a pipe
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  const request = get({ port, host: '127.0.0.1', path: `/api/live?tags=${tags.join(',')}`, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  response.on('error', () => undefined);
  return {
    /** The tags of its events so far. */
    changes: () =>
      [...text.matchAll(/^data: (.+)$/gm)].flatMap(([, json = '']) => (JSON.parse(json) as { data: string[] }).data),
    isEnded: () => response.complete,
    close: () => response.destroy(),
  };
};

const reading = (more: object) => ['find', 'findOne'].map((action) => ({ action: `${books}.${action}`, ...more }));

describe('streams of many callers', () => {
  it('cost one query, if the callers may read the same', async () => {
    const book = await api.create('/api/books', { title: 'One' });
    const members = await Promise.all(Array.from({ length: 5 }, () => addMember(api.service(), reading({}))));
    const opened = await Promise.all([...members, ...members].map((member) => open([book], member)));
    await api.put(`/api/books/${book}`, { title: 'Two' });
    const startedAt = performance.now();
    const find = vi.spyOn(Collection.prototype, 'find');
    const countQueries = (): number =>
      find.mock.contexts.filter((collection) => (collection as Collection).collectionName === 'books').length;
    await waitFor(() => {
      for (const { changes } of opened) expect(changes()).toEqual([book]);
      expect(countQueries()).toBeGreaterThan(3);
    });
    // A timer may be a millisecond early.
    expect(countQueries()).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / (pollMs - 2));
  });

  it('tell each caller only of what it may read', async () => {
    const own = { own: true } as const;
    const writing = ['create', 'update', 'publish'].map((action) => ({ action: `${books}.${action}` }));
    const [ann, ben] = [
      await addMember(api.service(), [...reading(own), ...writing]),
      await addMember(api.service(), [...reading(own), ...writing]),
    ];
    const cheap = await addMember(api.service(), reading({ filters: { year: { $lt: 10 } } }));
    const nobody = await addMember(api.service(), []);
    const created = async (as: Member, year: number): Promise<string> => {
      const { status, body } = await api.post('/api/books', { title: 'Of a member', year }, as);
      expect(status, JSON.stringify(body)).toBe(201);
      return body.data.documentId as string;
    };
    const [ofAnn, ofBen] = [await created(ann, 5), await created(ben, 20)];
    const tags = [ofAnn, ofBen];
    const opened = await Promise.all([ann, ben, cheap, nobody].map((member) => open(tags, member)));
    const all = await open(tags, await addMember(api.service(), reading({})));
    for (const documentId of tags) await api.put(`/api/books/${documentId}`, { note: 'x' });
    // In the same poll as `all`, or in the next one.
    await waitFor(() => {
      expect([...new Set(all.changes())].sort()).toEqual([...tags].sort());
    });
    await waitFor(() => {
      expect(opened.map(({ changes }) => [...new Set(changes())])).toEqual([[ofAnn], [ofBen], [ofAnn], []]);
    });
  });

  it('are forgotten when their clients leave', async () => {
    const member = await addMember(api.service(), reading({}));
    const { streams: kept } = streams as unknown as { readonly streams: ReadonlySet<unknown> }; // which no answer shows
    const before = kept.size;
    const stream = await open([books], member);
    await waitFor(() => {
      expect(kept.size).toBe(before + 1);
    });
    stream.close();
    await waitFor(() => {
      expect(kept.size).toBe(before);
    });
  });

  it('go on while the database does not answer, and end after any other error, which the route then answers', async () => {
    const book = await api.create('/api/books', { title: 'One' });
    const stream = await open([book], await addMember(api.service(), reading({})));
    const known = vi.spyOn(api.service().locales, 'known');
    known.mockRejectedValue(new MongoNetworkError('no answer'));
    await waitFor(() => {
      expect(known.mock.calls.length).toBeGreaterThan(2);
    });
    expect(stream.isEnded()).toBe(false);
    known.mockRejectedValue(new TypeError('a fault'));
    await waitFor(() => {
      expect(stream.isEnded()).toBe(true);
    });
  });
});

const streamRequest = (): IncomingMessage => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: '/api/live?tags=api::book.book' });
  request.headers.accept = 'text/event-stream';
  return request;
};

it('is not kept', async () => {
  const request = streamRequest();
  const response = new ServerResponse(request);
  const writeHead = vi.spyOn(response, 'writeHead');
  const served = new LiveStreams(api.service()).serve(request, response, 1_000);
  response.destroy();
  expect(await served).toBe(true);
  expect(writeHead).not.toHaveBeenCalled();
});

it('is left to the route, which is 503, while MongoDB is away', async () => {
  vi.spyOn(api.service().access, 'identify').mockRejectedValue(new MongoNetworkError('away'));
  const request = streamRequest();
  expect(await new LiveStreams(api.service()).serve(request, new ServerResponse(request), 1_000)).toBe(false);
});
