// Passkeys, and what is refused: another origin, domain, key, user or challenge, a finger that is missing, clones, replays.
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredFactors } from '../../../lib/accounts/factors/storedFactors.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { siteWith } from '../../setup/providerSite.ts';
import { password, postAuth, setPermissions } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';
import {
  addEditorUser,
  challengeOf,
  codeOf,
  logInToEditor,
  setUpApp,
  stopClock,
  strict,
  takeStep,
  type EditorUser,
} from './editorUser.ts';
import { SoftAuthenticator, type Forgery } from './softAuthenticator.ts';

const api = createApi(library, {
  ...testConfig,
  editor: { ...testConfig.editor, url: 'https://cms.example.org/editor/' },
});

stopClock();

/** All tests come from one network. */
beforeEach(async () => {
  await (await api.collection(collections.attempts)).deleteMany({});
});

interface PasskeyUser extends EditorUser {
  readonly jwt: string;
  readonly authenticator: SoftAuthenticator;
}

/** @returns a function that ends the set-up @param more of the answer of the authenticator */
const beginSetUp = async (jwt: string, authenticator = new SoftAuthenticator(), forgery?: Forgery) => {
  const { options, challenge } = (await takeStep(api, 'set-up-passkey', {}, jwt)).body.data;
  const passkey = authenticator.create(options, forgery);
  return (more: object = {}) =>
    takeStep(api, 'confirm-passkey', { challenge, passkey: { ...passkey, ...more }, name: 'Laptop' }, jwt);
};

const addPasskey = async (jwt: string, authenticator: SoftAuthenticator, forgery?: Forgery) =>
  (await beginSetUp(jwt, authenticator, forgery))();

let users = 0;
const newUser = async (): Promise<EditorUser> => addEditorUser(api, `key${(users += 1)}`);

const newPasskeyUser = async (): Promise<PasskeyUser> => {
  const user = await newUser();
  const { jwt } = (await logInToEditor(api, user)).body;
  const authenticator = new SoftAuthenticator();
  expect((await addPasskey(jwt, authenticator)).status).toBe(200);
  return { ...user, jwt, authenticator };
};

it.each([[null], ['usb'], [5], [{}], [true], [[1]], [['x'.repeat(51)]], [Array.from({ length: 11 }, () => 'usb')]])(
  'of which the browser names odd transports is refused, and the challenge stays: %j',
  async (transports) => {
    const { jwt } = (await logInToEditor(api, await newUser())).body;
    const { options, challenge } = (await takeStep(api, 'set-up-passkey', {}, jwt)).body.data;
    const passkey = new SoftAuthenticator().create(options) as { readonly response: object };
    const changed = { ...passkey, response: { ...passkey.response, transports } };
    const confirm = (sent: object) => takeStep(api, 'confirm-passkey', { challenge, passkey: sent, name: 'Key' }, jwt);
    const { status, body } = await confirm(changed);
    expect([status, body.error.details?.errors?.[0]?.path]).toEqual([400, ['passkey', 'response', 'transports']]);
    expect((await confirm(passkey)).status).toBe(200);
  },
);

/** Logs in without a name. */
const logIn = async ({ authenticator }: Pick<PasskeyUser, 'authenticator'>, forgery?: Forgery) => {
  const { options, challenge } = (await takeStep(api, 'request-passkey')).body.data;
  return takeStep(api, 'verify', { challenge, passkey: authenticator.get(options, forgery) });
};

describe('a passkey', () => {
  it('is requested with the domain and the verification of its owner, and logs in without a name', async () => {
    const user = await newPasskeyUser();
    const { options } = (await takeStep(api, 'request-passkey')).body.data;
    expect(options).toMatchObject({ rpId: 'cms.example.org', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const { status, body, headers } = await logIn(user);
    expect([status, Object.keys(body), body.user.username]).toEqual([200, ['jwt', 'user'], user.name]);
    expect(headers['set-cookie']).toContain('__Host-lectern_editor=');
  });

  it('is registered with the domain, as one that is found without a name', async () => {
    const { jwt, authenticator, documentId } = await newPasskeyUser();
    const { options } = (await takeStep(api, 'set-up-passkey', {}, jwt)).body.data;
    expect(options).toMatchObject({
      rp: { id: 'cms.example.org' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id }],
      attestation: 'none',
    });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(documentId);
  });

  it('comes after the password, for the passkeys of this user alone', async () => {
    const [user, other] = [await newPasskeyUser(), await newPasskeyUser()];
    const request = async () => {
      const challenge = await challengeOf(api, user);
      return (await takeStep(api, 'request-passkey', { challenge })).body.data;
    };
    const first = await request();
    expect(first.options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([user.authenticator.id]);
    const wrong = { challenge: first.challenge, passkey: other.authenticator.get(first.options) };
    expect((await takeStep(api, 'verify', wrong)).status).toBe(400);
    const second = await request();
    const right = { challenge: second.challenge, passkey: user.authenticator.get(second.options) };
    expect((await takeStep(api, 'verify', right)).status).toBe(200);
    expect((await takeStep(api, 'verify', right)).body.error.name).toBe('ChallengeError');
  });

  it.each<[string, Forgery]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a subdomain of the origin', { origin: 'https://a.cms.example.org' }],
    ['the origin without encryption', { origin: 'http://cms.example.org' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'bWFkZSB1cA' }],
    ['an owner who showed no finger', { verified: false }],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['an answer of a registration', { type: 'webauthn.create' }],
    ['a page in a frame of another site', { crossOrigin: true }],
    ['the name of another user', { userHandle: 'somebody' }],
  ])('is refused with %s', async (_name, forgery) => {
    const user = await newPasskeyUser();
    const { status, body } = await logIn(user, forgery);
    expect([status, body.error.name]).toEqual([400, 'FactorError']);
    expect((await logIn(user)).status).toBe(200);
  });

  it.each<[string, Forgery]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'bWFkZSB1cA' }],
    ['an owner who showed no finger', { verified: false }],
    ['a page in a frame of another site', { crossOrigin: true }],
  ])('is not registered with %s', async (_name, forgery) => {
    const { jwt } = (await logInToEditor(api, await newUser())).body;
    expect((await addPasskey(jwt, new SoftAuthenticator(), forgery)).status).toBe(400);
  });

  it('is refused if its counter does not grow, and the audit log says so', async () => {
    const user = await newPasskeyUser();
    for (const [counter, status] of [
      [5, 200],
      [5, 400],
      [4, 400],
      [0, 400],
      [6, 200],
    ] as const)
      expect([counter, (await logIn(user, { counter })).status]).toEqual([counter, status]);
    const rows = await api.collection(collections.audit);
    expect(await rows.countDocuments({ action: 'factor.cloned', 'target.documentId': user.documentId })).toBe(3);
  });

  it('is refused if it can suddenly be copied, or no longer, and the audit log says so', async () => {
    const user = await newPasskeyUser();
    const { name, documentId, authenticator } = user;
    expect((await logIn(user, { userHandle: documentId })).body.user.username).toBe(name);
    expect((await logIn(user, { backupEligible: true })).status).toBe(400);
    const factors = await api.collection<StoredFactors>(collections.factors);
    // One that was registered before Lectern noted it: its next use does.
    await factors.updateOne({ _id: documentId }, { $unset: { 'passkeys.0.backupEligible': '' } });
    for (const [backupEligible, status] of [
      [true, 200],
      [false, 400],
      [true, 200],
    ] as const)
      expect((await logIn({ authenticator }, { backupEligible })).status).toBe(status);
    const rows = await api.collection(collections.audit);
    expect(await rows.countDocuments({ action: 'factor.cloned', 'target.documentId': documentId })).toBe(2);
  });

  it('is one of at most 20, however many set-ups were begun before', async () => {
    const user = await newPasskeyUser();
    const confirm = [await beginSetUp(user.jwt), await beginSetUp(user.jwt)];
    const others = Array.from({ length: 18 }, (_, index) => ({ id: `${user.documentId} ${index}`, name: 'Key' }));
    const factors = await api.collection<StoredFactors>(collections.factors);
    await factors.updateOne({ _id: user.documentId }, { $push: { passkeys: { $each: others as never } } });
    const replies = await Promise.all(confirm.map((send) => send()));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await takeStep(api, 'state', {}, user.jwt)).body.data.passkeys).toHaveLength(20);
    // An app is none of them.
    const { challenge, secret } = (await takeStep(api, 'set-up-totp', {}, user.jwt)).body.data;
    const app = { challenge, code: codeOf(api, secret) };
    expect((await takeStep(api, 'confirm-totp', app, user.jwt)).status).toBe(200);
  });

  it('is refused with 400 if it is large, and uses no challenge up', async () => {
    const user = await newPasskeyUser();
    const setUp = await beginSetUp(user.jwt);
    const { options, challenge } = (await takeStep(api, 'request-passkey')).body.data;
    const passkey = user.authenticator.get(options);
    const send = (more: object) =>
      Promise.all([setUp(more), takeStep(api, 'verify', { challenge, passkey: { ...passkey, ...more } })]);
    const large = 'A'.repeat(33_000);
    for (const more of [{ response: { signature: large } }, { id: large, rawId: large }, { extra: { large: [large] } }])
      for (const { status, body } of await send(more))
        expect([status, body.error.details?.errors?.[0]?.path]).toEqual([400, ['passkey']]);
    expect((await send({})).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('ends the lock of codes after too many wrong ones', async () => {
    const user = await newPasskeyUser();
    const { challenge, secret } = (await takeStep(api, 'set-up-totp', {}, user.jwt)).body.data;
    const confirmation = { challenge, code: codeOf(api, secret) };
    expect((await takeStep(api, 'confirm-totp', confirmation, user.jwt)).status).toBe(200);
    const factors = await api.collection<StoredFactors>(collections.factors);
    await factors.updateOne({ _id: user.documentId }, { $set: { 'totp.failures': 100 } });
    expect((await logIn(user)).status).toBe(200);
    expect((await factors.findOne({ _id: user.documentId }))?.totp).not.toHaveProperty('failures');
  });

  it('with one counter counts once in requests at the same time', async () => {
    const user = await newPasskeyUser();
    const replies = await Promise.all([1, 2, 3].map(() => logIn(user, { counter: 7 })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('belongs to one user, and is registered once', async () => {
    const [user, other] = [await newPasskeyUser(), await newPasskeyUser()];
    expect((await addPasskey(other.jwt, user.authenticator)).status).toBe(409);
    expect((await addPasskey(user.jwt, user.authenticator)).status).toBe(409);
    expect((await logIn(user)).body.user.username).toBe(user.name);
  });

  it('does not log in a blocked user, and not after it was removed', async () => {
    const user = await newPasskeyUser();
    const block = async (blocked: boolean) =>
      (await api.collection('up_users')).updateOne(
        { documentId: user.documentId },
        { $set: { 'published.blocked': blocked } },
      );
    await block(true);
    expect((await logIn(user)).status).toBe(400);
    await block(false);
    expect((await takeStep(api, 'remove', { factor: user.authenticator.id }, user.jwt)).status).toBe(200);
    expect((await logIn(user)).status).toBe(400);
    expect((await logInToEditor(api, user)).status).toBe(200);
  });

  it('ends no login of a user who was blocked since the password', async () => {
    const user = await newPasskeyUser();
    const requested = await takeStep(api, 'request-passkey', { challenge: await challengeOf(api, user) });
    const { options, challenge } = requested.body.data;
    const blocked = await api.request('PUT', `/api/users/${user.documentId}`, { body: { blocked: true } });
    expect(blocked.status).toBe(200);
    const passkey = user.authenticator.get(options);
    expect((await takeStep(api, 'verify', { challenge, passkey })).status).toBe(400);
  });

  it('is not requested with a JWT that belongs to no session', async () => {
    const user = await newUser();
    const { jwt: withoutSession } = (await postAuth(api, 'local', { identifier: user.name, password })).body;
    const { jwt } = (await logInToEditor(api, user)).body;
    expect((await addPasskey(jwt, new SoftAuthenticator())).status).toBe(200);
    expect((await takeStep(api, 'request-passkey', {}, jwt)).status).toBe(200);
    const { status, body } = await takeStep(api, 'request-passkey', {}, withoutSession);
    expect([status, body.error.name]).toEqual([400, 'FactorError']);
  });

  it('logs in alone only emergency accounts where nobody else has a password, and still confirms sessions', async () => {
    const page = { origin: 'http://localhost:1337', rpId: 'localhost' };
    const [user, emergency] = [await newPasskeyUser(), await newPasskeyUser()];
    const { service, request } = siteWith(api, {
      ...{ passwordLogin: 'nobody', emergencyAccounts: [`${emergency.name}@example.org`] },
    });
    const site = { ...api, service: () => service, request };
    // The settings of this site do not name the editor's address.
    const fromPage = { ...strict, origin: page.origin, 'sec-fetch-site': 'same-origin' };
    const confirm = async (step: string, { authenticator }: PasskeyUser, jwt?: string) => {
      const { options, challenge } = (await takeStep(site, 'request-passkey', {}, jwt, fromPage)).body.data;
      return takeStep(site, step, { challenge, passkey: authenticator.get(options, page) }, jwt, fromPage);
    };
    const { status, body } = await confirm('verify', user);
    expect([status, body.error.message]).toEqual([400, 'This account logs in by a provider, not with a password']);
    expect((await confirm('verify', emergency)).status).toBe(200);
    expect((await confirm('step-up', user, user.jwt)).status).toBe(200);
  });

  it('is renamed by its user alone, and stays while another factor is removed', async () => {
    const [user, other] = [await newPasskeyUser(), await newPasskeyUser()];
    const rename = { id: user.authenticator.id, name: ' Desk ' };
    expect((await takeStep(api, 'rename-passkey', rename, other.jwt)).status).toBe(404);
    expect((await takeStep(api, 'rename-passkey', rename, user.jwt)).body.data.name).toBe('Desk');
    expect((await takeStep(api, 'remove', { factor: user.authenticator.id }, other.jwt)).status).toBe(404);
    const app = (await takeStep(api, 'set-up-totp', {}, user.jwt)).body.data;
    await takeStep(api, 'confirm-totp', { challenge: app.challenge, code: codeOf(api, app.secret) }, user.jwt);
    expect((await takeStep(api, 'remove', { factor: 'totp' }, user.jwt)).status).toBe(200);
    const { passkeys, totp, recoveryCodes } = (await takeStep(api, 'state', {}, user.jwt)).body.data;
    expect([passkeys.map(({ name }: { name: string }) => name), totp, recoveryCodes]).toEqual([['Desk'], null, 10]);
  });

  it('confirms a session, and that confirmation begins no other one', async () => {
    const user = await newPasskeyUser();
    const { options, challenge } = (await takeStep(api, 'request-passkey', {}, user.jwt)).body.data;
    const body = { challenge, passkey: user.authenticator.get(options) };
    expect((await takeStep(api, 'verify', body)).status).toBe(400);
    const next = (await takeStep(api, 'request-passkey', {}, user.jwt)).body.data;
    const confirmation = { challenge: next.challenge, passkey: user.authenticator.get(next.options) };
    const other = await setUpApp(api, await newUser());
    expect((await takeStep(api, 'step-up', confirmation, other.jwt)).status).toBe(400);
    const last = (await takeStep(api, 'request-passkey', {}, user.jwt)).body.data;
    const { status } = await takeStep(
      ...([api, 'step-up'] as const),
      { challenge: last.challenge, passkey: user.authenticator.get(last.options) },
      user.jwt,
    );
    expect(status).toBe(200);
  });

  it.each([{ passkey: {} }, { passkey: { id: 5 } }, { passkey: { id: 'x', response: { clientDataJSON: 'e30' } } }])(
    'is refused as %j',
    async (sent) => {
      const { challenge } = (await takeStep(api, 'request-passkey')).body.data;
      expect((await takeStep(api, 'verify', { challenge, ...sent })).status).toBe(400);
    },
  );

  it('is not set up any more by a session that has ended since, whose JWT goes on for a while', async () => {
    const user = await newUser();
    const thief = (await logInToEditor(api, user)).body.jwt as string;
    const authenticator = new SoftAuthenticator();
    const { options, challenge } = (await takeStep(api, 'set-up-passkey', {}, thief)).body.data;
    const app = (await takeStep(api, 'set-up-totp', {}, thief)).body.data;
    const as = { token: (await logInToEditor(api, user)).body.jwt as string };
    const { data } = (await api.get('/api/auth/sessions', { as, headers: strict })).body;
    const { id } = (data as { id: string; current: boolean }[]).find(({ current }) => !current) ?? {};
    expect((await api.request('DELETE', `/api/auth/sessions/${id}`, { as, headers: strict })).status).toBe(200);
    const sent = { challenge, passkey: authenticator.create(options), name: 'Key' };
    expect((await takeStep(api, 'confirm-passkey', sent, thief)).status).toBe(401);
    const code = codeOf(api, app.secret);
    expect((await takeStep(api, 'confirm-totp', { challenge: app.challenge, code }, thief)).status).toBe(401);
    expect((await takeStep(api, 'state', {}, thief)).status).toBe(401);
    // It has left no factor behind.
    expect((await logInToEditor(api, user)).status).toBe(200);
  });

  it('logs in alone only where everybody may log in', async () => {
    const user = await newPasskeyUser();
    const { options, challenge } = (await takeStep(api, 'request-passkey')).body.data;
    await setPermissions(api, 'public', []);
    const passkey = user.authenticator.get(options);
    expect((await takeStep(api, 'verify', { challenge, passkey })).status).toBe(403);
    expect((await takeStep(api, 'request-passkey')).status).toBe(403);
  });
});

describe('without the address of the editor', () => {
  const local = createApi(library, testConfig);
  const from = (origin: string) =>
    takeStep(local, 'request-passkey', {}, undefined, { ...strict, origin, 'sec-fetch-site': 'same-origin' });

  it('passkeys work for pages of this machine alone', async () => {
    expect((await from('http://localhost:1337')).body.data.options.rpId).toBe('localhost');
    for (const origin of [
      'https://cms.example.org',
      'http://localhost.evil.example',
      'https://evil.example/localhost',
    ]) {
      const { status, body } = await from(origin);
      expect([status, body.error.name]).toEqual([400, 'PasskeyAddressError']);
    }
  });
});
