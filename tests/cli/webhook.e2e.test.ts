// The commands `lectern webhook …`: their output and exit codes.
import { afterAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { openDatabase, Sequences } from '../../lib/platform/db/index.ts';
import {
  createWebhook,
  deliveriesCollection,
  receiversCollection,
  webhooksCollection,
  findWebhookById,
  type Delivery,
  type NewWebhook,
  type Webhook,
} from '../../lib/events/webhooks/index.ts';
import { freshDatabase } from '../setup/database.ts';
import { deliveryOf } from '../events/webhooks/deliveries.ts';
import { lectern } from './inProcess.ts';
import type { Ended } from './run.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
const context = { database, sequences: new Sequences(database.get), now: () => new Date(), config: defaultConfig };
afterAll(() => database.close());

const webhook = (...args: readonly string[]): Promise<Ended> => lectern(['webhook', ...args], { MONGODB_URI: uri });

const hook = ['--name', 'site', '--url', 'https://example.org/hook', '--events', 'entry.publish', 'entry.delete'];

/** Creates a webhook in this process, which is faster than the command. */
const made = async (more: Partial<NewWebhook> = {}): Promise<number> => {
  const wanted: NewWebhook = {
    name: 'site',
    url: 'https://example.org/hook',
    events: ['entry.publish', 'entry.delete'],
  };
  return (await createWebhook(context, { ...wanted, ...more })).id;
};

const stored = async (id: number): Promise<Webhook> =>
  (await webhooksCollection(await database.get()).findOne({ _id: id })) ?? expect.fail();

describe('lectern webhook create', () => {
  it('prints the id and the secret, and nothing else', async () => {
    const { code, stdout, stderr } = await webhook('create', ...hook);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, id, secret] = /^(\d+)\t([0-9a-f]{64})\n$/.exec(stdout) ?? [];
    const { headers, contentTypes, debounce, ...rest } = await stored(Number(id));
    expect(rest.secret).toBe(secret);
    expect({ headers, contentTypes, debounce }).toEqual({ headers: {}, contentTypes: null, debounce: 0 });
  });

  it('accepts short names of types, several headers, and seconds', async () => {
    const headers = ['--header', 'Authorization: Bearer a:b', '--header', 'X-From:here '];
    const more = ['--types', 'article', 'api::author.author', '--debounce', '10', ...headers];
    const { stdout } = await webhook('create', ...hook, ...more);
    expect(await stored(Number(stdout.split('\t')[0]))).toMatchObject({
      ...{ name: 'site', url: 'https://example.org/hook', events: ['entry.publish', 'entry.delete'] },
      contentTypes: ['api::article.article', 'api::author.author'],
      headers: { Authorization: 'Bearer a:b', 'X-From': 'here' },
      ...{ debounce: 10, isEnabled: true },
    });
  });

  it.each<[args: readonly string[], stderr: string]>([
    [['--events', 'entry.pubish'], 'Webhook event entry.pubish is not supported; did you mean "entry.publish"?\n'],
    [['--types', 'artcle'], 'there is no content type "artcle"; did you mean "article"?\n'],
    [['--url', 'http://localhost:3000/'], 'url must not lead to a private address unless webhooks.allowPrivate'],
    [['--header', 'nothing'], "Write it as 'Authorization: Bearer …'."],
    [['--header', 'X-A: 1', '--header', 'X-A: 2'], 'The header X-A is repeated.'],
    [['--header', 'Host: a'], 'headers.Host is a header that Lectern sets itself\n'],
    [['--debounce', 'soon'], 'Write a whole number of seconds, for example 10.'],
    [['--debounce', '9999'], 'debounce must be seconds, a whole number from 0 to 3600\n'],
  ])('refuses %j, and prints what to write', async (args, stderr) => {
    expect(await webhook('create', ...hook, ...args)).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining(stderr) },
    });
  });
});

describe('lectern webhook', () => {
  it('lists the webhooks, one a line or as JSON', async () => {
    const id = await made({ contentTypes: ['api::author.author', 'api::article.article'] });
    const json = await webhook('list', '--json');
    expect(JSON.parse(json.stdout)).toContainEqual(JSON.parse(JSON.stringify(await findWebhookById(context, id))));
    expect(json.stdout).not.toContain('secret');
    const { code, stdout, stderr } = await webhook('list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toContain(
      `${id}\tsite\tenabled\thttps://example.org/hook\tentry.publish,entry.delete\tapi::author.author,api::article.article`,
    );
  });

  it('shows a webhook with the names of its headers, but without their values and its secret', async () => {
    const id = await made({ headers: { Authorization: 'Bearer a' } });
    const { stdout } = await webhook('show', String(id));
    expect(stdout).toContain('header\tAuthorization: ***\n');
    expect(stdout).toContain('types\tall\n');
    expect(stdout).not.toContain((await stored(id)).secret);
    const json = await webhook('show', String(id), '--json');
    expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(await findWebhookById(context, id))));
  });

  it('disables and enables a webhook', async () => {
    const id = await made();
    const disabled = { code: 0, stdout: '', stderr: `"site" (${id}) is disabled\n` };
    expect(await webhook('disable', String(id))).toEqual(disabled);
    expect((await stored(id)).isEnabled).toBe(false);
    expect((await webhook('enable', String(id))).stderr).toBe(`"site" (${id}) is enabled\n`);
    expect((await stored(id)).isEnabled).toBe(true);
  });

  it('makes a new secret and prints it', async () => {
    const id = await made();
    const { secret } = await stored(id);
    const { stdout } = await webhook('rotate', String(id));
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
    expect(stdout).not.toContain(secret);
    expect((await stored(id)).secret).toBe(stdout.trim());
  });

  it('deletes a webhook', async () => {
    const id = await made();
    const deleted = { code: 0, stdout: '', stderr: `Deleted "site" (${id}) and its deliveries\n` };
    expect(await webhook('delete', String(id))).toEqual(deleted);
    await expect(findWebhookById(context, id)).rejects.toThrow('Webhook not found');
  });

  const insert = async (...deliveries: readonly Delivery[]): Promise<void> => {
    await deliveriesCollection(await database.get()).insertMany([...deliveries]);
  };

  it('lists deliveries: all, or the parked ones', async () => {
    const id = await made();
    const lastAttempt = { at: new Date(), message: 'closed\nby\tsomeone' };
    await insert(deliveryOf(id, 1), deliveryOf(id, 2, { state: 'waiting', attempts: 1, lastAttempt }));
    expect((await webhook('deliveries', String(id))).stdout).toBe(
      `${id} 1\tentry.update\tapi::book.book document1\t2026-01-31 09:30\t12\tparked\tanswered 500\n` +
        `${id} 2\tentry.update\tapi::book.book document2\t2026-01-31 09:30\t1\t2026-01-31 09:30\tclosed by someone\n`,
    );
    const parked = await webhook('deliveries', String(id), '--parked', '--json');
    expect(JSON.parse(parked.stdout)).toMatchObject([{ id: `${id} 1`, state: 'parked' }]);
  });

  it('replays one parked delivery, or all', async () => {
    const id = await made();
    await insert(deliveryOf(id, 1), deliveryOf(id, 2), deliveryOf(id, 3));
    expect((await webhook('replay', String(id), `${id} 1`)).stderr).toBe('1 delivery waits to be sent again\n');
    expect((await webhook('replay', String(id))).stderr).toBe('2 deliveries wait to be sent again\n');
  });

  it('lists the receivers of the code, and deletes removed ones', async () => {
    const id = 'handlers.search';
    const receivers = receiversCollection(await database.get());
    const events = ['entry.publish', 'entry.delete'] as const;
    await receivers.insertOne({ _id: id, receiver: id, events, contentTypes: null, seenAt: new Date() });
    await insert(deliveryOf(id, 1), deliveryOf(id, 2, { state: 'waiting' }));
    expect((await webhook('receivers')).stdout).toBe(`${id}\tdeployed\tentry.publish,entry.delete\tall\t1\t1\n`);
    await receivers.updateOne({ _id: id }, { $set: { seenAt: new Date(Date.now() - 20 * 60_000) } });
    expect((await webhook('delete', id)).stderr).toBe(`Deleted "${id}" and its deliveries\n`);
    expect((await webhook('receivers', '--json')).stdout).toBe('[]\n');
  });

  it.each(['show', 'enable', 'delete', 'replay'])('reports an unknown webhook: %s', async (command) => {
    expect(await webhook(command, 'site')).toMatchObject({ code: 1, stdout: '', stderr: 'Webhook not found\n' });
  });
});

describe('lectern webhook list, without webhooks', () => {
  it('explains how to create one', async () => {
    await webhooksCollection(await database.get()).deleteMany({});
    expect(await webhook('list')).toEqual({
      ...{ code: 0, stdout: '', stderr: 'There are no webhooks: `lectern webhook create` creates one\n' },
    });
  });
});
