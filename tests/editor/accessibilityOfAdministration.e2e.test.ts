// axe finds nothing on the screens of the administration and of the account: light and dark, wide and narrow.
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';
import { checkScreens, opened, screen, type Screen } from './axe.ts';

const editor = startEditor();

const findRole = async (): Promise<string> => {
  const { roles } = (await editor.api('GET', '/api/users-permissions/roles')) as {
    roles: readonly { id: number; type: string }[];
  };
  return `/admin/roles/${String(roles.find(({ type }) => type === 'author')?.id)}`;
};

const screens: readonly Screen[] = [
  screen('users', '/admin/users', 'Users'),
  opened('invitation', 'Invite a user'),
  screen('roles', '/admin/roles', 'Roles'),
  screen('role', findRole, 'Author'),
  opened('condition', /^Condition of/),
  screen('tokens', '/admin/tokens', 'API tokens'),
  opened('new token', 'Create a token'),
  screen('webhooks', '/admin/webhooks', 'Webhooks'),
  screen('new webhook', '/admin/webhooks/new', 'Add a webhook'),
  screen('locales', '/admin/locales', 'Locales'),
  opened('new locale', 'Add a locale'),
  screen('activity', '/admin/activity', 'Activity'),
  screen('account', '/account', 'My account'),
  opened('log out everywhere', 'Log out everywhere'),
  { name: 'nothing', path: '/nothing', show: (page) => page.getByText('There is nothing here').waitFor() },
];

describe.runIf(hasChromium)('axe finds nothing', () => {
  it('on the administration', async () => {
    expect(await checkScreens(await editor.open(), screens)).toEqual([]);
  });
});
