// Registering, logging in, and the errors of both.
import { memberPassword as password, type Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const register = '/api/auth/local/register';
const local = '/api/auth/local';

const whole = { username: 'eve', email: 'eve@example.org', password };

/** Bodies that registration refuses, by label. */
const unfit: Readonly<Record<string, unknown>> = {
  'no body': undefined,
  'an empty body': {},
  'a list': [],
  'an envelope': { data: whole },
  'no name': { ...whole, username: undefined },
  'an empty name': { ...whole, username: '' },
  'a name of two letters': { ...whole, username: 'ev' },
  'a name that is null': { ...whole, username: null },
  'a name that is a number': { ...whole, username: 12345 },
  'a name that is an object': { ...whole, username: { $ne: null } },
  'no address': { ...whole, email: undefined },
  'an address that is none': { ...whole, email: 'eve' },
  'an address that is null': { ...whole, email: null },
  'an address that is an object': { ...whole, email: { $gt: '' } },
  'no password': { ...whole, password: undefined },
  'an empty password': { ...whole, password: '' },
  'a short password': { ...whole, password: '12345' },
  'a password that is a number': { ...whole, password: 123456 },
  'two faults': { username: 'eve' },
  'a name of two letters and a short password': { ...whole, username: 'ev', password: '12345' },
  'a role': { ...whole, role: 1 },
  'confirmed and blocked': { ...whole, confirmed: true, blocked: false },
  'an unknown key': { ...whole, nope: 1 },
  'a provider': { ...whole, provider: 'local' },
  'broken JSON': '{"username":',
};

/** Bodies that login refuses, by label. */
const refused: Readonly<Record<string, unknown>> = {
  'a wrong password': { identifier: 'ada', password: 'a loud room' },
  'an unknown name': { identifier: 'nobody', password },
  'an unknown address': { identifier: 'nobody@example.org', password },
  'a name in another case': { identifier: 'aDa', password },
  'a name with spaces': { identifier: ' ada ', password },
  'a password with spaces': { identifier: 'ada', password: `${password} ` },
  'no identifier': { password },
  'no password': { identifier: 'ada' },
  neither: {},
  'no body': undefined,
  'an empty identifier': { identifier: '', password },
  'an empty password': { identifier: 'ada', password: '' },
  'an identifier that is null': { identifier: null, password },
  'an identifier that is an object': { identifier: { $ne: null }, password },
  'an identifier that is a list': { identifier: ['ada'], password },
  'a password that is an object': { identifier: 'ada', password: { $ne: null } },
  'a password that is a number': { identifier: 'ada', password: 5 },
  'a username': { username: 'ada', password },
  'broken JSON': '{"identifier":',
};

export default {
  uses: ['users'],
  play: async ({ send, get }) => {
    const post = (label: string, url: string, body?: unknown, as: Call['as'] = null) =>
      send(label, 'POST', url, { body, as });
    const ada = { username: 'ada', email: 'Ada@Example.ORG', password };
    await post('registers', register, ada);
    await post('the name is taken', register, { ...ada, email: 'other@example.org' });
    await post('the address is taken', register, { ...ada, username: 'other' });
    await post('the address is taken in another case', register, {
      ...ada,
      username: 'other',
      email: 'ADA@example.org',
    });
    await post('the address is a name', register, { ...ada, username: 'ada@example.org', email: 'x@example.org' });
    await post('both are taken', register, ada);
    await post('the name in another case is free', register, { ...ada, username: 'ADA', email: 'upper@example.org' });
    await post('a name with spaces', register, { ...ada, username: 'ada b c', email: 'spaces@example.org' });
    await post('a password of 72 bytes', register, {
      username: 'long',
      email: 'long@example.org',
      password: 'x'.repeat(72),
    });
    for (const [label, body] of Object.entries(unfit)) await post(`register: ${label}`, register, body);
    await post('with a token', register, { ...whole, username: 'tok', email: 'tok@example.org' }, 'full-access');
    await post(
      'with a read-only token',
      register,
      { ...whole, username: 'rea', email: 'rea@example.org' },
      'read-only',
    );

    const { jwt } = (await post('by name', local, { identifier: 'ada', password })).body;
    await post('by a form', local, new URLSearchParams({ identifier: 'ada', password }));
    const formed = { username: 'form', email: 'form@example.org', password };
    await post('registers by a form', register, new URLSearchParams(formed));
    await get('the session works', '/api/users/me', { as: { token: jwt } });
    await post('by address', local, { identifier: 'ada@example.org', password });
    await post('by address in another case', local, { identifier: 'ADA@EXAMPLE.org', password });
    await post('by the name that differs in case', local, { identifier: 'ADA@example.ORG', password });
    await post('with keys beside', local, { identifier: 'ada', password, deviceId: 'd', nope: 1 });
    for (const [label, body] of Object.entries(refused)) await post(`login: ${label}`, local, body);
    await post('login with a session', local, { identifier: 'ada', password }, { token: jwt });
    await post('login with a token', local, { identifier: 'ada', password }, 'full-access');
    await post('login with a token that is none', local, { identifier: 'ada', password }, { token: 'x' });
    await get('login is no GET', local, { as: null });
    await get('a user who registered', '/api/users?filters[username]=ada&populate=role');
  },
} satisfies Scenario;
