// The operations of contracts take what their contract declares, and nothing else.
import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../lib/contracts/index.ts';
import { loginTestUser } from '../../cli/testing/testUsers.ts';
import { allContracts } from '../../lib/allContracts.ts';
import { createApi } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

import { library } from '../write/documents/library.ts';

const api = createApi(library);
let administrator: { readonly token: string };
beforeAll(async () => {
  administrator = { token: (await loginTestUser(api.service(), { role: 'administrator' })).jwt };
});

/** A caller who may use the route: an API token has full access to content, but no user. */
const callerOf = (path: string, access: Contract['access']) => {
  if (path.startsWith('/admin')) return { as: { token: secrets.owner } };
  return access === 'editor' ? { as: administrator } : {};
};

const operations = allContracts.flatMap(({ path: base, operations: all, ignoresQuery, envelope, access }: Contract) =>
  Object.entries(all).map(([name, operation]) => {
    const path = `${base}${operation.path ?? ''}`.replace('{id}', '1');
    return { ...operation, name, path, ignoresQuery, envelope, access };
  }),
);

it.each(operations.filter(({ ignoresQuery }) => ignoresQuery === undefined))(
  '$name refuses an unknown parameter',
  async ({ method, path, access }) => {
    const { status, body } = await api.request(method, `${path}?nothing=1`, callerOf(path, access));
    expect([status, body.error.message]).toEqual([400, 'Invalid key nothing']);
  },
);

it.each(operations.filter(({ method }) => method === 'POST' || method === 'PUT'))(
  '$name refuses what its body does not have',
  async ({ method, path, access, envelope, body: declared }) => {
    const values = { nothing: 1 };
    const sent = envelope === true ? { data: values } : values;
    const { status, body } = await api.request(method, path, { ...callerOf(path, access), body: sent });
    const expected = declared === undefined ? 'This request takes no body' : 'Invalid key nothing';
    expect([status, body.error.message]).toEqual([400, expected]);
  },
);
