// Any value in place of a text is refused with its path, and never reaches the database as an operator.
import { gzipSync } from 'node:zlib';
import { expect, describe, it, beforeAll } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { setPermissions, registerUser, uid, type Member } from '../setup/users.ts';

const config = { ...testConfig, auth: { ...testConfig.auth, refresh: true } };
const api = createApi(library, config);
let ada: Member;
beforeAll(async () => {
  ada = await registerUser(api, 'ada');
  await setPermissions(api, 'authenticated', [
    { action: 'plugin::users-permissions.auth.changePassword' },
    { action: 'plugin::users-permissions.auth.logout' },
    { action: `${uid}.create` },
    { action: `${uid}.update` },
  ]);
});

type TestRequest = readonly [method: string, url: string, body: Readonly<Record<string, string>>, asUser: boolean];

const text = 'a text of ours';
const email = 'ada@example.org';
const requests: readonly TestRequest[] = [
  ['POST', '/api/auth/local', { identifier: 'ada', password: text }, false],
  ['POST', '/api/auth/local/register', { username: 'eve', email: 'eve@example.org', password: text }, false],
  ['POST', '/api/auth/change-password', { currentPassword: text, password: text, passwordConfirmation: text }, true],
  ['POST', '/api/auth/forgot-password', { email }, false],
  ['POST', '/api/auth/reset-password', { code: text, password: text, passwordConfirmation: text }, false],
  ['POST', '/api/auth/send-email-confirmation', { email }, false],
  ['POST', '/api/auth/refresh', { refreshToken: text }, false],
  ['POST', '/api/auth/logout', { refreshToken: text }, true],
  ['POST', '/api/users', { username: 'eve', email: 'eve@example.org', password: text }, true],
  ['PUT', '/api/users/1', { username: 'eve', email: 'eve@example.org', password: text }, true],
];

const values: readonly unknown[] = [{ $ne: null }, [{ $ne: null }], 12, true, null, '', { _bsontype: 'ObjectId' }];

const cases = requests.flatMap(([method, url, body, asUser]) =>
  Object.keys(body).map((key) => [method, url, key, body, asUser] as const),
);

const ask = (method: string, url: string, body: unknown, asUser: boolean) =>
  api.request(method, url, { body, as: asUser ? ada.as : null });

it.each(cases)('refuses values that are not texts: %s %s, %s', async (method, url, key, body, asUser) => {
  for (const value of values) {
    const reply = await ask(method, url, { ...body, [key]: value }, asUser);
    const { status, body: answer } = reply;
    expect([value, status, answer.data]).toEqual([value, 400, null]);
    if (url === '/api/auth/refresh' || (method === 'PUT' && key === 'password' && (value === null || value === '')))
      continue;
    if (typeof value === 'object' && value !== null && '_bsontype' in value) continue;
    const { errors } = answer.error.details as { errors: readonly { path: readonly string[] }[] };
    expect([value, errors.some(({ path }) => path[0] === key)]).toEqual([value, true]);
  }
});

describe('refuses a body that is not an object:', () => {
  it.each(requests)('%s %s', async (method, url, _body, asUser) => {
    for (const body of [[], ['x'], '"x"', '1', 'text', '{"a":', '[{}]']) {
      const { status } = await ask(method, url, body, asUser);
      expect([body, status]).toEqual([body, 400]);
    }
  });

  it.each(requests.filter(([method, url]) => method === 'POST' && url !== '/api/auth/logout'))(
    '%s %s without a body',
    async (method, url, _body, asUser) => {
      expect((await ask(method, url, undefined, asUser)).status).toBe(400);
      expect((await ask(method, url, {}, asUser)).status).toBe(400);
    },
  );
});

it.each(requests)('limits the depth of a body: %s %s', async (method, url, body, asUser) => {
  const [key = ''] = Object.keys(body);
  const deep = `{"${key}": ${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
  const { status, body: answer } = await ask(method, url, deep, asUser);
  expect([status, answer.error.message]).toEqual([400, 'The body is nested over 32 levels']);
  expect((await ask(method, url, { ...body, [key]: 'a\0' }, asUser)).status).toBe(400);
});

describe('a URL-encoded form', () => {
  const post = (url: string, form: string, more: Readonly<Record<string, string>> = {}) =>
    api.request('POST', url, {
      ...{ body: form, as: null },
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...more },
    });

  it('registers and logs in', async () => {
    const password = 'p%26ss word+of%20Fay';
    const registered = await post(
      '/api/auth/local/register',
      `username=Fay+F%C3%A9e&email=fay%40example.org&password=${password}`,
    );
    expect(registered).toMatchObject({ status: 200, body: { jwt: expect.any(String), user: { username: 'Fay Fée' } } });
    const login = `identifier=FAY%40example.org&password=${password}&submit`;
    expect(await post('/api/auth/local', login)).toMatchObject({
      status: 200,
      body: { user: { username: 'Fay Fée' } },
    });
    const packed = { body: gzipSync(login).toString('base64'), isBase64Encoded: true };
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };
    expect((await api.request('POST', '/api/auth/local', { ...packed, headers, as: null })).status).toBe(200);
  });

  it.each<[form: string, messages: readonly string[]]>([
    ['identifier=&password', ['identifier is a required field', 'password is a required field']],
    ['', ['identifier is a required field', 'password is a required field']],
    ['identifier=ada&password=a&password=b', ['password must be a `string` type']],
    ['identifier[$ne]=x&password=b', ['identifier must be a `string` type']],
    [`identifier=ada&password${'[a]'.repeat(41)}=b`, ['The body is too large: ']],
    ['identifier=ada&password=b&__proto__[a]=1', ['Invalid key __proto__']],
    ['identifier=ada&password=a%00', ['Text must not contain the character U+0000']],
  ])('%s: 400', async (form, messages) => {
    const { status, body } = await post('/api/auth/local', form);
    const { error } = body as { error: { message: string; details: { errors?: readonly { message: string }[] } } };
    expect(status).toBe(400);
    expect((error.details.errors ?? [error]).map(({ message }) => message)).toEqual(
      messages.map((message) => expect.stringContaining(message)),
    );
    expect(JSON.stringify(body)).not.toContain('$ne');
  });

  it.each(requests.filter(([, url]) => !url.startsWith('/api/auth/local')))(
    '%s %s: 400',
    async (method, url, body, asUser) => {
      const reply = await api.request(method, url, {
        ...{ body: new URLSearchParams(body).toString(), as: asUser ? ada.as : null },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([reply.status, reply.body.error.message]).toEqual([
        400,
        'Send JSON as the body, with the header Content-Type: application/json',
      ]);
    },
  );
});

describe('refuses an unknown key in a body:', () => {
  const lenientUrls = [
    ...['/api/auth/local', '/api/auth/send-email-confirmation', '/api/auth/refresh', '/api/auth/logout'],
    ...['/api/users', '/api/users/1'],
  ];

  it.each(requests.filter(([, url]) => !lenientUrls.includes(url)))('%s %s', async (method, url, body, asUser) => {
    for (const key of ['nope', '$where', 'resetPasswordToken', 'sessionsSince', 'constructor', '__proto__']) {
      const more = `{${JSON.stringify(key)}: "x", ${JSON.stringify(body).slice(1)}`;
      expect([key, (await ask(method, url, more, asUser)).status]).toEqual([key, 400]);
    }
  });
});
