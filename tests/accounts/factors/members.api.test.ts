// Second factors of members of the site, where the configuration lets them: with sessions as front-ends have them, from pages of the site.
import { describe, expect, it } from 'vitest';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { logIn, registerUser } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';
import { codeOf, stopClock, takeStep, withSecondFactor } from './editorUser.ts';
import { SoftAuthenticator } from './softAuthenticator.ts';

const page = { origin: 'https://www.example.org', rpId: 'example.org' };
const api = createApi(library, {
  ...withSecondFactor({ members: true, passkeyDomain: page.rpId, passkeyOrigins: [page.origin] }),
  auth: { ...testConfig.auth, refresh: true },
  editor: { ...testConfig.editor, url: 'https://cms.example.org/editor/' },
});

stopClock();

const step = (name: string, body: object, jwt?: string): Promise<Reply> => takeStep(api, name, body, jwt, {});

const newMember = async (name: string): Promise<string> => {
  await registerUser(api, name);
  return (await logIn(api, name)).body.jwt as string;
};

describe('a member', () => {
  it('sets up an app, and then logs in with its code', async () => {
    const jwt = await newMember('mia');
    const { secret, challenge } = (await step('set-up-totp', {}, jwt)).body.data;
    const confirmed = await step('confirm-totp', { challenge, code: codeOf(api, secret, -1) }, jwt);
    expect([confirmed.status, confirmed.body.data.recoveryCodes.length]).toEqual([200, 10]);
    const { status, body } = await logIn(api, 'mia');
    expect([status, body.error.name, body.error.details.methods]).toEqual([
      ...[403, 'SecondFactorError', ['totp', 'recovery']],
    ]);
    const verified = await step('verify', { challenge: body.error.details.challenge, code: codeOf(api, secret) });
    expect([verified.status, Object.keys(verified.body)]).toEqual([200, ['jwt', 'refreshToken', 'user']]);
  });

  it('logs in with a passkey from a page that the configuration lists, and from no other', async () => {
    const jwt = await newMember('noa');
    const authenticator = new SoftAuthenticator();
    const { options, challenge } = (await step('set-up-passkey', {}, jwt)).body.data;
    const passkey = authenticator.create(options, page);
    expect((await step('confirm-passkey', { challenge, passkey, name: 'Phone' }, jwt)).status).toBe(200);
    const passkeyLogIn = async (origin: string): Promise<Reply> => {
      const requested = (await step('request-passkey', {})).body.data;
      return step('verify', {
        challenge: requested.challenge,
        passkey: authenticator.get(requested.options, { ...page, origin }),
      });
    };
    expect((await passkeyLogIn('https://shop.example.org')).status).toBe(400);
    const { status, body } = await passkeyLogIn(page.origin);
    expect([status, body.user.username]).toEqual([200, 'noa']);
  });
});
