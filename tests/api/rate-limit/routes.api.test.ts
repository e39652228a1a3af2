// Which requests are rate-limited, and by what.
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { library } from '../../write/documents/library.ts';
import { attemptSeconds, createApi } from '../../setup/api.ts';

const limit = { perAddress: 3, perIdentifier: 2 };
const config = {
  ...defaultConfig,
  auth: {
    ...defaultConfig.auth,
    limits: {
      seconds: attemptSeconds,
      login: { ...limit, beforeDelay: 100 },
      register: limit,
      forgot: limit,
      refresh: limit,
    },
  },
};

describe.each([
  ['local', (identifier: string) => ({ identifier, password: 'not the one' })],
  ['local/register', (email: string) => ({ username: 'a', email, password: 'short' })],
  ['forgot-password', (email: string) => ({ email })],
  ['send-email-confirmation', (email: string) => ({ email })],
])('POST /api/auth/%s', (path, body) => {
  const api = createApi(library, config);
  const ask = async (identifier: string) => {
    const { status, headers } = await api.request('POST', `/api/auth/${path}`, { as: null, body: body(identifier) });
    return [status === 429, headers['retry-after'] !== undefined];
  };
  const allowed = [false, false];
  const refused = [true, true];

  it('is refused after too many requests with one identifier or from one address', async () => {
    expect(await ask('one@example.org')).toEqual(allowed);
    expect(await ask('ONE@example.org')).toEqual(allowed);
    expect(await ask('one@example.org')).toEqual(refused);
    expect(await ask('other@example.org')).toEqual(refused);
  });
});
