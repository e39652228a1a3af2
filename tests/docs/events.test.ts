// The receivers in docs/examples/webhooks, which docs/events.md names, take the calls that Lectern sends.
import { expect, it } from 'vitest';
import { forwardToGitHub } from '../../docs/examples/webhooks/forwardToGitHub.js';
import { isOurs } from '../../docs/examples/webhooks/isOurs.js';
import { signatureOf } from '../../lib/events/webhooks/callWebhook.ts';

const body = '{"event":"entry.create","title":"Größe"}';
const at = new Date('2026-01-02T03:04:05Z');
const header = signatureOf(body, 'secret', at);

it('a receiver accepts a call from Lectern', () => {
  expect(isOurs(body, header, 'secret', at.getTime() + 60_000)).toBe(true);
  expect(isOurs(Buffer.from(body), header, 'secret', at.getTime())).toBe(true);
});

it.each<[name: string, ...Parameters<typeof isOurs>]>([
  ['with another body', `${body} `, header, 'secret', at.getTime()],
  ['with another secret', body, header, 'other', at.getTime()],
  ['with another time', body, header.replace(/^t=\d+/, 't=1767323046'), 'secret', at.getTime()],
  ['that is too old', body, header, 'secret', at.getTime() + 301_000],
  ['without a signature', body, undefined, 'secret', at.getTime()],
  ['with an invalid signature', body, 't=1,v1=', 'secret', 1000],
])('and refuses one %s', (_name, ...args) => {
  expect(isOurs(...args)).toBe(false);
});

it('a receiver that forwards calls to GitHub refuses others', async () => {
  const settings = { SECRET: 'secret', GITHUB_TOKEN: 'token', REPOSITORY: 'owner/name' };
  expect(await forwardToGitHub(body, {}, settings)).toBe(401);
});
