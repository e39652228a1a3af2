// Streams of changes as `npm start` serves them: events, resumption by another process, limits, and slow clients.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../../cli/start/serveSite.ts';
import { endpoint } from '../../lib/api/http/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { RunningServer } from '../../lib/server/serve.ts';
import { addMember, addPublicRole } from '../setup/accounts.ts';
import { createApi, silentLog, testConfig } from '../setup/api.ts';
import { findChromium } from '../setup/findChromium.ts';
import { isLong, lengthOf } from '../setup/lengthOf.ts';
import { startOtherSite } from '../setup/otherSite.ts';
import { waitFor } from '../setup/waitFor.ts';
import { browserOfGroup } from '../site/articlePage.ts';
import { library } from '../write/documents/library.ts';

/** As many streams as one network may have. */
const streamCount = lengthOf('LECTERN_LIVE_STREAMS', { short: 20, long: 200 });
const maxConnections = 4 * streamCount;
const api = createApi(library, {
  ...testConfig,
  ...{ editor: { ...testConfig.editor, enabled: false }, docs: false },
  http: { ...testConfig.http, server: { ...testConfig.http.server, maxConnections } },
});
const books = 'api::book.book';
const executable = findChromium();

let server: RunningServer | undefined;

const start = async (service: Service = api.service()): Promise<string> => {
  server = await serveSite(service, { host: '127.0.0.1', port: 0 }, ({ operation }) =>
    endpoint(operation, () => Promise.resolve(service), silentLog),
  );
  return server.url;
};

const stop = async (): Promise<void> => {
  const running = server;
  server = undefined;
  await running?.stop();
};

beforeAll(async () => {
  await addPublicRole(api.service(), ['api::book.book.find', 'api::book.book.findOne']);
});
afterEach(stop);

interface Event {
  readonly id: string;
  readonly data: readonly string[];
}

/** A client that reads a stream. */
class Stream {
  readonly response: IncomingMessage;
  text = '';
  isEnded = false;

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8').on('data', (part: string) => {
      this.text += part;
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      this.isEnded = true;
    });
  }

  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> {
    const request = get(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return new Stream(response);
  }

  /** The events with data. */
  get events(): readonly Event[] {
    return [...this.text.matchAll(/^id: (\S+)\ndata: (.+)$/gm)].map(([, id = '', json = '']) => ({
      ...{ id, data: (JSON.parse(json) as Event).data },
    }));
  }

  /** What the client sends when it connects again. */
  get lastEventId(): string {
    return [...this.text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '';
  }

  async next(count: number): Promise<readonly Event[]> {
    await waitFor(() => {
      expect(this.events.length).toBeGreaterThanOrEqual(count);
    });
    return this.events;
  }

  close(): void {
    this.response.destroy();
  }
}

const createBook = (): Promise<string> => api.create('/api/books', { title: 'One' });
const rename = (documentId: string, title: string) => api.put(`/api/books/${documentId}`, { title });

describe('a stream of changes', () => {
  it('sends the changed tags, each change once, and nothing of hidden ones', async () => {
    const [documentId, author] = [await createBook(), await api.create('/api/authors', { name: 'Ann' })];
    const url = `${await start()}/api/live?tags=${documentId},${author},api::author.author`;
    const stream = await Stream.open(url);
    expect(stream.response.headers).toMatchObject({
      ...{ 'content-type': 'text/event-stream', 'cache-control': 'private, no-store', 'x-accel-buffering': 'no' },
    });
    await api.put(`/api/authors/${author}`, { name: 'Bo' });
    await rename(documentId, 'Two');
    await stream.next(1);
    await rename(documentId, 'Three');
    expect((await stream.next(2)).map(({ data }) => data)).toEqual([[documentId], [documentId]]);
    expect(stream.text).toMatch(/^retry: \d{4}\nid: \d+\S*\n\n/);
    stream.close();
  });

  it('goes on in another process where it ended, and has what happened in between', async () => {
    const [documentId, other] = [await createBook(), await createBook()];
    const path = `/api/live?tags=${documentId},${other}`;
    const first = await Stream.open((await start()) + path);
    await rename(documentId, 'Two');
    await first.next(1);
    await stop();
    expect(first.isEnded).toBe(true);
    // A stream that does not end is cut off after 25 seconds, and is not complete.
    expect(first.response.complete).toBe(true);
    await rename(other, 'Two');
    const second = await Stream.open((await start()) + path, { 'last-event-id': first.lastEventId });
    expect((await second.next(1)).map(({ data }) => data)).toEqual([[other]]);
    second.close();
  });

  it('has the permissions of its caller, also when they change', async () => {
    const author = await api.create('/api/authors', { name: 'Ann' });
    const member = await addMember(api.service(), [{ action: 'api::author.author.findOne' }]);
    const authorization = `Bearer ${member.as.token}`;
    const stream = await Stream.open(`${await start()}/api/live?tags=${author}`, { authorization });
    await api.put(`/api/authors/${author}`, { name: 'Bo' });
    expect((await stream.next(1)).map(({ data }) => data)).toEqual([[author]]);
    const db = await api.service().database.get();
    await db
      .collection('up_users')
      .updateOne({ documentId: member.documentId }, { $set: { 'published.blocked': true } });
    await waitFor(() => {
      expect(stream.isEnded).toBe(true);
    });
  });

  it.each([
    ['tags=', {}, 400],
    ['tags=a', { authorization: 'Bearer none' }, 401],
    ['tags=a&preview=x', {}, 400],
  ])('is refused as a poll is: %s', async (query, headers, status) => {
    const stream = await Stream.open(`${await start()}/api/live?${query}`, headers);
    expect(stream.response.statusCode).toBe(status);
    stream.close();
  });

  it('is a poll without the header that asks for events', async () => {
    const reply = await fetch(`${await start()}/api/live?tags=${books}`);
    expect([reply.headers.get('content-type'), await reply.json()]).toEqual([
      'application/json; charset=utf-8',
      { data: [], meta: { since: expect.any(String) } },
    ]);
  });
});

describe.runIf(executable !== undefined)('the client in docs/sync.md', () => {
  const otherSite = startOtherSite();
  const browser = browserOfGroup(executable, 60_000);
  const [, code = ''] = /```js\n(export const watch[\s\S]*?)```/.exec(readFileSync('docs/sync.md', 'utf8')) ?? [];
  const script = code.slice(0, code.indexOf("\nwatch('")).replace('export const', 'window.changes = [];\nconst');

  const ways: readonly [name: string, others: number][] = [
    ['a stream', 0],
    ['polls, if there are too many streams', streamCount],
  ];

  it.each(isLong ? ways : ways.slice(0, 1))('gets changes by %s', { timeout: 120_000 }, async (_, others) => {
    const documentId = await createBook();
    const url = await start();
    const streams = await Promise.all(
      Array.from({ length: others }, () => Stream.open(`${url}/api/live?tags=${books}`)),
    );
    try {
      const { page, requests } = await browser().open(otherSite('127.0.0.1'));
      const answers: string[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/api/live')) answers.push(response.url());
      });
      await page.addScriptTag({
        content: `${script}\nwatch('${url}/api', ['${documentId}'], (tags) => changes.push(tags));`,
      });
      // The first answer says what the page knows.
      await waitFor(() => {
        expect(answers).toHaveLength(others > 0 ? 2 : 1);
      });
      for (const count of [1, 2]) {
        await rename(documentId, `Title ${count}`);
        await page.waitForFunction(`changes.length >= ${count}`);
      }
      expect(await page.evaluate('changes')).toEqual([[documentId], [documentId]]);
      expect(requests.some((one) => one.includes('since='))).toBe(others > 0);
    } finally {
      for (const stream of streams) stream.close();
    }
  });
});

describe('many streams', () => {
  it('are at most a quarter of the connections for one network: the next one gets a poll', async () => {
    const url = `${await start()}/api/live?tags=${books}`;
    const streams = await Promise.all(Array.from({ length: streamCount }, () => Stream.open(url)));
    expect(new Set(streams.map(({ response }) => response.headers['content-type']))).toEqual(
      new Set(['text/event-stream']),
    );
    const poll = await Stream.open(url);
    expect(poll.response.headers['content-type']).toContain('application/json');
    streams[0]?.close();
    await waitFor(async () => {
      const again = await Stream.open(url);
      again.close();
      expect(again.response.headers['content-type']).toBe('text/event-stream');
    });
    for (const stream of streams) stream.close();
  });

  it('do not wait for a client that reads nothing', async () => {
    const documentId = await createBook();
    const url = new URL(`${await start()}/api/live?tags=${documentId}`);
    const stalled = connect(Number(url.port), url.hostname).pause();
    stalled.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
    const reader = await Stream.open(url.href);
    for (let count = 1; count <= 3; count += 1) {
      await rename(documentId, `Title ${count}`);
      expect(await reader.next(count)).toHaveLength(count);
    }
    stalled.destroy();
    reader.close();
  });
});
