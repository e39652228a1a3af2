// `lectern webhook` as a script sees it: what is on stdout, what on stderr, and how it ends.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { deliveriesIn, webhooksIn, type ShownWebhook } from '../../lib/webhooks/index.ts';
import { freshDatabase } from '../setup/database.ts';
import { deliveryOf } from '../webhooks/deliveries.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = promisify(execFile);
const { uri } = freshDatabase();
const client = new MongoClient(uri);
afterAll(() => client.close());

const webhook = async (...args: readonly string[]): Promise<Ended> => {
  try {
    const env = { PATH: process.env.PATH, NO_COLOR: '1', MONGODB_URI: uri };
    const { stdout, stderr } = await run(process.execPath, ['bin/lectern.js', 'webhook', ...args], { env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended; // execFile rejects with what the process left
  }
};

const hook = ['--name', 'site', '--url', 'https://example.org/hook', '--events', 'entry.publish', 'entry.delete'];

/** @returns the id of a new webhook */
const made = async (...args: readonly string[]): Promise<string> =>
  (await webhook('create', ...hook, ...args)).stdout.split('\t')[0] ?? '';

const shown = async (id: string): Promise<ShownWebhook> =>
  JSON.parse((await webhook('show', id, '--json')).stdout) as ShownWebhook;

const secretOf = async (id: string) => (await webhooksIn(client.db()).findOne({ _id: Number(id) }))?.secret;

describe('lectern webhook create', () => {
  it('prints the id and the secret, nothing else', async () => {
    const { code, stdout, stderr } = await webhook('create', ...hook);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, id = '', secret] = /^(\d+)\t([0-9a-f]{64})\n$/.exec(stdout) ?? [];
    expect(await secretOf(id)).toBe(secret);
  });

  it('takes types by their short names, headers one by one, and seconds', async () => {
    const headers = ['--header', 'Authorization: Bearer a:b', '--header', 'X-From:here '];
    const id = await made('--types', 'article', 'plugin::users-permissions.user', '--debounce', '10', ...headers);
    expect(await shown(id)).toMatchObject({
      ...{ name: 'site', url: 'https://example.org/hook', events: ['entry.publish', 'entry.delete'] },
      contentTypes: ['api::article.article', 'plugin::users-permissions.user'],
      headers: { Authorization: 'Bearer a:b', 'X-From': 'here' },
      ...{ debounce: 10, isEnabled: true },
    });
  });

  it.each<[args: readonly string[], stderr: string]>([
    [['--events', 'entry.pubish'], 'Webhook event entry.pubish is not supported; did you mean "entry.publish"?\n'],
    [['--types', 'artcle'], 'there is no content type "artcle"; did you mean "article"?\n'],
    [['--url', 'http://localhost:3000/'], 'url must not lead to a private address unless webhooks.allowPrivate'],
    [['--header', 'nothing'], "Write it as 'Authorization: Bearer …'."],
    [['--header', 'X-A: 1', '--header', 'X-A: 2'], 'X-A is there twice.'],
    [['--header', 'Host: a'], 'headers.Host is a header that Lectern sets itself\n'],
    [['--debounce', 'soon'], 'Write a whole number of seconds, as 10.'],
    [['--debounce', '9999'], 'debounce must be seconds, a whole number from 0 to 3600\n'],
  ])('refuses %j, saying what to write', async (args, stderr) => {
    expect(await webhook('create', ...hook, ...args)).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining(stderr) },
    });
  });
});

describe('lectern webhook', () => {
  it('lists those there are, a line each or as JSON', async () => {
    const id = await made('--types', 'author', 'article');
    const json = await webhook('list', '--json');
    expect(JSON.parse(json.stdout)).toContainEqual(await shown(id));
    expect(json.stdout).not.toContain('secret');
    const { code, stdout, stderr } = await webhook('list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toContain(
      `${id}\tsite\tenabled\thttps://example.org/hook\tentry.publish,entry.delete\tapi::author.author,api::article.article`,
    );
  });

  it('shows one with its headers, and not its secret', async () => {
    const id = await made('--header', 'Authorization: Bearer a');
    const { stdout } = await webhook('show', id);
    expect(stdout).toContain('header\tAuthorization: Bearer a\n');
    expect(stdout).toContain('types\tall\n');
    expect(stdout).not.toContain(await secretOf(id));
  });

  it('disables one, and enables it again', async () => {
    const id = await made();
    expect(await webhook('disable', id)).toEqual({ code: 0, stdout: '', stderr: `"site" (${id}) is disabled\n` });
    expect((await shown(id)).isEnabled).toBe(false);
    expect((await webhook('enable', id)).stderr).toBe(`"site" (${id}) is enabled\n`);
    expect((await shown(id)).isEnabled).toBe(true);
  });

  it('makes another secret and prints it', async () => {
    const id = await made();
    const before = await secretOf(id);
    const { stdout } = await webhook('rotate', id);
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
    expect(stdout).not.toContain(before);
    expect(await secretOf(id)).toBe(stdout.trim());
  });

  it('deletes one', async () => {
    const id = await made();
    const deleted = { code: 0, stdout: '', stderr: `Deleted "site" (${id}), and what waited for it\n` };
    expect(await webhook('delete', id)).toEqual(deleted);
    expect(await webhook('delete', id)).toMatchObject({ code: 1, stdout: '', stderr: 'Webhook not found\n' });
  });

  it('lists deliveries, and of those what is parked', async () => {
    const id = await made();
    const [one, other] = [deliveryOf(Number(id), 1), deliveryOf(Number(id), 2, { state: 'waiting', attempts: 1 })];
    const lastAttempt = { at: new Date(), message: 'closed\nby\tsomeone' };
    await deliveriesIn(client.db()).insertMany([one, { ...other, lastAttempt }]);
    expect((await webhook('deliveries', id)).stdout).toBe(
      `${id} 1\tentry.update\tapi::book.book document1\t2026-01-31 09:30\t12\tparked\tanswered 500\n` +
        `${id} 2\tentry.update\tapi::book.book document2\t2026-01-31 09:30\t1\t2026-01-31 09:30\tclosed by someone\n`,
    );
    const parked = JSON.parse((await webhook('deliveries', id, '--parked', '--json')).stdout) as readonly unknown[];
    expect(parked).toMatchObject([{ id: `${id} 1`, state: 'parked' }]);
  });

  it('replays what is parked: one, or all', async () => {
    const id = await made();
    const webhookId = Number(id);
    await deliveriesIn(client.db()).insertMany([deliveryOf(webhookId, 1), deliveryOf(webhookId, 2)]);
    expect(await webhook('replay', id, 'nope')).toMatchObject({
      ...{ code: 1, stderr: 'there is no parked delivery "nope" of this webhook\n' },
    });
    expect((await webhook('replay', id, `${id} 1`)).stderr).toBe('1 delivery is tried again from now on\n');
    expect((await webhook('replay', id)).stderr).toBe('1 delivery is tried again from now on\n');
    expect(await deliveriesIn(client.db()).countDocuments({ webhook: webhookId, state: 'waiting' })).toBe(2);
  });

  it.each(['show', 'rotate', 'enable', 'deliveries', 'replay'])(
    'says that there is no such webhook: %s',
    async (command) => {
      expect(await webhook(command, 'site')).toMatchObject({ code: 1, stdout: '', stderr: 'Webhook not found\n' });
    },
  );

  it('explains itself', async () => {
    const { stdout } = await webhook('create', '--help');
    for (const word of ['entry.draft-discard', 'media.delete', '--types', '--header', '--debounce'])
      expect(stdout).toContain(word);
  });
});

describe('lectern webhook list, without webhooks', () => {
  it('says how to make one', async () => {
    await webhooksIn(client.db()).deleteMany({});
    expect(await webhook('list')).toEqual({
      ...{ code: 0, stdout: '', stderr: 'There are no webhooks: `lectern webhook create` makes one\n' },
    });
  });
});
