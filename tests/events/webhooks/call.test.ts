// Checks one call to a receiver that may behave in any way.
import { createHmac } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { callWebhook, type CallOutcome } from '../../../lib/events/webhooks/index.ts';
import { ok, startReceiver, withStatus } from '../relay/receiver.ts';

const receiver = await startReceiver();
beforeEach(() => {
  receiver.calls.length = 0;
  receiver.answerCall = ok;
});

const secret = 'a secret of one webhook';
const now = (): Date => new Date('2026-02-03T04:05:06.789Z');
const body = '{"event":"entry.create","title":"Größe"}';

const callReceiver = (url = receiver.url, allowPrivate = true, headers = {}, limitMs = 5_000): Promise<CallOutcome> =>
  callWebhook(
    { webhook: { url, headers, secret }, id: '1.abc..def', event: 'entry.create', body },
    { allowPrivate, limitMs, now },
  );

it('posts the body with its headers and a signature', async () => {
  expect(await callReceiver()).toEqual({ done: true, status: 200, message: 'The receiver answered 200' });
  const [{ headers, text } = { headers: {}, text: '' }] = receiver.calls;
  expect(text).toBe(body);
  const t = '1770091506';
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-strapi-event': 'entry.create',
    'x-lectern-delivery': '1.abc..def',
    'x-lectern-signature': `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`,
  });
});

it('sends the headers of the webhook, which cannot replace its own', async () => {
  await callReceiver(receiver.url, true, {
    Authorization: 'Bearer x',
    'Content-Type': 'text/plain',
    'X-Strapi-Event': 'y',
  });
  expect(receiver.calls[0]?.headers).toMatchObject({
    ...{ authorization: 'Bearer x', 'content-type': 'application/json', 'x-strapi-event': 'entry.create' },
  });
});

it.each([201, 202, 204, 299])('accepts %s as a delivery', async (status) => {
  receiver.answerCall = withStatus(status);
  expect(await callReceiver()).toMatchObject({ done: true, status });
});

it.each([400, 404, 410, 500])('rejects %s as a failed delivery', async (status) => {
  receiver.answerCall = withStatus(status);
  expect(await callReceiver()).toEqual({ done: false, status, message: `The receiver answered ${status}` });
});

it.each([429, 502, 503, 504])('rejects %s as the answer of a receiver that takes no calls now', async (status) => {
  receiver.answerCall = withStatus(status);
  const message = `The receiver answered ${status}`;
  expect(await callReceiver()).toEqual({ done: false, status, message, isReceiverDown: true });
});

it.each([301, 302, 303, 307, 308])('follows no redirect (%s)', async (status) => {
  receiver.answerCall = (response) => response.writeHead(status, { location: receiver.url }).end();
  expect(await callReceiver()).toMatchObject({ done: false, status, message: expect.stringContaining('redirects') });
  expect(receiver.calls).toHaveLength(1);
});

it('ends when the time is up, even if part of the head arrived', async () => {
  receiver.answerCall = () => undefined;
  const timedOut = { done: false, isReceiverDown: true, message: 'There was no answer in 0.1 s' };
  expect(await callReceiver(receiver.url, true, {}, 100)).toEqual(timedOut);
  receiver.answerCall = (response) => response.socket?.write('HTTP/1.1 200 OK\r\nx-slow');
  expect(await callReceiver(receiver.url, true, {}, 100)).toEqual(timedOut);
});

it('succeeds as soon as the status arrives, however long the body takes', async () => {
  const piece = 'x'.repeat(60_000);
  receiver.answerCall = (response) => {
    const more = (): void => {
      if (!response.destroyed) response.write(piece, () => setImmediate(more));
    };
    response.on('error', () => undefined);
    more();
  };
  expect(await callReceiver()).toMatchObject({ done: true });
});

it('fails if the receiver answers in another protocol', async () => {
  receiver.answerCall = (response) =>
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  expect(await callReceiver()).toMatchObject({ done: false, message: 'The connection was closed without an answer' });
  receiver.answerCall = (response) => response.socket?.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  expect(await callReceiver()).toEqual({ done: false, status: 101, message: 'The receiver answered 101' });
});

it('fails if the connection breaks or no server listens', async () => {
  receiver.answerCall = (response) => response.socket?.destroy();
  expect(await callReceiver()).toEqual({ done: false, isReceiverDown: true, message: 'socket hang up' });
  expect(await callReceiver('http://127.0.0.1:1/')).toMatchObject({ done: false, isReceiverDown: true });
});

it('fails for headers that cannot be sent', async () => {
  expect(await callReceiver(receiver.url, true, { 'x-a': 'a\nb' })).toMatchObject({ done: false });
});

it('calls no private address under any name, unless the settings permit it', async () => {
  const { port } = new URL(receiver.url);
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', '2130706433'])
    expect(await callReceiver(`http://${host}:${port}/`, false)).toMatchObject({
      done: false,
      message: expect.stringContaining('private address'),
    });
  expect(receiver.calls).toEqual([]);
  expect(await callReceiver(`http://localhost:${port}/`)).toMatchObject({ done: true });
});
