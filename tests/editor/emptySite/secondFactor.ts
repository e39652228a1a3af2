// Second factors in the editor, with the virtual authenticator of Chromium: set-up, logins, confirmations, recovery, resets.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, it } from 'vitest';
import {
  editorPassword,
  hasChromium,
  type EditorSite,
  waitForScreen,
  type EditorPage,
  type EditorRole,
} from '../../setup/editor.ts';
import { expectAccessible } from '../axe.ts';
import { isFocused, logOut, typeCredentials } from '../page.ts';

interface Authenticator {
  /** Whether the owner shows a finger. */
  readonly setVerified: (isUserVerified: boolean) => Promise<void>;
}

/** Gives a page an authenticator, as a laptop has one. */
const addAuthenticator = async (context: BrowserContext, page: Page): Promise<Authenticator> => {
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
};

const home = (page: Page) => page.getByRole('heading', { level: 1, name: /Hello/ });

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Adds a passkey in "My account". @returns the recovery codes */
const addPasskey = async (page: Page): Promise<readonly string[]> => {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).waitFor();
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await dialog.waitFor({ state: 'detached' });
  return codes;
};

/** The type of the role that requires a second factor. */
export const guardedRole = 'guarded';

export const testSecondFactor = (editor: EditorSite): void => {
  const makeStale = async (role: EditorRole): Promise<void> => {
    const sessions = (await editor.database()).collection('lectern_sessions');
    const { documentId: user } = editor.user(role);
    await sessions.updateMany({ user }, { $set: { confirmedAt: new Date(Date.now() - 3_600_000) } });
  };

  // Each test begins with users without a factor, also after one that failed.
  afterEach(async () => {
    if (hasChromium) await (await editor.database()).collection('lectern_factors').deleteMany({});
  });

  /** Opens the account of a user. */
  const openAccount = async (role: EditorRole): Promise<EditorPage> => {
    const opened = await editor.open('/account', { role });
    await opened.page.getByText('You have no second factor.', { exact: false }).waitFor();
    return opened;
  };

  describe.runIf(hasChromium)('a passkey', () => {
    it('logs in alone, and after the password, and confirms a change', async () => {
      const { page, context, errors } = await openAccount('administrator');
      const authenticator = await addAuthenticator(context, page);
      await addPasskey(page);
      await logOut(page);
      await authenticator.setVerified(false);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('alert').getByText('The browser gave no passkey.').waitFor();
      await authenticator.setVerified(true);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await home(page).waitFor();

      await logOut(page);
      await typeCredentials(page, editor.user('administrator').email);
      const usePasskey = page.getByRole('button', { name: 'Use your passkey' });
      await usePasskey.click();
      await home(page).waitFor();

      await makeStale('administrator');
      await page.getByRole('navigation').first().getByRole('link', { name: 'API tokens' }).click();
      await waitForScreen(page);
      await page.getByRole('button', { name: 'Create a token' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('After a confirmation');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await expect.poll(isFocused(stepUp.getByRole('button', { name: 'Use your passkey' }))).toBe(true);
      await page.keyboard.press('Enter');
      await stepUp.waitFor({ state: 'detached' });
      await page.getByText('After a confirmation').first().waitFor();
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('a role that requires a second factor', () => {
    it('leads through the set-up of an app at the login', async () => {
      const { roles } = await editor.api('GET', '/api/users-permissions/roles');
      const { id } = roles.find(({ type }: { type: string }) => type === 'author');
      const { permissions } = (await editor.api('GET', `/api/users-permissions/roles/${id}`)).role;
      await editor.api('POST', '/api/users-permissions/roles', { name: 'Guarded', type: guardedRole, permissions });
      const all = (await editor.api('GET', '/api/users-permissions/roles')).roles;
      const role = all.find(({ type }: { type: string }) => type === guardedRole).id;
      const email = 'guarded@example.org';
      const user = { email, username: 'guarded', password: editorPassword, confirmed: true, role };
      await editor.api('POST', '/api/users', user);
      const { page, errors } = await editor.open('/login', { role: null });
      await typeCredentials(page, email);
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
      await expect.poll(isFocused(page.getByRole('button', { name: 'Add a passkey' }))).toBe(true);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Set up an app' }).click();
      await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
      const secret = await page.getByRole('textbox', { name: 'Or type this key into the app' }).inputValue();
      await expectAccessible(page);
      const code = page.getByRole('textbox', { name: 'Code from your app' });
      await code.fill('000000');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('alert').waitFor();
      await code.fill(codeOf(secret));
      await page.getByRole('button', { name: 'Confirm' }).click();
      expect(await home(page).count()).toBe(0);
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await home(page).waitFor();

      await logOut(page);
      await typeCredentials(page, email);
      await code.waitFor();
      await expectAccessible(page);
      await code.fill(codeOf(secret, 1));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await home(page).waitFor();
      expect(errors).toEqual([]);
    });
  });
};
