// `/api/users/me` with different credentials, and changing the password.
import { memberPassword as password, type Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const change = '/api/auth/change-password';
const next = 'a loud room';
const both = { password: next, passwordConfirmation: next };

const unfitChanges: Readonly<Record<string, unknown>> = {
  'no body': undefined,
  'an empty body': {},
  'no current password': both,
  'no confirmation': { currentPassword: password, password: next },
  'no new password': { currentPassword: password, passwordConfirmation: next },
  'another confirmation': { currentPassword: password, password: next, passwordConfirmation: password },
  'a wrong current password': { currentPassword: 'wrong', ...both },
  'the same password': { currentPassword: password, password, passwordConfirmation: password },
  'a short password': { currentPassword: password, password: '12345', passwordConfirmation: '12345' },
  'a number': { currentPassword: password, password: 123456, passwordConfirmation: 123456 },
  'an object': { currentPassword: { $ne: null }, ...both },
  'a key beside': { currentPassword: password, ...both, nope: 1 },
};

export default {
  uses: ['users'],
  play: async ({ send, get, member, allow }) => {
    const post = (label: string, url: string, body?: unknown, as: Call['as'] = null) =>
      send(label, 'POST', url, { body, as });
    const { as } = await member('ada');
    const me = '/api/users/me';
    await get('me', me, { as });
    await get('me without credentials', me, { as: null });
    await get('me with a token', me);
    await get('me with a read-only token', me, { as: 'read-only' });
    await get('me with a token that is none', me, { as: { token: 'none' } });
    await get('me with an odd JWT', me, { as: { token: `${as.token}x` } });
    await get('me with a JWT of no algorithm', me, {
      as: { token: `eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.${as.token.split('.')[1] ?? ''}.` },
    });
    await get('me with a role that may not be seen', `${me}?populate=role`, { as });
    await get('me populated with everything', `${me}?populate=*`, { as });
    await get('me with some fields', `${me}?fields=username,email`, { as });
    await get('me with an unknown field', `${me}?fields=nope`, { as });
    await get('me with the password', `${me}?fields=password`, { as });
    await get('me with an unknown relation', `${me}?populate=nope`, { as });
    await allow('authenticated', ['role.find']);
    await get('me with a role that may be seen', `${me}?populate=role`, { as });
    await get('me with some of the role', `${me}?populate[role][fields]=name`, { as });
    await allow('authenticated', []);

    for (const [label, body] of Object.entries(unfitChanges)) await post(`change: ${label}`, change, body, as);
    await post('change without credentials', change, { currentPassword: password, ...both });
    await post('change with a token', change, { currentPassword: password, ...both }, 'full-access');
    const { jwt } = (await post('change', change, { currentPassword: password, ...both }, as)).body;
    await get('the next session', me, { as: { token: jwt } });
    await post('login with the last password', '/api/auth/local', { identifier: 'ada', password });
    await post('login with the new password', '/api/auth/local', { identifier: 'ada', password: next });
  },
} satisfies Scenario;
