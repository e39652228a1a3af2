// A site's own attributes of users, and which of them a registration may set.
import { describe, expect, it } from 'vitest';
import { checkRegisterFields, type Config } from '../../../lib/platform/config/index.ts';
import { createApi, schemaOf, testConfig } from '../../setup/api.ts';
import { postAuth, password } from '../../setup/users.ts';

const schema = schemaOf({
  'user.json': JSON.stringify({
    collectionName: 'up_users',
    info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
    attributes: {
      email: { type: 'email', required: true },
      city: { type: 'string', maxLength: 10 },
      newsletter: { type: 'boolean' },
      notes: { type: 'text', private: true },
    },
  }),
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
