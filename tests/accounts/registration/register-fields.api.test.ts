// A site's own attributes of users, and which of them a registration or another body may set.
import { describe, expect, it } from 'vitest';
import { checkRegisterFields, type Config } from '../../../lib/platform/config/index.ts';
import { createApi, schemaOf, testConfig, typeFile } from '../../setup/api.ts';
import { postAuth, password } from '../../setup/users.ts';

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

it('an attribute with writable: false is ignored in the bodies of users, so that what was read can be sent back', async () => {
  const bob = { username: 'bob', email: 'bob@example.org', password, plan: 'gold' };
  const { status, body } = await api.request('POST', '/api/users', { body: bob });
  expect([status, body.plan]).toEqual([201, 'free']);
  const changed = await api.request('PUT', `/api/users/${body.id}`, { body: { ...body, city: 'Bath', plan: 'gold' } });
  expect([changed.status, changed.body]).toMatchObject([200, { city: 'Bath', plan: 'free' }]);
});
