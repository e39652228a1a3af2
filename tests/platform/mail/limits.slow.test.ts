// Every mail that a visitor, a member or an editor can cause has a limit, and a subject of the site.
import { readdir, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mailLimits, sendLimited, type Mail } from '../../../lib/platform/mail/index.ts';
import { builtInUids } from '../../../lib/schema/index.ts';
import { mailRefusals } from '../../../lib/releases/mailRefusals.ts';
import type { StoredRelease } from '../../../lib/releases/storedReleases.ts';
import { createPublished } from '../../setup/accounts.ts';
import { createApi, testConfig, type Api } from '../../setup/api.ts';
import { captureMails, password, registerUser } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const http = { ...testConfig.http, trustedProxies: 1 };
const site = createApi(library, {
  ...{ ...testConfig, http, mail: { ...testConfig.mail, transport: 'smtp', from: 'site@example.org' } },
  auth: { ...testConfig.auth, newDeviceMail: 'everyone' },
});
const confirming = createApi(library, { ...testConfig, http, auth: { ...testConfig.auth, emailConfirmation: true } });
const { register, forgot } = testConfig.auth.limits;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // In the future, because MongoDB removes counters whose time is over by its own clock.
  vi.setSystemTime(new Date('2100-05-04T12:00:00Z'));
  return () => {
    vi.useRealTimers();
  };
});

/** Each from another address, as from a network of robots. */
const post = (api: Api, path: string, body: object, attempt: number) =>
  api.request('POST', `/api/auth/${path}`, {
    ...{ as: null, body },
    headers: {
      'x-forwarded-for': `198.51.${Math.floor(attempt / 250)}.${(attempt % 250) + 1}`,
      'content-length': String(JSON.stringify(body).length),
    },
  });

const author = async (name: string): Promise<string> => {
  const user = { username: name, email: `${name}@example.org` };
  return (await createPublished(site.service(), builtInUids.user, user)).documentId;
};

interface LimitedMail {
  readonly api: Api;
  /** The most in a window. */
  readonly most: number;
  /** Causes the mail. */
  readonly cause: (attempt: number) => Promise<unknown>;
}

/** @returns what causes each mail, after what it needs */
const mails: Readonly<Record<string, () => Promise<LimitedMail>>> = {
  'the confirmation of a registration': () =>
    Promise.resolve({
      ...{ api: confirming, most: register.perIdentifier },
      cause: (attempt) =>
        post(
          confirming,
          'local/register',
          { username: `visitor ${attempt}`, email: 'known@example.org', password },
          attempt,
        ),
    }),
  'the confirmation of an address': async () => {
    await post(confirming, 'local/register', { username: 'waiting', email: 'waiting@example.org', password }, 0);
    return {
      ...{ api: confirming, most: forgot.perIdentifier },
      cause: (attempt) => post(confirming, 'send-email-confirmation', { email: 'Waiting@example.org' }, attempt),
    };
  },
  'the link to a new password': async () => {
    await registerUser(site, 'forgetful');
    return {
      ...{ api: site, most: forgot.perIdentifier },
      cause: (attempt) => post(site, 'forgot-password', { email: 'forgetful@example.org' }, attempt),
    };
  },
  'a new device': async () => {
    await registerUser(site, 'traveller');
    return {
      ...{ api: site, most: mailLimits.newDevice.receiver },
      cause: (attempt) =>
        post(site, 'local', { identifier: 'traveller', password, deviceId: `device number ${attempt}` }, attempt),
    };
  },
  'a release': async () => {
    const documentId = await author('planner');
    const release = { name: 'Buy at https://evil.example', schedule: null, createdBy: documentId } as StoredRelease;
    const action = { author: documentId, contentType: 'api::book.book', documentId: 'x', locale: null };
    const refused = { action, documents: [], reasons: [{ message: 'x' }] } as unknown as Parameters<
      typeof mailRefusals
    >[2][number];
    return {
      ...{ api: site, most: mailLimits.release.receiver },
      cause: () => mailRefusals(site.service(), release, [refused]),
    };
  },
  // tests/comments/mail.slow.test.ts has what comments cause.
  'a comment of many senders': () =>
    Promise.resolve({
      ...{ api: site, most: mailLimits.comment.receiver },
      cause: (attempt) =>
        sendLimited(site.service(), 'comment', { to: 'Ada@example.org', subject: 'x', text: 'x' }, `user ${attempt}`),
    }),
};

describe('mails', () => {
  it.each(Object.entries(mails))('about %s are limited for their receiver', async (_, prepare) => {
    const { api, most, cause } = await prepare();
    const sent: readonly Mail[] = captureMails(api);
    for (let attempt = 1; attempt <= 24; attempt++) await cause(attempt);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(most);
    expect(new Set(sent.map(({ subject }) => subject)).size).toBe(1);
    expect(sent[0]?.subject).not.toContain('evil');
  });

  it('are sent nowhere else', async () => {
    const senders: string[] = [];
    for (const folder of ['lib', 'functions', 'cli'])
      for (const name of await readdir(folder, { recursive: true })) {
        const file = `${folder}/${name}`;
        if (file.endsWith('.ts') && /mailerFor\(|sendIfPossible\(|sendLimited\(/.test(await readFile(file, 'utf8')))
          senders.push(file);
      }
    expect(senders.sort()).toEqual([
      // Once for each reset, or for each row of wrong codes.
      'lib/accounts/factors/administrationSteps.ts',
      'lib/accounts/factors/codeLimits.ts',
      'lib/accounts/logins/recordDevice.ts',
      'lib/accounts/mails.ts',
      'lib/accounts/passwords/passwordLinks.ts',
      'lib/accounts/registration/confirmation.ts',
      'lib/comments/mailComments.ts',
      'lib/comments/reviewNotices.ts',
      // What project code sends is its own.
      'lib/platform/mail/mailer.ts',
      'lib/platform/mail/sendLimited.ts',
      'lib/releases/mailRefusals.ts',
    ]);
  });
});
