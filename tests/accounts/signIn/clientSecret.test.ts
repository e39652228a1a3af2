// The secrets of the clients of providers, as the environment has them.
import { describe, expect, it } from 'vitest';
import { findClientSecret } from '../../../lib/accounts/signIn/clientSecret.ts';
import { secrets } from '../../setup/secrets.ts';

const find = (signIn: string | undefined) =>
  findClientSecret(
    { secrets: { ...secrets, signIn }, now: () => new Date() },
    { name: 'okta', clientId: 'client', issuer: 'https://okta.example.org' },
  );

describe('the secret of a client', () => {
  it('is the text of its provider', async () => {
    expect(await find('{"okta":"a text","google":"another"}')).toBe('a text');
  });

  it.each([undefined, '{}', '{"google":"another"}', '{"okta":""}'])(
    'is missing for a public client: %s',
    async (text) => {
      expect(await find(text)).toBeUndefined();
    },
  );

  it.each(['{"okta":"s3cret"', "{'okta':'s3cret'}", 's3cret', '"s3cret"', '["s3cret"]', 'null', '{"okta":["s3cret"]}'])(
    'is never left out because it is not valid, and is in no message: %s',
    async (text) => {
      const error: unknown = await find(text).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: expect.stringMatching(/^LECTERN_SIGN_IN_SECRETS(?!.*s3cret)/) });
    },
  );
});
