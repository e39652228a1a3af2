// Forgotten passwords, blocked and deleted users, and confirmation of addresses.
import { memberPassword as password, type Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const forgot = '/api/auth/forgot-password';
const reset = '/api/auth/reset-password';
const me = '/api/users/me';
const next = 'a loud room';
const both = { password: next, passwordConfirmation: next };

const unfitResets: Readonly<Record<string, unknown>> = {
  'no body': undefined,
  'no code': both,
  'an empty code': { code: '', ...both },
  'an unknown code': { code: 'unknown', ...both },
  'a code that is null': { code: null, ...both },
  'a code that is an object': { code: { $ne: null }, ...both },
  'another confirmation': { code: 'unknown', password: next, passwordConfirmation: password },
  'no password': { code: 'unknown' },
};

const unfitForgots: Readonly<Record<string, unknown>> = {
  'no body': undefined,
  'an empty body': {},
  'an address that is none': { email: 'nobody' },
  'an empty address': { email: '' },
  'an address that is an object': { email: { $ne: null } },
  'an address that is null': { email: null },
};

export default {
  uses: ['users', 'plants', 'beds'],
  play: async ({ send, get, member, allow, codeFor }) => {
    const post = (label: string, url: string, body?: unknown, as: Call['as'] = null) =>
      send(label, 'POST', url, { body, as });
    const ada = await member('ada');
    for (const [label, body] of Object.entries(unfitForgots)) await post(`forgot: ${label}`, forgot, body);
    await post('forgot by nobody', forgot, { email: 'nobody@example.org' });
    await post('forgot', forgot, { email: 'ADA@example.org' });
    await post('forgot with a key beside', forgot, { email: 'nobody@example.org', nope: 1 });
    for (const [label, body] of Object.entries(unfitResets)) await post(`reset: ${label}`, reset, body);
    const code = await codeFor('ada@example.org');
    const again = { code, password, passwordConfirmation: password };
    await post('reset to a short one', reset, { code, password: '12345', passwordConfirmation: '12345' });
    await post('reset with another confirmation', reset, { code, password: next, passwordConfirmation: password });
    await post('reset with a key beside', reset, { ...again, nope: 1 });
    await post('reset', reset, again);
    await post('reset with a used code', reset, again);
    await get('the session from before a reset', me, { as: ada.as });
    const as = {
      token: (await post('login after a reset', '/api/auth/local', { identifier: 'ada', password })).body.jwt,
    };

    const bob = await member('bob');
    await allow('public', ['bed.find']);
    await send('block', 'PUT', `/api/users/${bob.id}`, { body: { blocked: true } });
    await get('me of a blocked user', me, { as: bob.as });
    await get('what the public may not read, blocked', '/api/plants', { as: bob.as });
    await get('what the public may read, blocked', '/api/beds', { as: bob.as });
    await get('what the public may read, with a token that is none', '/api/beds', { as: { token: 'none' } });
    await get('what the public may read, with an odd JWT', '/api/beds', { as: { token: `${bob.as.token}x` } });
    await get('what the public may read, as a member who may not', '/api/beds', { as });
    await get('what the public may read', '/api/beds', { as: null });
    await post('login of a blocked user', '/api/auth/local', { identifier: 'bob', password });
    await post('wrong login of a blocked user', '/api/auth/local', { identifier: 'bob', password: next });
    await post('forgot of a blocked user', forgot, { email: 'bob@example.org' });
    await send('unblock', 'PUT', `/api/users/${bob.id}`, { body: { blocked: false } });
    await get('me of an unblocked user', me, { as: bob.as });
    await send('gone', 'DELETE', `/api/users/${ada.id}`);
    await get('me of a deleted user', me, { as });
    await get('what the public may read, by a deleted user', '/api/beds', { as });
    await post('login of a deleted user', '/api/auth/local', { identifier: 'ada', password });
    await send('the name is free', 'POST', '/api/auth/local/register', {
      body: { username: 'ada', email: 'ada@example.org', password },
      as: null,
    });
    await post('confirmation for nobody', '/api/auth/send-email-confirmation', { email: 'nobody@example.org' });
    await post('confirmation without an address', '/api/auth/send-email-confirmation', {});
    await post('confirmation of who has confirmed', '/api/auth/send-email-confirmation', { email: 'bob@example.org' });
    await get('confirming with an odd code', '/api/auth/email-confirmation?confirmation=x', { as: null });
    await get('confirming without a code', '/api/auth/email-confirmation', { as: null });
    await post('refresh where it is off', '/api/auth/refresh', { refreshToken: 'x' });
  },
} satisfies Scenario;
