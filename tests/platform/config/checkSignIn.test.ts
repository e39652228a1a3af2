// Checks of the providers of logins.
import { expect, it } from 'vitest';
import { checkSignIn, defineConfig } from '../../../lib/platform/config/index.ts';

it.each([
  [{ providers: { google: {} }, members: { google: {} } }, 'signIn.members.google: signIn.providers has this name too'],
  [
    { providers: { entra: { issuer: 'https://login.microsoftonline.com/common/v2.0', addressesAreVerified: true } } },
    'signIn.providers.entra.addressesAreVerified: write the issuer of your tenant',
  ],
  ...['https://LOGIN.microsoftonline.com/Organizations/v2.0', 'https://login.microsoftonline.com/common'].map(
    (issuer): [object, string] => [
      { members: { azure: { issuer, addressesAreVerified: true } } },
      'signIn.members.azure.addressesAreVerified: write the issuer of your tenant',
    ],
  ),
  [{ members: { local: {} } }, 'signIn: no provider can be called local'],
  [{ providers: { local: {} } }, 'signIn: no provider can be called local'],
  [
    { providers: { okta: { roles: { 100: 'editor', 20: 'administrator' } } } },
    'signIn.providers.okta.roles.20: the first group counts',
  ],
  [
    { members: { microsoft: { addressesAreVerified: true } } },
    'signIn.members.microsoft.addressesAreVerified: write the issuer of your tenant',
  ],
])('refuses %j', (signIn, message) => {
  expect(() => {
    checkSignIn(defineConfig({ signIn }));
  }).toThrow(message);
});

it('takes providers of editors and of members', () => {
  const addressesAreVerified = true;
  const providers = {
    entra: { issuer: 'https://login.microsoftonline.com/0a1b/v2.0', addressesAreVerified },
    other: { issuer: 'https://login.microsoftonline.com/common.example.org/v2.0', addressesAreVerified },
  };
  checkSignIn(defineConfig({ signIn: { providers, members: { google: {} } } }));
});

it('refuses groups of SCIM whose order is lost, and takes a single one', () => {
  const check = (groups: object) => () => {
    checkSignIn(defineConfig({ scim: { groups } }));
  };
  expect(check({ Web: { role: 'editor' }, 7: { role: 'author' } })).toThrow('scim.groups.7: the first group counts');
  check({ 7: { role: 'editor' } })();
});
