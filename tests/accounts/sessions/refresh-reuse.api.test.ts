// A refresh token that is sent again: for a moment it is the same exchange, and later it ends the session.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rotateToken } from '../../../lib/accounts/sessions/refreshTokens.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { logIn, postAuth, registerUser } from '../../setup/users.ts';

const config = { ...testConfig, auth: { ...testConfig.auth, refresh: true } };
const api = createApi(library, config);

/** @returns the next token; the status if there is none */
const exchange = async (refreshToken: string): Promise<string> => {
  const { status, body } = await postAuth(api, 'refresh', { refreshToken });
  return status === 200 ? (body.refreshToken as string) : String(status);
};

const newSession = async (): Promise<string> => (await logIn(api, 'ada')).body.refreshToken as string;

const wait = (milliseconds: number): void => {
  vi.setSystemTime(Date.now() + milliseconds);
};

const storedSessions = async (): Promise<readonly Record<string, unknown>[]> =>
  (await api.collection('lectern_sessions')).find().toArray();

beforeAll(() => registerUser(api, 'ada'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a refresh token that is sent again', () => {
  it('gives the same next token for ten seconds, so that a lost answer loses no session', async () => {
    const first = await newSession();
    const second = await exchange(first);
    wait(9_999);
    expect(await exchange(first)).toBe(second);
    expect(await exchange(second)).toMatch(/\./);
  });

  it('ends its session, and no other, after ten seconds', async () => {
    const [first, other] = [await newSession(), await newSession()];
    const second = await exchange(first);
    wait(10_000);
    expect([await exchange(first), await exchange(second)]).toEqual(['401', '401']);
    expect(await exchange(other)).toMatch(/\./);
  });

  it('does not get more time by being sent', async () => {
    const first = await newSession();
    await exchange(first);
    wait(6_000);
    expect(await exchange(first)).toMatch(/\./);
    wait(6_000);
    expect(await exchange(first)).toBe('401');
  });

  it('ends its session at once, if the next token was used', async () => {
    const first = await newSession();
    const third = await exchange(await exchange(first));
    expect([await exchange(first), await exchange(third)]).toEqual(['401', '401']);
  });

  it('writes nothing', async () => {
    const first = await newSession();
    await exchange(first);
    const stored = await storedSessions();
    wait(5_000);
    await exchange(first);
    expect(await storedSessions()).toEqual(stored);
  });

  it('gives tabs that refresh at once the same token, and all of them go on', async () => {
    const first = await newSession();
    const next = await Promise.all(Array.from({ length: 8 }, () => exchange(first)));
    expect(new Set(next).size).toBe(1);
    expect(await exchange(next[0] ?? '')).toMatch(/\./);
  });

  it('gives no session to a user who was blocked in between', async () => {
    const { id } = await registerUser(api, 'eve');
    const first = (await logIn(api, 'eve')).body.refreshToken as string;
    await exchange(first);
    await api.request('PUT', `/api/users/${id}`, { body: { blocked: true } });
    expect(await exchange(first)).toBe('401');
  });
});

const refreshWith = (token: string) => ({ token, idleSeconds: 0, check: () => Promise.resolve(true) });

it('a new secret ends no exchange', async () => {
  const first = await newSession();
  const second = await exchange(first);
  const sessions = ['a secret that replaces the one of tests', secrets.sessions[0]];
  const service = { ...api.service(), secrets: { ...secrets, sessions } };
  expect(await rotateToken(service, refreshWith(first))).toMatchObject({ refresh: { token: second } });
  expect(await rotateToken(service, refreshWith(second))).toMatchObject({ refresh: { token: expect.any(String) } });
});
