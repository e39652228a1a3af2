// Checks /api/auth for the members of a site.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../lib/platform/config/index.ts';
import { mailerFor } from '../../lib/platform/mail/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply, testConfig } from '../setup/api.ts';
import { postAuth, auth, codeIn, logIn, captureMails, password, registerUser } from '../setup/users.ts';

const createConfiguredApi = (settings: Partial<Config['auth']>): Config => ({
  ...testConfig,
  auth: { ...testConfig.auth, ...settings },
});

const api = createApi(library);
const me = (token: string) => api.get('/api/users/me', { as: { token } });
const errorOf = ({ status, body }: Reply): readonly unknown[] => [status, body.error?.name, body.error?.message];
const wrong = [400, 'ValidationError', 'Invalid identifier or password'];

afterEach(() => {
  vi.useRealTimers();
});

describe('a user who registers', () => {
  it('is logged in, without a creator, and with the address in lower case', async () => {
    const input = { username: 'Ada', email: 'Ada@Example.ORG', password };
    const { status, body } = await postAuth(api, 'local/register', input);
    expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'user']]);
    expect(body.user.email).toBe('ada@example.org');
    expect((await me(body.jwt)).body).toEqual(body.user);
    const stored = await (await api.collection('up_users')).findOne({});
    expect(stored).toMatchObject({ createdBy: body.user.documentId });
    expect(JSON.stringify(stored)).not.toContain(password);
  });

  it('may not have a password of more than 1024 bytes', async () => {
    const input = { username: 'Fay', email: 'fay@example.org', password: 'x'.repeat(1025) };
    expect(errorOf(await postAuth(api, 'local/register', input))).toEqual([
      400,
      'ValidationError',
      'Password must be less than 1025 bytes',
    ]);
  });

  it('may have a password of more than 72 bytes, of which every byte counts', async () => {
    const long = 'x'.repeat(100);
    await postAuth(api, 'local/register', { username: 'Longy', email: 'long@example.org', password: long });
    expect((await logIn(api, 'Longy', long)).status).toBe(200);
    expect(errorOf(await logIn(api, 'Longy', 'x'.repeat(99)))).toEqual(wrong);
  });
});

describe('a user who changes the password', () => {
  const change = (as: { token: string } | 'full-access' | null, currentPassword: string, next: string, again = next) =>
    api.request('POST', `${auth}/change-password`, {
      body: { currentPassword, password: next, passwordConfirmation: again },
      as,
    });

  it('succeeds once if two requests arrive at once', async () => {
    const { as } = await registerUser(api, 'ernie');
    const replies = await Promise.all([change(as, password, 'first one'), change(as, password, 'second one')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a user who forgot the password', () => {
  const resetPassword = (code: string, next: string) =>
    postAuth(api, 'reset-password', { code, password: next, passwordConfirmation: next });

  it('receives a code by mail that sets a new one, once', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { as } = await registerUser(api, 'frida');
    vi.setSystemTime(Date.now() + 2_000);
    const mails = captureMails(api);
    expect((await postAuth(api, 'forgot-password', { email: 'FRIDA@example.org' })).body).toEqual({ ok: true });
    expect(mails.map(({ to }) => to)).toEqual(['frida@example.org']);
    const code = codeIn(mails);
    expect(JSON.stringify(await (await api.collection('up_users')).find().toArray())).not.toContain(code);
    const [first, second] = await Promise.all([
      resetPassword(code, 'new and better'),
      resetPassword(code, 'another one'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    expect((await me((first.status === 200 ? first : second).body.jwt)).body.username).toBe('frida');
    expect((await me(as.token)).status).toBe(401);
    expect(errorOf(await resetPassword(code, 'and again'))).toEqual([
      400,
      'ValidationError',
      'Incorrect code provided',
    ]);
    expect(errorOf(await logIn(api, 'frida'))).toEqual(wrong);
  });

  it('has an hour, which nobody can extend', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await registerUser(api, 'gusta');
    const mails = captureMails(api);
    await postAuth(api, 'forgot-password', { email: 'gusta@example.org' });
    vi.setSystemTime(Date.now() + 3_601_000);
    const code = codeIn(mails);
    const longer = code.replace(/\.\w+$/, `.${Math.floor(Date.now() / 1000 + 3600).toString(36)}`);
    expect([
      errorOf(await resetPassword(code, 'new one'))[2],
      errorOf(await resetPassword(longer, 'new one'))[2],
    ]).toEqual(['Incorrect code provided', 'Incorrect code provided']);
  });

  it.each([
    [
      'password',
      (as: object) => {
        const body = { currentPassword: password, password: 'another one', passwordConfirmation: 'another one' };
        return api.request('POST', `${auth}/change-password`, { ...as, body });
      },
    ],
    [
      'password, by others',
      (_: object, id: number) => api.request('PUT', `/api/users/${id}`, { body: { password: 'another one' } }),
    ],
    [
      'address',
      (_: object, id: number) => api.request('PUT', `/api/users/${id}`, { body: { email: 'new@example.org' } }),
    ],
  ])('has an invalid code after a change of the %s', async (name, change) => {
    const username = `lina ${name.length}`.replace(' ', '');
    const { id, as } = await registerUser(api, username);
    const mails = captureMails(api);
    await postAuth(api, 'forgot-password', { email: `${username}@example.org` });
    expect((await change({ as }, id)).status).toBe(200);
    expect(errorOf(await resetPassword(codeIn(mails), 'new one'))[2]).toBe('Incorrect code provided');
  });

  it('gets the same answer as an unknown user, a blocked user, and a user whose mail fails', async () => {
    await registerUser(api, 'irma');
    const { id } = await registerUser(api, 'jost');
    await api.request('PUT', `/api/users/${id}`, { body: { blocked: true } });
    const mails = captureMails(api);
    expect((await postAuth(api, 'forgot-password', { email: 'nobody@example.org' })).body).toEqual({ ok: true });
    expect((await postAuth(api, 'forgot-password', { email: 'jost@example.org' })).body).toEqual({ ok: true });
    expect(mails).toEqual([]);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(mailerFor(api.service()), 'send').mockRejectedValue(new Error('no mail today'));
    expect((await postAuth(api, 'forgot-password', { email: 'irma@example.org' })).body).toEqual({ ok: true });
    expect(error.mock.calls[0]?.[0]).toContain('no mail today');
  });
});

describe('if addresses must be confirmed', () => {
  const strict = createApi(
    library,
    createConfiguredApi({
      emailConfirmation: true,
      confirmationUrl: 'https://api.example.org/api/auth/email-confirmation',
      confirmationRedirectUrl: 'https://example.org/welcome',
    }),
  );
  const confirmAddress = (code: string) =>
    strict.get(`${auth}/email-confirmation?confirmation=${encodeURIComponent(code)}`, { as: null });

  it('a registered user can log in after the confirmation', async () => {
    const mails = captureMails(strict);
    const { status, body } = await postAuth(strict, 'local/register', {
      username: 'Ida',
      email: 'ida@example.org',
      password,
    });
    expect([status, Object.keys(body), body.user.confirmed]).toEqual([200, ['user'], false]);
    expect(errorOf(await logIn(strict, 'Ida'))).toEqual([
      400,
      'ApplicationError',
      'Your account email is not confirmed',
    ]);
    expect(errorOf(await logIn(strict, 'Ida', 'another'))).toEqual(wrong);
    const code = codeIn(mails);
    expect(mails.at(-1)?.text).toContain('https://api.example.org/api/auth/email-confirmation?confirmation=');
    const { status: redirected, headers } = await confirmAddress(code);
    expect([redirected, headers.location]).toEqual([302, 'https://example.org/welcome']);
    expect(errorOf(await confirmAddress(code))).toEqual([400, 'ValidationError', 'Invalid token']);
    expect((await logIn(strict, 'Ida')).status).toBe(200);
  });

  it('a user may request the mail again, and every address gets the same answer', async () => {
    const mails = captureMails(strict);
    await postAuth(strict, 'local/register', { username: 'Joe', email: 'joe@example.org', password });
    const first = codeIn(mails);
    const emails = ['JOE@example.org', 'ida@example.org', 'Nobody@example.org'];
    const replies = await Promise.all(emails.map((email) => postAuth(strict, 'send-email-confirmation', { email })));
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      emails.map((email) => [200, { email: email.toLowerCase(), sent: true }]),
    );
    expect(mails.length).toBe(2);
    expect((await confirmAddress(first)).status).toBe(400);
    expect((await confirmAddress(codeIn(mails))).status).toBe(302);
  });

  it.each(['', '?confirmation=', '?confirmation[$ne]=1', '?confirmation=a&confirmation=b'])(
    'a code must be one string: %s',
    async (query) => {
      const { status, body } = await strict.get(`${auth}/email-confirmation${query}`, { as: null });
      expect([status, body.error.details.errors[0].path]).toEqual([400, ['confirmation']]);
    },
  );

  it('a session is refused before the confirmation, and after it is withdrawn', async () => {
    const mails = captureMails(strict);
    await postAuth(strict, 'local/register', { username: 'Lea', email: 'lea@example.org', password });
    await confirmAddress(codeIn(mails));
    const { body } = await logIn(strict, 'Lea');
    const session = { as: { token: body.jwt } };
    expect((await strict.get('/api/users/me', session)).status).toBe(200);
    await strict.request('PUT', `/api/users/${body.user.id}`, { body: { confirmed: false } });
    expect((await strict.get('/api/users/me', session)).status).toBe(401);
  });

  it('setting a password with a mailed code confirms the address', async () => {
    const mails = captureMails(strict);
    await postAuth(strict, 'local/register', { username: 'Moe', email: 'moe@example.org', password });
    await postAuth(strict, 'forgot-password', { email: 'moe@example.org' });
    const input = { code: codeIn(mails), password: 'another one', passwordConfirmation: 'another one' };
    const { body } = await postAuth(strict, 'reset-password', input);
    expect((await strict.get('/api/users/me', { as: { token: body.jwt } })).body).toMatchObject({ confirmed: true });
    expect((await logIn(strict, 'Moe', 'another one')).status).toBe(200);
  });

  it('a registration returns an error if its mail fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(mailerFor(strict.service()), 'send').mockRejectedValue(new Error('no mail today'));
    const input = { username: 'Kim', email: 'kim@example.org', password };
    expect(errorOf(await postAuth(strict, 'local/register', input))).toEqual([
      400,
      'ApplicationError',
      'Error sending confirmation email',
    ]);
  });
});

describe('with refresh tokens', () => {
  const refreshing = createApi(library, createConfiguredApi({ refresh: true }));
  const confirming = createApi(library, createConfiguredApi({ refresh: true, emailConfirmation: true }));
  const refresh = (refreshToken: unknown) => postAuth(refreshing, 'refresh', { refreshToken });
  const startSession = async (username: string) => {
    const registration = { username, email: `${username}@example.org`, password };
    return (await postAuth(refreshing, 'local/register', registration)).body as { jwt: string; refreshToken: string };
  };

  it('a refresh works only for a confirmed address, if confirmation is required', async () => {
    const input = { username: 'ann', email: 'ann@example.org', password, confirmed: true };
    const { body: user } = await confirming.request('POST', '/api/users', { body: input });
    const { refreshToken } = (await logIn(confirming, 'ann')).body;
    const next = await postAuth(confirming, 'refresh', { refreshToken });
    expect(next.status).toBe(200);
    await confirming.request('PUT', `/api/users/${user.id}`, { body: { confirmed: false } });
    expect((await postAuth(confirming, 'refresh', { refreshToken: next.body.refreshToken })).status).toBe(401);
  });

  it('a JWT is short-lived, and a refresh token gets the next one', async () => {
    const { jwt, refreshToken } = await startSession('lena');
    const { iat, exp } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
    expect(exp - Math.floor(iat)).toBe(600);
    const { status, body } = await refresh(refreshToken);
    expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'refreshToken']]);
    expect((await refreshing.get('/api/users/me', { as: { token: body.jwt } })).body.username).toBe('lena');
    expect((await refresh(body.refreshToken)).status).toBe(200);
    const db = await refreshing.service().database.get();
    expect(JSON.stringify(await db.collection('lectern_sessions').find().toArray())).not.toContain(
      refreshToken.split('.')[1],
    );
  });

  it('the routes do not exist without refresh tokens', async () => {
    expect(errorOf(await postAuth(api, 'refresh', { refreshToken: 'x' }))[0]).toBe(404);
    expect((await api.request('POST', `${auth}/logout`, {})).status).toBe(404);
  });
});

describe('a disabled action', () => {
  const disabledApi = createApi(library, createConfiguredApi({ register: false, forgotPassword: false }));

  it('returns an error that says so', async () => {
    expect(errorOf(await postAuth(disabledApi, 'local/register', {}))).toEqual([
      400,
      'ApplicationError',
      'Register action is currently disabled',
    ]);
    expect(errorOf(await postAuth(disabledApi, 'forgot-password', {}))).toEqual([
      400,
      'ApplicationError',
      'Forgot password action is currently disabled',
    ]);
  });
});
