// Any value in place of a text is refused with its path, and never reaches the database as an operator.
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
