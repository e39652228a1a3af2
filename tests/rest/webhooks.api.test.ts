// Checks the webhooks under /admin, with the owner token.
import { describe, expect, it } from 'vitest';
import { webhooksCollection, type Webhook } from '../../lib/events/webhooks/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, testConfig, type Reply } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { ok, startReceiver, withStatus } from '../events/relay/receiver.ts';
import { deliveriesOf, deliveryOf, park } from '../events/webhooks/deliveries.ts';

const api = createApi(library);
const inside = createApi(library, { ...testConfig, webhooks: { ...testConfig.webhooks, allowPrivate: true } });

const receiver = await startReceiver();

const url = '/admin/webhooks';
const as = { token: secrets.owner };
const hook = { name: 'site', url: 'https://example.org/hook', events: ['entry.publish'] };

const webhookPath = (id: unknown, rest = ''): string => `${url}/${String(id)}${rest}`;
const postWebhook = (body: unknown): Promise<Reply> => api.request('POST', url, { as, body });
const create = async (body: object = {}) => (await postWebhook({ ...hook, ...body })).body.data;
const read = async (id: unknown) => (await api.get(webhookPath(id), { as })).body.data;
const change = (id: unknown, body: unknown): Promise<Reply> => api.request('PUT', webhookPath(id), { as, body });
const replay = (id: unknown, body?: unknown): Promise<Reply> =>
  api.request('POST', webhookPath(id, '/replay'), { as, body });
const trigger = (id: unknown, body?: unknown, site = api): Promise<Reply> =>
  site.request('POST', webhookPath(id, '/trigger'), { as, ...(body === undefined ? {} : { body }) });
const stored = async (id: number): Promise<Webhook | null> =>
  webhooksCollection(await api.service().database.get()).findOne({ _id: id });

const refusal = ({ status, body }: Reply) => [status, body.error.name, body.error.message];
const pathsOf = ({ body }: Reply) => body.error.details.errors?.map(({ path }: { path: unknown }) => path);

describe('a new webhook', () => {
  it('is returned with its generated secret, which no other answer contains', async () => {
    const { status, body } = await postWebhook({ ...hook, name: '  site ' });
    const { secret, ...rest } = body.data;
    expect([status, Object.keys(body)]).toEqual([201, ['data']]);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(rest).toEqual({
      ...{ id: expect.any(Number), ...hook, headers: {}, contentTypes: null, isEnabled: true, debounce: 0 },
      ...{ createdAt: expect.any(String), updatedAt: rest.createdAt },
    });
    expect((await stored(rest.id))?.secret).toBe(secret);
    const others = [
      await api.get(url, { as }),
      await api.get(webhookPath(rest.id), { as }),
      await change(rest.id, { name: 'other' }),
      await api.delete(webhookPath(rest.id), { as }),
    ];
    for (const reply of others) {
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply)).not.toMatch(/secret/);
      expect(JSON.stringify(reply)).not.toContain(secret);
    }
  });

  it('may set every value, and is read as it was written, except header values', async () => {
    const body = {
      ...{ name: 'all', url: 'http://hooks.example.org:8080/a/b?c=d', debounce: 3600, isEnabled: false },
      headers: { Authorization: 'Bearer a b', 'x-Site_1': '~' },
      events: ['entry.create', 'entry.draft-discard', 'media.delete'],
      contentTypes: ['api::book.book', 'api::home.home'],
      secret: '0123456789abcdef0123456789abcdef',
    };
    const { secret, ...rest } = body;
    const { id, ...answer } = await create(body);
    const headers = { Authorization: '***', 'x-Site_1': '***' };
    expect(answer).toMatchObject({ ...body, headers });
    expect((await stored(id))?.headers).toEqual(body.headers);
    expect(await read(id)).toEqual({ id, ...rest, headers, createdAt: answer.createdAt, updatedAt: answer.updatedAt });
    expect((await stored(id))?.secret).toBe(secret);
  });

  it('stores each event and type once, types by their uids', async () => {
    const twice = { events: ['entry.create', 'entry.create'], contentTypes: ['book', 'api::book.book', 'home'] };
    expect(await create(twice)).toMatchObject({
      ...{ events: ['entry.create'], contentTypes: ['api::book.book', 'api::home.home'] },
    });
  });

  it.each<[body: unknown, paths: unknown, message: unknown]>([
    [{}, [['name'], ['url'], ['events']], '3 errors occurred'],
    [{ name: 'a' }, [['url'], ['events']], '2 errors occurred'],
    [
      { ...hook, events: ['entry.pubish'] },
      [['events', '0']],
      'Webhook event entry.pubish is not supported; did you mean "entry.publish"?',
    ],
    [
      { ...hook, contentTypes: ['api::book.book', 'api::book.bookk'] },
      [['contentTypes', '1']],
      'there is no content type "api::book.bookk"; did you mean "api::book.book"?',
    ],
    [
      { ...hook, contentTypes: ['authr'] },
      [['contentTypes', '0']],
      'there is no content type "authr"; did you mean "author"?',
    ],
    [{ ...hook, contentTypes: ['user'] }, [['contentTypes', '0']], 'there is no content type "user"'],
    [
      { ...hook, contentTypes: ['plugin::upload.file'] },
      [['contentTypes', '0']],
      'there is no content type "plugin::upload.file"',
    ],
    [{ ...hook, secret: 'short' }, [['secret']], expect.stringContaining('secret must be 32 to 255 ASCII')],
    [{ ...hook, secret: 'é'.repeat(32) }, [['secret']], expect.stringContaining('ASCII characters')],
    [{ ...hook, debounce: -1 }, [['debounce']], 'debounce must be seconds, a whole number from 0 to 3600'],
    [
      { name: 5, url: 'x', events: ['x'], debounce: -1 },
      [['name'], ['url'], ['events', '0'], ['debounce']],
      '4 errors occurred',
    ],
    [[], undefined, 'The request body must be an object'],
  ])('is refused: %j', async (body, paths, message) => {
    const before = (await api.get(url, { as })).body;
    const reply = await postWebhook(body);
    expect(refusal(reply)).toEqual([400, 'ValidationError', message]);
    expect(pathsOf(reply)).toEqual(paths);
    expect((await api.get(url, { as })).body).toEqual(before);
  });

  const isPrivate = expect.stringContaining('url must not lead to a private address');
  const isNone = expect.stringContaining('url must be a valid URL');

  it.each<[url: string, message: unknown]>([
    ['', isNone],
    ['example.org', isNone],
    ['javascript:alert(1)', isNone],
    ['https:example.org', isNone],
    ['https://exa mple.org', isNone],
    ['https://example.org/\r\nX-A: b', isNone],
    [' https://example.org', isNone],
    ['https://example.org:99999', isNone],
    [`https://example.org/${'x'.repeat(2048)}`, 'url must be at most 2048 characters'],
    ['https://user:word@example.org', expect.stringContaining('url must have no user and password')],
    ['https://example.org/#a', expect.stringContaining('url must have no fragment')],
    ['http://127.0.0.1/x', isPrivate],
    ['HTTP://LOCALHOST:3000/', isPrivate],
    ['http://a.localhost./', isPrivate],
    ['https://user@example.org', expect.stringContaining('Authorization header')],
  ])('cannot have the URL %s', async (address, message) => {
    const reply = await postWebhook({ ...hook, url: address });
    expect([refusal(reply), pathsOf(reply)]).toEqual([[400, 'ValidationError', message], [['url']]]);
  });

  it.each(['https://8.8.8.8/x', 'https://[2606:4700::1111]/', 'https://intranet/', 'https://localhost.example.org'])(
    'accepts the URL %s',
    async (address) => {
      expect((await postWebhook({ ...hook, url: address })).body.data.url).toBe(address);
    },
  );

  it.each(['http://127.0.0.1:3000/x', 'http://[::1]/', 'http://localhost:8080/build'])(
    'accepts the URL %s if the configuration permits private addresses',
    async (address) => {
      const reply = await inside.request('POST', url, { as, body: { ...hook, url: address } });
      expect([reply.status, reply.body.data.url]).toEqual([201, address]);
    },
  );

  const isOurs = expect.stringContaining('is a header that Lectern sets itself');
  const noName = expect.stringContaining('must have a name of letters, digits, - and _');
  const noLine = expect.stringContaining('must be a line of ASCII');

  it.each<[headers: object, path: string, message: unknown]>([
    [{ Host: 'a' }, 'Host', isOurs],
    [{ 'content-LENGTH': '5' }, 'content-LENGTH', isOurs],
    [{ 'Content-Type': 'text/plain' }, 'Content-Type', isOurs],
    [{ 'Proxy-Authorization': 'a' }, 'Proxy-Authorization', isOurs],
    [{ 'X-Lectern-Signature': 'a' }, 'X-Lectern-Signature', isOurs],
    [{ 'a b': 'c' }, 'a b', noName],
    [{ '': 'c' }, '', noName],
    [{ $a: 'c' }, '$a', noName],
    [{ 'a\r\nb': 'c' }, 'a\r\nb', noName],
    [JSON.parse('{"__proto__": "c"}') as object, '__proto__', noName],
    [{ [`x${'y'.repeat(100)}`]: 'c' }, `x${'y'.repeat(100)}`, expect.stringContaining('at most 100 characters')],
    [{ a: '' }, 'a', noLine],
    [{ a: 'b\r\nX-Evil: 1' }, 'a', noLine],
    [{ a: 'b\u0000' }, 'a', noLine],
    [{ a: 'é' }, 'a', noLine],
    [{ a: 'x'.repeat(4097) }, 'a', 'headers.a must be at most 4096 characters'],
    [{ 'X-A': '1', 'x-a': '2' }, 'x-a', expect.stringContaining('headers.x-a is repeated')],
  ])('refuses the headers %j', async (headers, path, message) => {
    const reply = await postWebhook({ ...hook, headers });
    expect([refusal(reply), pathsOf(reply)]).toEqual([[400, 'ValidationError', message], [['headers', path]]]);
  });

  it('has at most 50 headers', async () => {
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'a']));
    expect((await postWebhook({ ...hook, headers: headers(50) })).status).toBe(201);
    expect(refusal(await postWebhook({ ...hook, headers: headers(51) }))).toEqual([
      ...[400, 'ValidationError', 'headers must have at most 50 entries'],
    ]);
  });
});

it('the list of webhooks is in the order of creation', async () => {
  const ids = [(await create()).id, (await create()).id, (await create()).id];
  const listed = (await api.get(url, { as })).body.data as readonly { readonly id: number }[];
  expect(listed.slice(-3).map(({ id }) => id)).toEqual(ids);
});

describe('a changed webhook', () => {
  it('keeps values that the body does not name', async () => {
    const { secret, ...before } = await create({ headers: { a: 'b' }, contentTypes: ['api::book.book'], debounce: 5 });
    const { body } = await change(before.id, { isEnabled: false });
    expect(body.data).toEqual({ ...before, isEnabled: false, updatedAt: expect.any(String) });
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    expect(await read(before.id)).toEqual(body.data);
    expect((await stored(before.id))?.secret).toBe(secret);
  });

  it('has exactly the headers and types of the body', async () => {
    const { id } = await create({ headers: { a: 'b', c: 'd' }, contentTypes: ['api::book.book'] });
    const { body } = await change(id, { headers: { c: 'e' }, contentTypes: null });
    expect(body.data).toMatchObject({ headers: { c: '***' }, contentTypes: null });
    expect(body.data.headers).toEqual({ c: '***' });
    expect((await stored(id))?.headers).toEqual({ c: 'e' });
  });

  it('shows no value of a header, and keeps those that come back hidden', async () => {
    const created = await create({ headers: { Authorization: 'Bearer of-the-shop', 'X-Site': 'blog' } });
    const { id, headers } = created;
    expect(headers).toEqual({ Authorization: '***', 'X-Site': '***' });
    expect((await read(id)).headers).toEqual(headers);
    expect(JSON.stringify((await api.get(url, { as })).body)).not.toContain('of-the-shop');
    const changed = await change(id, { headers: { authorization: '***', 'X-Site': 'shop' } });
    expect([changed.status, changed.body.data.headers]).toEqual([200, { authorization: '***', 'X-Site': '***' }]);
    expect((await stored(id))?.headers).toEqual({ authorization: 'Bearer of-the-shop', 'X-Site': 'shop' });
    for (const away of [
      { url: 'https://elsewhere.example.org/' },
      { url: 'https://elsewhere.example.org/', headers: { Authorization: '***' } },
    ]) {
      const refused = await change(id, away);
      expect([refused.status, pathsOf(refused)]).toEqual([400, [['headers']]]);
    }
    expect(
      (await change(id, { url: 'https://elsewhere.example.org/', headers: { Authorization: 'Bearer 77' } })).status,
    ).toBe(200);
    expect((await change(id, { url: 'https://elsewhere.example.org/other' })).status).toBe(200);
    const unknown = await change(id, { headers: { 'X-New': '***' } });
    expect([unknown.status, pathsOf(unknown)]).toEqual([400, [['headers', 'X-New']]]);
    expect((await postWebhook({ ...hook, headers: { 'X-New': '***' } })).status).toBe(400);
    expect(JSON.stringify((await api.delete(`${url}/${id}`, { as })).body)).not.toContain('of-the-shop');
  });

  it('gets a new secret, which the answer contains', async () => {
    const { id, secret } = await create();
    const renewed = (await change(id, { secret: null })).body.data.secret;
    expect(renewed).toMatch(/^[0-9a-f]{64}$/);
    expect(renewed).not.toBe(secret);
    expect((await stored(id))?.secret).toBe(renewed);
    const own = 'x'.repeat(32);
    expect((await change(id, { secret: own })).body.data.secret).toBe(own);
    expect((await stored(id))?.secret).toBe(own);
  });

  it('keeps simultaneous changes of other values', async () => {
    const { id } = await create();
    const changes = [{ name: 'a' }, { debounce: 7 }, { isEnabled: false }, { headers: { a: 'b' } }];
    await Promise.all(changes.map((one) => change(id, one)));
    expect(await stored(id)).toMatchObject(Object.assign({}, ...changes));
  });

  it('is refused as a new one is', async () => {
    const { secret, ...before } = await create();
    const reply = await change(before.id, { name: 'other', headers: { Host: 'a' } });
    expect([reply.status, pathsOf(reply)]).toEqual([400, [['headers', 'Host']]]);
    expect(await read(before.id)).toEqual(before);
    expect((await stored(before.id))?.secret).toBe(secret);
  });
});

it('a deleted webhook is returned as it was, and its deliveries are deleted too', async () => {
  const { secret, ...deleted } = await create();
  const { secret: kept, ...other } = await create();
  await park(api.service(), [deliveryOf(deleted.id, 1), deliveryOf(deleted.id, 2, { state: 'waiting' })]);
  await park(api.service(), [deliveryOf(other.id, 3)]);
  expect([secret === kept, (await api.delete(webhookPath(deleted.id), { as })).body]).toEqual([
    false,
    { data: deleted },
  ]);
  expect(await stored(deleted.id)).toBeNull();
  expect(await deliveriesOf(api.service(), deleted.id)).toEqual([]);
  expect(await deliveriesOf(api.service(), other.id)).toHaveLength(1);
});

describe('the deliveries of a webhook', () => {
  const list = (id: unknown, query = ''): Promise<Reply> => api.get(webhookPath(id, `/deliveries${query}`), { as });
  const eventsOf = ({ body }: Reply) => body.data.map(({ id }: { id: string }) => Number(id.split(' ')[1]));

  it('are listed without the documents, in the order of the events', async () => {
    const { id } = await create();
    const waiting = deliveryOf(id, 2, { state: 'waiting', attempts: 0 });
    delete (waiting as Partial<typeof waiting> & { lastAttempt?: unknown }).lastAttempt;
    await park(api.service(), [deliveryOf(id, 3), waiting, deliveryOf(id, 1)]);
    await park(api.service(), [deliveryOf((await create()).id, 4)]);
    const { status, body } = await list(id);
    const at = '2026-01-31T09:30:00.000Z';
    const event = { event: 'entry.update', createdAt: at, uid: 'api::book.book' };
    const parked = { state: 'parked', since: at, attempts: 12, due: at };
    const lastAttempt = { at, status: 500, message: 'answered 500' };
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { id: `${id} 1`, ...event, documentId: 'document1', ...parked, lastAttempt },
        {
          id: `${id} 2`,
          ...event,
          documentId: 'document2',
          ...parked,
          state: 'waiting',
          attempts: 0,
          lastAttempt: null,
        },
        { id: `${id} 3`, ...event, documentId: 'document3', ...parked, lastAttempt },
      ],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 3 } },
    });
  });

  it('can be filtered by state and paged', async () => {
    const { id } = await create();
    const states = ['parked', 'waiting', 'parked', 'parked', 'waiting'] as const;
    await park(
      api.service(),
      states.map((state, place) => deliveryOf(id, place, { state })),
    );
    expect(eventsOf(await list(id, '?state=parked'))).toEqual([0, 2, 3]);
    expect(eventsOf(await list(id, '?state=waiting'))).toEqual([1, 4]);
    const second = await list(id, '?state=parked&pagination[page]=2&pagination%5BpageSize%5D=2');
    expect(eventsOf(second)).toEqual([3]);
    expect(second.body.meta.pagination).toEqual({ page: 2, pageSize: 2, pageCount: 2, total: 3 });
    expect((await list(id, '?pagination[page]=9')).body.data).toEqual([]);
  });
});

describe('a test call', () => {
  const createInside = async (): Promise<unknown> =>
    (await inside.request('POST', url, { as, body: { ...hook, url: receiver.url, isEnabled: false } })).body.data;

  it('has the event of a test, and the headers and the signature of every call, also for a disabled webhook', async () => {
    receiver.answerCall = ok;
    receiver.calls.length = 0;
    const webhook = (await createInside()) as { readonly id: number };
    const { status, body } = await trigger(webhook.id, undefined, inside);
    expect([status, body]).toEqual([200, { data: { statusCode: 200 } }]);
    const [call] = receiver.calls;
    expect(receiver.calls).toHaveLength(1);
    expect(call?.body).toEqual({ event: 'trigger-test', createdAt: expect.any(String) });
    expect(call?.headers).toMatchObject({
      'x-strapi-event': 'trigger-test',
      'x-lectern-delivery': expect.any(String),
      'x-lectern-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    });
  });

  it('answers why the receiver did not accept it, and is not made again', async () => {
    receiver.answerCall = withStatus(404);
    receiver.calls.length = 0;
    const { id } = (await createInside()) as { readonly id: number };
    const { body } = await trigger(id, {}, inside);
    expect(body).toEqual({ data: { statusCode: 404, message: 'The receiver answered 404' } });
    expect(receiver.calls).toHaveLength(1);
    expect(await deliveriesOf(inside.service(), id)).toEqual([]);
  });

  it('answers 500 if there is no answer, and reaches no private address', async () => {
    const { id } = await create();
    await webhooksCollection(await api.service().database.get()).updateOne(
      { _id: id },
      { $set: { url: receiver.url } },
    );
    receiver.calls.length = 0;
    const { status, body } = await trigger(id);
    expect([status, body.data.statusCode, body.data.message]).toEqual([200, 500, expect.stringContaining('private')]);
    expect(receiver.calls).toEqual([]);
  });
});

describe('a replay', () => {
  it('makes all parked deliveries wait again, from now on, in their order', async () => {
    const { id } = await create();
    const other = (await create()).id;
    const before = [deliveryOf(id, 1), deliveryOf(id, 2, { state: 'waiting', attempts: 3 }), deliveryOf(id, 3)];
    await park(api.service(), [...before, deliveryOf(other, 4)]);
    const began = Date.now();
    const { status, body } = await replay(id);
    expect([status, body]).toEqual([200, { data: { replayed: 2 } }]);
    const [first, second, third] = await deliveriesOf(api.service(), id);
    for (const [index, delivery] of [first, third].entries()) {
      const { since, due } = delivery ?? expect.fail();
      expect(delivery).toEqual({ ...before[index * 2], state: 'waiting', attempts: 0, since, due });
      expect([since.getTime() >= began, due]).toEqual([true, since]);
    }
    expect(second).toEqual(before[1]);
    expect((await deliveriesOf(api.service(), other))[0]?.state).toBe('parked');
    expect((await replay(id, {})).body).toEqual({ data: { replayed: 0 } });
  });

  it('may name some of the deliveries', async () => {
    const { id } = await create();
    await park(api.service(), [deliveryOf(id, 1), deliveryOf(id, 2), deliveryOf(id, 3)]);
    expect((await replay(id, { deliveries: [`${id} 3`, `${id} 1`, `${id} 1`] })).body.data).toEqual({ replayed: 2 });
    const states = (await deliveriesOf(api.service(), id)).map(({ state }) => state);
    expect(states).toEqual(['waiting', 'parked', 'waiting']);
  });

  it('changes none if one is not parked or belongs to another webhook', async () => {
    const { id } = await create();
    const other = (await create()).id;
    await park(api.service(), [deliveryOf(id, 1), deliveryOf(id, 2, { state: 'waiting' }), deliveryOf(other, 3)]);
    const reply = await replay(id, { deliveries: [`${id} 1`, `${id} 2`, `${other} 3`, 'nope'] });
    expect(refusal(reply)).toEqual([400, 'ValidationError', '3 errors occurred']);
    expect(pathsOf(reply)).toEqual([
      ['deliveries', '1'],
      ['deliveries', '2'],
      ['deliveries', '3'],
    ]);
    expect((await deliveriesOf(api.service(), id)).map(({ state }) => state)).toEqual(['parked', 'waiting']);
  });

  it('is refused while the webhook is disabled', async () => {
    const { id } = await create({ isEnabled: false });
    await park(api.service(), [deliveryOf(id, 1)]);
    expect(refusal(await replay(id))).toEqual([
      ...[400, 'ApplicationError', 'The webhook is not enabled: enable it, and replay then'],
    ]);
    expect((await deliveriesOf(api.service(), id))[0]?.state).toBe('parked');
  });
});
