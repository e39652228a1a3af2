// Logins with one-time codes and recovery codes: set up, confirmed, each code once, and what attackers cannot do.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fixedRoutes } from '../../../lib/api/http/routes/table.ts';
import type { StoredFactors } from '../../../lib/accounts/factors/storedFactors.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { mailerFor } from '../../../lib/platform/mail/index.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { captureMails, logIn, password } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';
import {
  addEditorUser,
  administration,
  challengeOf,
  codeOf,
  logInToEditor,
  setUpApp,
  stopClock,
  strict,
  takeStep,
  withSecondFactor,
  type AppUser,
  type EditorUser,
} from './editorUser.ts';

const api = createApi(library, withSecondFactor({ requiredFor: ['guarded', 'pair', 'double', 'left'] }));

stopClock();

const actionsOf = async ({ documentId }: EditorUser): Promise<readonly string[]> => {
  const rows = await api.collection(collections.audit);
  return (await rows.find({ 'target.documentId': documentId }).sort({ _id: 1 }).toArray()).map(({ action }) => action);
};

const sessionRows = async () => await api.collection(collections.sessions);

/** Makes it long ago that a user, or everybody, confirmed who they are. */
const ageConfirmations = async (user?: EditorUser): Promise<void> => {
  const filter = user === undefined ? {} : { user: user.documentId };
  await (await sessionRows()).updateMany(filter, { $set: { confirmedAt: new Date(Date.now() - 31 * 60_000) } });
};

let names = 0;
const newUser = (permissions?: readonly string[]): Promise<EditorUser> => {
  names += 1;
  return addEditorUser(api, `user${names}`, permissions);
};
const newAppUser = async (): Promise<AppUser> => setUpApp(api, await newUser());

describe('a user without a second factor', () => {
  it('logs in as before, and can set one up in the session', async () => {
    const user = await newUser();
    const { status, body } = await logInToEditor(api, user);
    expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'user']]);
    expect((await takeStep(api, 'state', {}, body.jwt)).body.data).toEqual({
      ...{ totp: null, passkeys: [], recoveryCodes: 0, required: false, canUsePasskeys: false },
    });
  });

  it('cannot set one up as a member of the site, or without a session that Lectern knows', async () => {
    const member = await newUser(['plugin::users-permissions.user.me']);
    const { jwt } = (await logInToEditor(api, member)).body;
    expect((await takeStep(api, 'set-up-totp', {}, jwt)).status).toBe(403);
    const { body } = await logIn(api, (await newUser()).name);
    expect((await takeStep(api, 'set-up-totp', {}, body.jwt)).status).toBe(403);
    expect((await takeStep(api, 'set-up-totp')).status).toBe(401);
  });

  it('confirms with the password before the first one, if the login was long ago', async () => {
    const { jwt } = (await logInToEditor(api, await newUser())).body;
    await ageConfirmations();
    const refused = await takeStep(api, 'set-up-totp', {}, jwt);
    expect(refused.body.error).toEqual({
      ...{ status: 403, name: 'StepUpError', details: { methods: ['password'] } },
      message: 'Confirm who you are (password), and send the request again',
    });
    expect((await takeStep(api, 'step-up', { password: 'wrong' }, jwt)).status).toBe(400);
    expect((await takeStep(api, 'step-up', { password }, jwt)).status).toBe(200);
    expect((await takeStep(api, 'set-up-totp', {}, jwt)).status).toBe(200);
  });

  it('confirms with a password that is longer than codes are', async () => {
    const user = await newUser();
    const long = 'correct horse '.repeat(20);
    await api.request('PUT', `/api/users/${user.documentId}`, { body: { password: long } });
    vi.setSystemTime(Date.now() + 1000); // sessions of the same moment end with the password
    const body = { identifier: user.name, password: long };
    const { jwt } = (await api.request('POST', '/api/auth/local', { as: null, headers: strict, body })).body;
    expect((await takeStep(api, 'step-up', { password: long }, jwt)).status).toBe(200);
    expect((await takeStep(api, 'step-up', { password: `${long}x` }, jwt)).body.error.message).toContain(
      'current password',
    );
    for (const odd of ['', 5, null, {}])
      expect((await takeStep(api, 'step-up', { password: odd }, jwt)).status).toBe(400);
  });

  it('has none until a code confirms it', async () => {
    const user = await newUser();
    const { jwt } = (await logInToEditor(api, user)).body;
    const { challenge, secret } = (await takeStep(api, 'set-up-totp', {}, jwt)).body.data;
    expect((await takeStep(api, 'confirm-totp', { challenge, code: '000000' }, jwt)).status).toBe(400);
    expect((await logInToEditor(api, user)).status).toBe(200);
    const confirmed = await takeStep(api, 'confirm-totp', { challenge, code: codeOf(api, secret) }, jwt);
    expect([confirmed.status, confirmed.body.data.recoveryCodes]).toEqual([200, expect.any(Array)]);
    expect((await logInToEditor(api, user)).status).toBe(403);
    expect(await actionsOf(user)).toEqual(['login.succeeded', 'login.succeeded', 'factor.add']);
  });

  it("cannot confirm another session's set-up", async () => {
    const { jwt } = (await logInToEditor(api, await newUser())).body;
    const other = (await logInToEditor(api, await newUser())).body.jwt;
    const { challenge, secret } = (await takeStep(api, 'set-up-totp', {}, jwt)).body.data;
    const code = codeOf(api, secret);
    expect((await takeStep(api, 'confirm-totp', { challenge, code }, other)).status).toBe(400);
    expect((await takeStep(api, 'confirm-totp', { challenge, code })).status).toBe(400);
  });
});

describe('a login with a second factor', () => {
  let user: AppUser;
  beforeAll(async () => {
    user = await newAppUser();
  });

  it('answers a challenge instead of a session, also to clients of Strapi', async () => {
    for (const reply of [await logInToEditor(api, user), await logIn(api, user.name)]) {
      expect([reply.status, reply.body.error.name, reply.body.error.details]).toEqual([
        ...[
          403,
          'SecondFactorError',
          { challenge: expect.any(String), methods: ['totp', 'recovery'], rememberDays: 30 },
        ],
      ]);
      expect(reply.headers).not.toHaveProperty('set-cookie');
      expect(JSON.stringify(reply.body)).not.toContain('"jwt"');
    }
  });

  it('ends with a code as a login without one ends, in the cookie of the editor or the body', async () => {
    const one = await newAppUser();
    const inCookie = await takeStep(api, 'verify', {
      ...{ challenge: await challengeOf(api, one), code: codeOf(api, one.secret) },
    });
    expect([inCookie.status, Object.keys(inCookie.body), inCookie.body.user.username]).toEqual([
      ...[200, ['jwt', 'user'], one.name],
    ]);
    expect(inCookie.headers['set-cookie']).toContain('__Host-lectern_editor=');
    expect((await api.get('/api/users/me', { as: { token: inCookie.body.jwt } })).status).toBe(403);
    expect((await api.get('/api/auth/sessions', { as: { token: inCookie.body.jwt } })).status).toBe(404);
    expect(await actionsOf(one)).toEqual(['login.succeeded', 'factor.add', 'login.succeeded']);
  });

  it('accepts each code once, also in requests at the same time', async () => {
    const one = await newAppUser();
    const code = codeOf(api, one.secret);
    const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(api, one)));
    const replies = await Promise.all(challenges.map((challenge) => takeStep(api, 'verify', { challenge, code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const challenge = await challengeOf(api, one);
    expect((await takeStep(api, 'verify', { challenge, code })).status).toBe(400);
    // A code of an earlier step is one that somebody may have seen.
    expect((await takeStep(api, 'verify', { challenge, code: codeOf(api, one.secret, -1) })).status).toBe(400);
  });

  it('accepts each recovery code once, also in requests at the same time', async () => {
    const one = await newAppUser();
    const [recoveryCode = '', second = ''] = one.recoveryCodes;
    const challenges = await Promise.all([1, 2, 3].map(() => challengeOf(api, one)));
    const replies = await Promise.all(
      challenges.map((challenge) => takeStep(api, 'verify', { challenge, recoveryCode })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const typed = second.toUpperCase().replaceAll('-', ' ');
    const challenge = await challengeOf(api, one);
    const { status, body } = await takeStep(api, 'verify', { challenge, recoveryCode: typed });
    expect([status, (await takeStep(api, 'state', {}, body.jwt)).body.data.recoveryCodes]).toEqual([200, 8]);
    expect(await actionsOf(one)).toContain('factor.recover');
  });

  it('uses its challenge up', async () => {
    const [recoveryCode, second] = user.recoveryCodes;
    const challenge = await challengeOf(api, user);
    expect((await takeStep(api, 'verify', { challenge, recoveryCode })).status).toBe(200);
    const again = await takeStep(api, 'verify', { challenge, recoveryCode: second });
    expect([again.status, again.body.error.name]).toEqual([400, 'ChallengeError']);
  });

  it("does not accept another user's code, a made-up challenge, or one of another kind", async () => {
    const other = await newAppUser();
    const challenge = await challengeOf(api, user);
    expect((await takeStep(api, 'verify', { challenge, code: codeOf(api, other.secret) })).status).toBe(400);
    expect((await takeStep(api, 'verify', { challenge: 'made-up', code: '000000' })).status).toBe(400);
    const setUp = (await takeStep(api, 'set-up-totp', {}, other.jwt)).body.data;
    const code = codeOf(api, setUp.secret);
    expect((await takeStep(api, 'verify', { challenge: setUp.challenge, code })).status).toBe(400);
  });

  it('ends a challenge after five tries, so the password is needed again', async () => {
    const one = await newAppUser();
    const challenge = await challengeOf(api, one);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await takeStep(api, 'verify', { challenge, code: '000000' })).body.error.name).toBe('FactorError');
    const code = codeOf(api, one.secret);
    expect((await takeStep(api, 'verify', { challenge, code })).body.error.name).toBe('ChallengeError');
    const rows = await api.collection(collections.audit);
    const failed = await rows.find({ action: 'factor.failed', 'target.documentId': one.documentId }).toArray();
    expect(failed.reduce((sum, { count }) => sum + Number(count), 0)).toBe(5);
  });

  it('is refused after the challenge expired, the password changed, or the user was blocked', async () => {
    const one = await newAppUser();
    const db = await api.service().database.get();
    const expired = await challengeOf(api, one);
    await db.collection(collections.challenges).updateMany({}, { $set: { until: new Date(0) } });
    const code = codeOf(api, one.secret);
    const answers = [await takeStep(api, 'verify', { challenge: expired, code })];
    const users = db.collection('up_users');
    for (const change of [{ 'published.sessionsSince': new Date(Date.now() + 1000) }, { 'published.blocked': true }]) {
      const challenge = await challengeOf(api, one);
      await users.updateOne({ documentId: one.documentId }, { $set: change });
      answers.push(await takeStep(api, 'verify', { challenge, code }));
      await users.updateOne({ documentId: one.documentId }, { $unset: { 'published.sessionsSince': '' } });
    }
    expect(answers.map(({ body }) => body.error?.name)).toEqual(Array(3).fill('ChallengeError'));
  });

  it('also comes after a new password by mail', async () => {
    const one = await newAppUser();
    const mails = captureMails(api);
    await api.request('POST', '/api/auth/forgot-password', { as: null, body: { email: `${one.name}@example.org` } });
    const code = /code=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    const next = 'another battery';
    const body = { code, password: next, passwordConfirmation: next };
    const reply = await api.request('POST', '/api/auth/reset-password', { as: null, body });
    expect([reply.status, reply.body.error.name]).toEqual([403, 'SecondFactorError']);
    const { challenge } = reply.body.error.details;
    expect((await takeStep(api, 'verify', { challenge, code: codeOf(api, one.secret) })).status).toBe(200);
  });

  it.each([
    [{}, 400],
    [{ challenge: 'c' }, 400],
    [{ challenge: 'c', code: 5 }, 400],
    [{ challenge: 'c', code: '1', recoveryCode: '2' }, 400],
    [{ challenge: { $gt: '' }, code: '000000' }, 400],
    [{ challenge: 'c', code: '000000', more: 1 }, 400],
    [{ challenge: 'c', passkey: 'p' }, 400],
    [{ challenge: 'c', passkey: { id: { $gt: '' } } }, 400],
    [[], 400],
  ])('refuses %j', async (body, status) => {
    expect((await takeStep(api, 'verify', body)).status).toBe(status);
  });

  it('has no other steps', async () => {
    for (const step of ['nothing', 'constructor', '__proto__']) expect((await takeStep(api, step)).status).toBe(404);
  });

  it('is only for pages of the same origin, with the cookie of the editor', async () => {
    const body = { challenge: await challengeOf(api, user), recoveryCode: user.recoveryCodes[5] };
    const headers = { 'x-strapi-refresh-cookie': 'strict', 'sec-fetch-site': 'cross-site' };
    expect((await takeStep(api, 'verify', body, undefined, headers)).status).toBe(403);
  });
});

describe('wrong codes', () => {
  const from = (network: string) => ({ 'x-strapi-refresh-cookie': 'strict', 'x-forwarded-for': network });
  const proxied = createApi(library, { ...testConfig, http: { ...testConfig.http, trustedProxies: 1 } });
  const guess = async (user: AppUser, network: string, body: object) =>
    takeStep(proxied, 'verify', { challenge: await challengeOf(proxied, user), ...body }, undefined, from(network));

  it('from many networks have one limit, and lock the user out of neither their own network nor recovery', async () => {
    const user = await setUpApp(proxied, await addEditorUser(proxied, 'target'));
    const confirmed = await guess(user, '198.51.100.7', { recoveryCode: user.recoveryCodes[0] });
    expect(confirmed.status).toBe(200);
    const statuses: number[] = [];
    for (let network = 1; network <= 12; network += 1)
      statuses.push((await guess(user, `203.0.${network}.9`, { code: '000000' })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    // The right code does not help from there: otherwise guessing would go on.
    const code = codeOf(proxied, user.secret);
    expect((await guess(user, '203.0.200.9', { code })).status).toBe(429);
    expect((await guess(user, '203.0.200.9', { recoveryCode: user.recoveryCodes[1] })).status).toBe(200);
    expect((await guess(user, '198.51.100.7', { code })).status).toBe(200);
  });

  const storedFactors = async () =>
    (await proxied.service().database.get()).collection<StoredFactors>(collections.factors);
  const setFailures = async ({ documentId }: AppUser, failures: number) =>
    (await storedFactors()).updateOne({ _id: documentId }, { $set: { 'totp.failures': failures } });
  const failuresOf = async ({ documentId }: AppUser) =>
    (await (await storedFactors()).findOne({ _id: documentId }))?.totp?.failures;

  it('are mailed once after 50 in a row, and none counts from elsewhere after 100, until a recovery code', async () => {
    const user = await setUpApp(proxied, await addEditorUser(proxied, 'persistent'));
    const mails = captureMails(proxied);
    const fail = async () => (await guess(user, '203.0.1.9', { code: '000000' })).status;
    await setFailures(user, 48);
    expect([await fail(), mails.length, await fail(), await fail()]).toEqual([400, 0, 400, 400]);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['persistent@example.org', 'Someone tries to log in to your account'],
    ]);
    await setFailures(user, 99);
    expect(await fail()).toBe(400);
    const rows = (await proxied.service().database.get()).collection(collections.audit);
    expect(await rows.countDocuments({ action: 'factor.lock', 'target.documentId': user.documentId })).toBe(1);
    const refused = await guess(user, '203.0.1.9', { code: codeOf(proxied, user.secret) });
    expect([refused.status, refused.body.error.name]).toEqual([403, 'FactorLockedError']);
    // What is refused under the lock is in the audit log too.
    const failed = await rows.find({ action: 'factor.failed', 'target.documentId': user.documentId }).toArray();
    expect(failed.reduce((sum, { count }) => sum + Number(count), 0)).toBe(5);
    // The network of the set-up is known: nobody locks the user out there. A code does not end the lock elsewhere.
    const own = { challenge: await challengeOf(proxied, user), code: codeOf(proxied, user.secret) };
    expect((await takeStep(proxied, 'verify', own)).status).toBe(200);
    expect((await guess(user, '203.0.1.9', { code: codeOf(proxied, user.secret, 1) })).status).toBe(403);
    expect((await guess(user, '203.0.2.9', { recoveryCode: user.recoveryCodes[0] })).status).toBe(200);
    expect((await guess(user, '203.0.3.9', { code: codeOf(proxied, user.secret, 1) })).status).toBe(200);
    expect(mails).toHaveLength(1);
  });

  it('at the same time are no more than 100 in a row, and a right code begins the row again', async () => {
    const user = await setUpApp(proxied, await addEditorUser(proxied, 'hasty'));
    await setFailures(user, 98);
    expect((await guess(user, '203.0.1.9', { code: codeOf(proxied, user.secret) })).status).toBe(200);
    expect(await failuresOf(user)).toBe(0);
    await setFailures(user, 98);
    const replies = await Promise.all([4, 5, 6, 7, 8].map((one) => guess(user, `203.0.${one}.9`, { code: '000000' })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 400, 403, 403, 403]);
  });
});

it('wrong codes at the same time count one by one: no more are checked than one after the other', async () => {
  const user = await newAppUser();
  const challenge = await challengeOf(api, user);
  const attempt = () => takeStep(api, 'verify', { challenge, code: '000000' });
  const replies = await Promise.all(Array.from({ length: 12 }, attempt));
  expect(replies.filter(({ body }) => body.error.name === 'FactorError')).toHaveLength(5);
  const more = await Promise.all(Array.from({ length: 3 }, () => challengeOf(api, user)));
  const later = await Promise.all(
    more.flatMap((one) => Array.from({ length: 5 }, () => takeStep(api, 'verify', { challenge: one, code: '000000' }))),
  );
  expect(later.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(later.filter(({ status }) => status === 429)).toHaveLength(10);
});

describe('a role that requires a second factor', () => {
  it('keeps one of two factors that are removed at the same time', async () => {
    const user = await addEditorUser(api, 'both', administration, 'double');
    const { documentId } = user;
    const begun = (await takeStep(api, 'set-up-totp', { challenge: await challengeOf(api, user) })).body.data;
    const confirmation = { challenge: begun.challenge, code: codeOf(api, begun.secret) };
    const { jwt } = (await takeStep(api, 'confirm-totp', confirmation)).body;
    const stored = await api.collection<StoredFactors>(collections.factors);
    const key = { id: 'a-key', name: 'Key', publicKey: '', counter: 0, transports: [], createdAt: new Date() };
    await stored.updateOne({ _id: documentId }, { $set: { passkeys: [key] } });
    const replies = await Promise.all(['totp', 'a-key'].map((factor) => takeStep(api, 'remove', { factor }, jwt)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { totp, passkeys = [] } = (await stored.findOne({ _id: documentId })) ?? {};
    expect((totp === undefined ? 0 : 1) + passkeys.length).toBe(1);
  });

  it('leads through the set-up at the next login, and gives no session before', async () => {
    const user = await addEditorUser(api, 'guard', [], 'guarded');
    const { status, body } = await logInToEditor(api, user);
    expect([status, body.error.name, body.error.details.methods]).toEqual([403, 'SecondFactorError', []]);
    const setUp = (await takeStep(api, 'set-up-totp', { challenge: body.error.details.challenge })).body.data;
    const code = codeOf(api, setUp.secret, -1);
    const { body: session } = await takeStep(api, 'confirm-totp', { challenge: setUp.challenge, code });
    expect([Object.keys(session), session.recoveryCodes.length]).toEqual([['jwt', 'user', 'recoveryCodes'], 10]);
    const removed = await takeStep(api, 'remove', { factor: 'totp' }, session.jwt);
    expect(removed.status).toBe(409);
    // Whoever knows the password cannot add a factor with a challenge from before.
    const late = await takeStep(api, 'set-up-totp', { challenge: body.error.details.challenge });
    expect(late.body.error.name).toBe('ChallengeError');
  });

  it('sets up no factor for a user who is blocked during the login', async () => {
    const user = await addEditorUser(api, 'left', [], 'left');
    const challengeOfLogin = async () => (await logInToEditor(api, user)).body.error.details.challenge as string;
    const [first, second] = [await challengeOfLogin(), await challengeOfLogin()];
    const { challenge, secret } = (await takeStep(api, 'set-up-totp', { challenge: first })).body.data;
    const blocked = await api.request('PUT', `/api/users/${user.documentId}`, { body: { blocked: true } });
    expect(blocked.status).toBe(200);
    const confirmed = await takeStep(api, 'confirm-totp', { challenge, code: codeOf(api, secret) });
    const begun = await takeStep(api, 'set-up-totp', { challenge: second });
    expect([confirmed, begun].map(({ status, body }) => [status, body.error?.name])).toEqual(
      Array(2).fill([400, 'ChallengeError']),
    );
  });

  it('lets only one of two set-ups at the same time count', async () => {
    const user = await addEditorUser(api, 'pair', [], 'pair');
    const setUps = await Promise.all(
      [1, 2].map(async () => {
        const { challenge } = (await logInToEditor(api, user)).body.error.details;
        return (await takeStep(api, 'set-up-totp', { challenge })).body.data;
      }),
    );
    const replies = await Promise.all(
      setUps.map(({ challenge, secret }) => takeStep(api, 'confirm-totp', { challenge, code: codeOf(api, secret) })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a remembered browser', () => {
  const remember = async (user: AppUser) => {
    const { headers, status } = await takeStep(api, 'remember', {}, user.jwt);
    expect(status).toBe(200);
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(
      /^__Host-lectern_device=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/,
    );
    return { cookie: cookie.split(';')[0] ?? '' };
  };

  it('logs in with the password alone, for its user alone', async () => {
    const [user, other] = [await newAppUser(), await newAppUser()];
    const device = await remember(user);
    expect((await logInToEditor(api, user, device)).status).toBe(200);
    expect((await logInToEditor(api, user)).status).toBe(403);
    expect((await logInToEditor(api, other, device)).status).toBe(403);
  });

  it('still asks for the factor before changes of the account', async () => {
    const user = await newAppUser();
    const { jwt } = (await logInToEditor(api, user, await remember(user))).body;
    const { status, body } = await takeStep(api, 'recovery-codes', {}, jwt);
    expect([status, body.error.name, body.error.details.methods]).toEqual([403, 'StepUpError', ['totp', 'recovery']]);
    expect((await takeStep(api, 'step-up', { password }, jwt)).status).toBe(400);
    expect((await takeStep(api, 'step-up', { code: codeOf(api, user.secret) }, jwt)).status).toBe(200);
    expect((await takeStep(api, 'recovery-codes', {}, jwt)).body.data.recoveryCodes).toHaveLength(10);
    expect(await actionsOf(user)).toContain('factor.confirm');
  });

  it('is forgotten when another app replaces the one before', async () => {
    const user = await newAppUser();
    const device = await remember(user);
    const { secret, challenge } = (await takeStep(api, 'set-up-totp', {}, user.jwt)).body.data;
    expect((await takeStep(api, 'confirm-totp', { challenge, code: codeOf(api, secret) }, user.jwt)).status).toBe(200);
    expect((await logInToEditor(api, user, device)).status).toBe(403);
  });

  it('is forgotten when its session is ended from elsewhere, and when the password changes, also by a clock that was set back', async () => {
    const user = await newAppUser();
    const device = await remember(user);
    const { jwt } = (await logInToEditor(api, user, device)).body;
    const here = (
      await takeStep(api, 'verify', { ...{ challenge: await challengeOf(api, user), code: codeOf(api, user.secret) } })
    ).body.jwt;
    const sessionId = JSON.parse(Buffer.from(jwt.split('.')[1], 'base64url').toString()).sessionId;
    expect((await api.delete(`/api/auth/sessions/${sessionId}`, { as: { token: here }, headers: strict })).status).toBe(
      200,
    );
    expect((await logInToEditor(api, user, device)).status).toBe(403);
    const again = await remember({ ...user, jwt: here });
    const users = await api.collection('up_users');
    await users.updateOne(
      { documentId: user.documentId },
      { $set: { 'published.sessionsSince': new Date(Date.now() - 10_000_000) } },
    );
    expect((await logInToEditor(api, user, again)).status).toBe(403);
  });
});

describe('changes of users, roles, tokens and webhooks', () => {
  const createRole = (jwt: string) =>
    api.request('POST', '/api/users-permissions/roles', {
      ...{ as: { token: jwt }, body: { name: `role ${(names += 1)}`, description: '', permissions: {} } },
    });
  const createToken = (jwt: string) =>
    api.request('POST', '/admin/api-tokens', {
      as: { token: jwt },
      body: { name: `token ${(names += 1)}`, type: 'read-only' },
    });
  const createUser = (jwt: string) =>
    api.request('POST', '/api/users', {
      ...{ as: { token: jwt }, body: { username: `new${(names += 1)}`, email: `new${names}@example.org`, password } },
    });
  const createWebhook = (jwt: string) =>
    api.request('POST', '/admin/webhooks', {
      as: { token: jwt },
      body: { name: `hook ${(names += 1)}`, url: 'https://hook.example.org', events: ['entry.create'] },
    });
  const changes = [createRole, createToken, createUser, createWebhook];

  it('need a factor of the last minutes, of a user who has one', async () => {
    const user = await newAppUser();
    for (const change of changes) expect((await change(user.jwt)).status).toBeLessThan(300);
    await ageConfirmations(user);
    for (const change of changes) {
      const { status, body } = await change(user.jwt);
      expect([status, body.error.name, body.error.details]).toEqual([
        403,
        'StepUpError',
        { methods: ['totp', 'recovery'] },
      ]);
    }
    expect((await api.get('/admin/api-tokens', { as: { token: user.jwt } })).status).toBe(200);
    await takeStep(api, 'step-up', { code: codeOf(api, user.secret) }, user.jwt);
    for (const change of changes) expect((await change(user.jwt)).status).toBeLessThan(300);
  });

  it('need it on every route with a permission of administration', async () => {
    const user = await newAppUser();
    await ageConfirmations(user);
    const routes = fixedRoutes.filter(({ method, access }) => method !== 'GET' && access.startsWith('admin::'));
    expect(routes.length).toBeGreaterThan(0);
    for (const { method, path } of routes) {
      const { status, body } = await api.request(method, path.replace('{id}', '1'), { as: { token: user.jwt } });
      expect([method, path, status, body.error.name]).toEqual([method, path, 403, 'StepUpError']);
    }
  });

  it('also of the own password need a factor of the last minutes', async () => {
    const user = await newAppUser();
    const changePassword = () =>
      api.request('POST', '/api/auth/change-password', {
        ...{ as: { token: user.jwt }, headers: strict },
        body: { currentPassword: password, password: 'another battery', passwordConfirmation: 'another battery' },
      });
    await ageConfirmations(user);
    const refused = await changePassword();
    expect([refused.status, refused.body.error.name]).toEqual([403, 'StepUpError']);
    await takeStep(api, 'step-up', { code: codeOf(api, user.secret) }, user.jwt);
    const confirmedAt = new Date(Date.now() - 10 * 60_000);
    const sessions = await sessionRows();
    await sessions.updateMany({ user: user.documentId }, { $set: { confirmedAt } });
    const changed = await changePassword();
    expect(changed.status).toBe(200);
    // The session that begins then is confirmed as long as the one before.
    expect((await createRole(changed.body.jwt)).status).toBe(200);
    expect(await sessions.distinct('confirmedAt', { user: user.documentId })).toEqual([confirmedAt]);
  });

  it('need a new one after a confirmation by a clock that was hours ahead, not one of another process', async () => {
    const user = await newAppUser();
    const sessions = await sessionRows();
    const statusAfter = async (aheadMs: number) => {
      const confirmedAt = new Date(Date.now() + aheadMs);
      await sessions.updateMany({ user: user.documentId }, { $set: { confirmedAt } });
      return (await createRole(user.jwt)).status;
    };
    expect([await statusAfter(1_000), await statusAfter(10_000_000)]).toEqual([200, 403]);
  });

  it('need none of a user without a factor, and none of an API token', async () => {
    const { jwt } = (await logInToEditor(api, await newUser())).body;
    await (await sessionRows()).updateMany({}, { $unset: { confirmedAt: '' } });
    for (const change of changes) expect((await change(jwt)).status).toBeLessThan(300);
    const body = { username: 'by-token', email: 'by-token@example.org', password };
    expect((await api.request('POST', '/api/users', { body })).status).toBe(201);
  });

  it('of other sessions ask for the factor that was just set up', async () => {
    const user = await newUser();
    const { jwt } = (await logInToEditor(api, user)).body;
    const app = await setUpApp(api, user);
    expect((await createRole(app.jwt)).status).toBe(200);
    expect((await createRole(jwt)).body.error.name).toBe('StepUpError');
  });
});

describe('an administrator', () => {
  it('sees who has a factor, and resets one: audited, mailed, and all sessions end', async () => {
    const [owner, user] = [await newAppUser(), await newAppUser()];
    const ids = { users: [user.documentId, owner.documentId, 'absent'] };
    const listed = (await takeStep(api, 'users', ids, owner.jwt)).body.data;
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({ user: user.documentId, factors: ['totp'] });
    const namesWith = async (factor: string): Promise<readonly string[]> => {
      const filters = [user, owner].map(({ name }, index) => `filters[username][$in][${index}]=${name}`).join('&');
      const query = `factor=${factor}&${filters}&sort=username`;
      const { body } = await api.get(`/api/users?${query}`, { as: { token: owner.jwt } });
      expect((await api.get(`/api/users/count?${query}`)).body).toBe((body as unknown as unknown[]).length);
      return (body as unknown as { username: string }[]).map(({ username }) => username);
    };
    expect(await namesWith('totp')).toEqual([user.name, owner.name].sort());
    expect([await namesWith('none'), await namesWith('passkey')]).toEqual([[], []]);
    expect((await api.get('/api/users?factor=other')).body.error.details).toEqual({ path: 'factor' });
    const mails = captureMails(api);
    expect((await takeStep(api, 'reset', { user: user.documentId }, owner.jwt)).body).toEqual({
      data: { reset: true, mailed: true },
    });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [`${user.name}@example.org`, 'Your second factor was reset'],
    ]);
    expect(await (await sessionRows()).distinct('ended', { user: user.documentId })).toEqual(['administrator']);
    expect((await logInToEditor(api, user)).status).toBe(200);
    expect([await namesWith('totp'), await namesWith('none')]).toEqual([[owner.name], [user.name]]);
    expect(await actionsOf(user)).toContain('factor.reset');
    expect((await takeStep(api, 'reset', { user: user.documentId }, owner.jwt)).body).toEqual({
      data: { reset: false },
    });
  });

  it('learns that nobody was mailed about a reset', async () => {
    const [owner, user] = [await newAppUser(), await newAppUser()];
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(mailerFor(api.service()), 'send').mockRejectedValue(new Error('no mail server'));
    const { status, body } = await takeStep(api, 'reset', { user: user.documentId }, owner.jwt);
    expect([status, body.data]).toEqual([200, { reset: true, mailed: false }]);
  });

  it('needs the permissions, the rights of the user, and a factor of the last minutes', async () => {
    const [owner, plain] = [await newAppUser(), await newUser(['api::book.book.update'])];
    const { jwt } = (await logInToEditor(api, plain)).body;
    expect((await takeStep(api, 'users', { users: [] }, jwt)).status).toBe(403);
    expect((await takeStep(api, 'reset', { user: owner.documentId }, jwt)).status).toBe(403);
    expect((await takeStep(api, 'reset', { user: owner.documentId })).status).toBe(403);
    const clerk = await newUser(['plugin::users-permissions.user.update', 'api::book.book.update']);
    const { jwt: clerkJwt } = (await logInToEditor(api, clerk)).body;
    expect((await takeStep(api, 'reset', { user: owner.documentId }, clerkJwt)).status).toBe(403);
    await (await sessionRows()).updateMany({ user: owner.documentId }, { $unset: { confirmedAt: '' } });
    const late = await takeStep(api, 'reset', { user: plain.documentId }, owner.jwt);
    expect([late.status, late.body.error.name]).toEqual([403, 'StepUpError']);
  });
});

it('what is stored has no secret and no code in clear, and no answer repeats them', async () => {
  const user = await newAppUser();
  const factors = await api.collection<{ _id: string }>(collections.factors);
  const stored = JSON.stringify(await factors.findOne({ _id: user.documentId }));
  for (const secret of [user.secret, ...user.recoveryCodes]) expect(stored).not.toContain(secret);
  const { data } = (await takeStep(api, 'state', {}, user.jwt)).body;
  expect(Object.keys(data.totp)).toEqual(['createdAt']);
});

describe('a registration with a role that requires a second factor', () => {
  const required = createApi(library, {
    ...withSecondFactor({ requiredFor: ['authenticated'] }),
    auth: { ...testConfig.auth, refresh: true },
  });

  it('begins no session: the login leads through the set-up', async () => {
    const { status, body, headers } = await required.request('POST', '/api/auth/local/register', {
      ...{ as: null, headers: strict, body: { username: 'newcomer', email: 'newcomer@example.org', password } },
    });
    expect([status, Object.keys(body), headers['set-cookie']]).toEqual([200, ['user'], undefined]);
    const sessions = (await required.service().database.get()).collection(collections.sessions);
    expect(await sessions.countDocuments()).toBe(0);
    const { error } = (await logIn(required, 'newcomer')).body;
    expect([error.name, error.details.methods]).toEqual(['SecondFactorError', []]);
  });
});

describe('with second factors turned off', () => {
  const off = createApi(library, withSecondFactor({ enabled: false, requiredFor: ['off'] }));

  it('logins answer sessions, and there are no steps', async () => {
    const user = await addEditorUser(off, 'off');
    const { status, body } = await logInToEditor(off, user);
    expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'user']]);
    expect((await takeStep(off, 'state', {}, body.jwt)).status).toBe(404);
  });
});
