// The purge function in docs/caching.md purges what a webhook call reports.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callBody } from '../../lib/events/relay/receiver.ts';
import type { EventPayload } from '../../lib/events/webhooks/index.ts';

const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/caching.md', 'utf8')) ?? [];
const { purge } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  readonly purge: (call: unknown) => Promise<void>;
};

const eventPayload = (uid: string, documentId: string): EventPayload => ({
  ...{ event: 'entry.publish', createdAt: new Date(), model: 'article', uid, entry: { documentId } },
});
const article = eventPayload('api::article.article', 'a');
const sent = (of: EventPayload, more?: object): unknown => JSON.parse(callBody(of, more));

/** The surrogate keys of each purge request. */
const purged: string[][] = [];
let status = 200;

beforeEach(() => {
  purged.length = 0;
  status = 200;
  vi.stubGlobal('fetch', (_: string, { body }: { readonly body: string }) => {
    purged.push((JSON.parse(body) as { readonly surrogate_keys: string[] }).surrogate_keys);
    return Promise.resolve(new Response('{}', { status }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('purges a document and its type', async () => {
  await purge(sent(article));
  expect(purged).toEqual([['api::article.article', 'a']]);
});

it('purges a file', async () => {
  await purge(sent(eventPayload('plugin::upload.file', 'f')));
  expect(purged).toEqual([['plugin::upload.file', 'f']]);
});

it('purges all events of a call, in requests of at most 256 keys', async () => {
  const events = Array.from({ length: 300 }, (_, index) => ({ uid: 'api::article.article', documentId: `a${index}` }));
  await purge(sent(article, { events }));
  expect(purged.map((keys) => keys.length)).toEqual([256, 45]);
  expect(new Set(purged.flat())).toEqual(new Set(['api::article.article', ...events.map((one) => one.documentId)]));
});

it('fails if the purge request fails', async () => {
  status = 503;
  await expect(purge(sent(article))).rejects.toThrow('Fastly answered 503');
});
