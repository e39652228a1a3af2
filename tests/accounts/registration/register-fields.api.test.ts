// A site's own attributes of users, and which of them a registration or another body may set.
import { describe, expect, it } from 'vitest';
import { checkRegisterFields, type Config } from '../../../lib/platform/config/index.ts';
import { createApi, schemaOf, testConfig, typeFile, type Reply } from '../../setup/api.ts';
import { postAuth, password, registerUser } from '../../setup/users.ts';

const schema = schemaOf({
  'user.json': typeFile(
    'user',
    {
      email: { type: 'email', required: true },
      city: { type: 'string', maxLength: 10 },
      newsletter: { type: 'boolean' },
      notes: { type: 'text', private: true },
      plan: { type: 'string', writable: false, default: 'free' },
    },
    { collectionName: 'up_users' },
  ),
});

const configured = (...fields: readonly string[]): Config => ({
  ...testConfig,
  auth: { ...testConfig.auth, registerFields: fields },
});

const api = createApi(schema, configured('city'));
const registration = { username: 'ada', email: 'ada@example.org', password };

describe('a registration', () => {
  it('may set the configured attributes, and no others', async () => {
    expect(
      (await postAuth(api, 'local/register', { ...registration, city: 'far too long a name' })).body.error.message,
    ).toBe('city must be at most 10 characters');
    expect(
      (await postAuth(api, 'local/register', { ...registration, city: 'Bath', newsletter: true })).body.error.message,
    ).toBe('Invalid parameters: newsletter');
    expect((await postAuth(api, 'local/register', { ...registration, city: 'Bath' })).body.user).toMatchObject({
      city: 'Bath',
    });
  });

  it.each(['notes', 'role', 'confirmed', 'sessionsSince', 'documentId', 'nope'])('%s cannot be configured', (name) => {
    expect(() => checkRegisterFields(configured('city', name).auth, schema)).toThrow(
      `auth.registerFields: ${name} is not a public attribute`,
    );
  });

  it('email stays unique, whatever the schema of the site says', () => {
    expect(schema.types.get('plugin::users-permissions.user')?.attributes.get('email')).toMatchObject({ unique: true });
  });
});

describe('all faults are reported at once', () => {
  const faultsOf = ({ status, body }: Reply) => {
    const errors = body.error?.details?.errors as readonly { path: readonly string[]; message: string }[] | undefined;
    return [status, Object.fromEntries((errors ?? []).map(({ path, message }) => [path.join('.'), message]))];
  };
  const faulty = { username: 'ed', email: 'eve@example.org', password: '12345', city: 'far too long a name' };
  const shortName = 'username must be at least 3 characters';
  const faults = {
    username: shortName,
    password: 'password must be at least 6 characters',
    city: 'city must be at most 10 characters',
  };

  it.each([
    ['of lengths', 'cal', faulty, faults],
    [
      'of a common password',
      'dan',
      { ...faulty, password: 'dragon', city: 'Bath' },
      { username: shortName, password: 'password is one of the most common ones: choose another' },
    ],
    [
      'of hidden characters and a long password',
      'ida',
      { ...faulty, username: 'eve\u200B', password: 'x'.repeat(1025) },
      {
        username: 'username must be one line of visible characters, without blanks around it',
        password: 'Password must be less than 1025 bytes',
        city: faults.city,
      },
    ],
  ])('%s', async (_, other, body, expected) => {
    expect(faultsOf(await postAuth(api, 'local/register', body))).toEqual([400, expected]);
    expect(faultsOf(await api.request('POST', '/api/users', { body }))).toEqual([400, expected]);
    const { id } = await registerUser(api, other);
    expect(faultsOf(await api.request('PUT', `/api/users/${id}`, { body }))).toEqual([400, expected]);
  });

  it('also that a name is the address of somebody else', async () => {
    const body = { ...faulty, username: 'else@example.org' };
    const expected = { ...faults, username: 'A username with an @ must be your email address' };
    expect(faultsOf(await postAuth(api, 'local/register', body))).toEqual([400, expected]);
  });
});

it('an attribute with writable: false is ignored in the bodies of users, so that what was read can be sent back', async () => {
  const bob = { username: 'bob', email: 'bob@example.org', password, plan: 'gold' };
  const { status, body } = await api.request('POST', '/api/users', { body: bob });
  expect([status, body.plan]).toEqual([201, 'free']);
  const changed = await api.request('PUT', `/api/users/${body.id}`, { body: { ...body, city: 'Bath', plan: 'gold' } });
  expect([changed.status, changed.body]).toMatchObject([200, { city: 'Bath', plan: 'free' }]);
});
