// The operations of contracts take what their contract declares, and nothing else.
import { expect, it } from 'vitest';
import type { Contract } from '../../lib/contracts/index.ts';
import { contracts } from '../../lib/api/http/routes/index.ts';
import { createApi } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { library } from '../write/documents/library.ts';

const api = createApi(library);
/** Only routes below `/admin` take the owner token; the API adds a token with full access to other requests. */
const callerOf = (path: string) => (path.startsWith('/admin') ? { as: { token: secrets.owner } } : {});

const operations = contracts.flatMap(({ path: base, operations: all, ignoresQuery }: Contract) =>
  Object.entries(all).map(([name, operation]) => {
    const path = `${base}${operation.path ?? ''}`.replace('{id}', '1');
    return { ...operation, name, path, ignoresQuery };
  }),
);

it.each(operations.filter(({ ignoresQuery }) => ignoresQuery === undefined))(
  '$name refuses an unknown parameter',
  async ({ method, path }) => {
    const { status, body } = await api.request(method, `${path}?nothing=1`, callerOf(path));
    expect([status, body.error.message]).toEqual([400, 'Invalid key nothing']);
  },
);

it.each(operations.filter(({ method }) => method === 'POST' || method === 'PUT'))(
  '$name refuses what its body does not have',
  async ({ method, path, body: declared }) => {
    const { status, body } = await api.request(method, path, { ...callerOf(path), body: { nothing: 1 } });
    const expected = declared === undefined ? 'This request takes no body' : 'Invalid key nothing';
    expect([status, body.error.message]).toEqual([400, expected]);
  },
);
