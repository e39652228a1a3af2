// Second factors in the editor, with the virtual authenticator of Chromium: set-up, logins, confirmations, clones, recovery.
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { editorPassword, hasChromium, startEditor, waitForScreen, type EditorRole } from '../setup/editor.ts';
import { findViolations } from './axe.ts';

const editor = startEditor({ content: {}, settings: { signIn: { secondFactor: { requiredFor: ['author'] } } } });

interface Credential {
  readonly credentialId: string;
  readonly signCount: number;
}

interface Authenticator {
  readonly credentials: () => Promise<readonly Credential[]>;
  /** Sets the counter back, as that of an authenticator which has a copy of the key. */
  readonly setCounter: (signCount: number) => Promise<void>;
  /** Whether the owner shows a finger. */
  readonly setVerified: (isUserVerified: boolean) => Promise<void>;
}

/** Gives a page an authenticator, as a laptop has one. */
const addAuthenticator = async (context: BrowserContext, page: Page): Promise<Authenticator> => {
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const credentials = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    credentials,
    setCounter: async (signCount) => {
      const [credential] = await credentials();
      if (credential === undefined) throw new Error('There is no passkey');
      const { credentialId } = credential;
      await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } });
    },
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
};

const typeCredentials = async (page: Page, role: EditorRole): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email address or name' }).fill(editor.user(role).email);
  await page.getByRole('textbox', { name: 'Password' }).fill(editorPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('textbox', { name: 'Email address or name' }).waitFor();
};

const home = (page: Page) => page.getByRole('heading', { level: 1, name: /Hello/ });

const actionsOf = async (role: EditorRole): Promise<readonly string[]> => {
  const rows = (await editor.database()).collection('lectern_audit');
  const filter = { 'target.documentId': editor.user(role).documentId };
  return (await rows.find(filter).sort({ _id: 1 }).toArray()).map(({ action }) => String(action));
};

const makeStale = async (role: EditorRole): Promise<void> => {
  const sessions = (await editor.database()).collection('lectern_sessions');
  const { documentId: user } = editor.user(role);
  await sessions.updateMany({ user }, { $set: { provedAt: new Date(Date.now() - 3_600_000) } });
};

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

describe.runIf(hasChromium)('a passkey', () => {
  it('is set up in the account, logs in alone and after the password, and is refused when it is a clone', async () => {
    const { page, context, errors } = await editor.open('/account');
    const authenticator = await addAuthenticator(context, page);
    await page.getByText('You have no second factor.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop');
    expect(await findViolations(page, '[role=dialog]')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByRole('button', { name: 'I have kept them' }).waitFor();
    const recoveryCodes = await dialog.getByRole('listitem').allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    expect(await findViolations(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Laptop', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    // Without a name and a password.
    await logOut(page);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await home(page).waitFor();

    // After the password.
    await logOut(page);
    await typeCredentials(page, 'administrator');
    const usePasskey = page.getByRole('button', { name: 'Use your passkey' });
    await usePasskey.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await usePasskey.click();
    await home(page).waitFor();
    const [credential] = await authenticator.credentials();
    expect(credential?.signCount).toBeGreaterThanOrEqual(2);

    // The owner shows no finger.
    await logOut(page);
    await authenticator.setVerified(false);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').waitFor();
    await authenticator.setVerified(true);

    // Another authenticator with the same key does not know how often this one was used.
    await authenticator.setCounter(0);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect.poll(() => actionsOf('administrator')).toContain('factor.cloned');
    await page.getByRole('alert').waitFor();
    expect(await home(page).count()).toBe(0);
    await authenticator.setCounter(1000);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await home(page).waitFor();

    // A recovery code, and the browser is remembered.
    await logOut(page);
    await typeCredentials(page, 'administrator');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '');
    await page.getByRole('checkbox', { name: 'Remember this browser for 30 days' }).check();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await home(page).waitFor();
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('__Host-lectern_device');
    await logOut(page);
    await typeCredentials(page, 'administrator');
    await home(page).waitFor();

    // Changes ask for the factor, and are then sent again.
    await makeStale('administrator');
    await page.goto(`${editor.url()}/editor/admin/tokens`);
    await waitForScreen(page);
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('After a confirmation');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await stepUp.getByRole('button', { name: 'Use your passkey' }).click();
    await stepUp.waitFor({ state: 'detached' });
    await page.getByText('After a confirmation').first().waitFor();

    // Renamed, and removed.
    await page.goto(`${editor.url()}/editor/account`);
    await page.getByRole('button', { name: 'Rename “Laptop”' }).click();
    await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Old laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove “Old laptop”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('You have no second factor.', { exact: false }).waitFor();
    expect(await actionsOf('administrator')).toEqual(
      expect.arrayContaining(['factor.add', 'factor.recover', 'factor.remember', 'factor.confirm', 'factor.remove']),
    );
    expect(errors).toEqual([]);
  });
});

describe.runIf(hasChromium)('the confirmation of a change', () => {
  it('works with the keyboard, returns the focus, and lets the change go on', async () => {
    const { page, errors } = await editor.open('/account');
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const secret = await page.getByRole('textbox', { name: 'Or type this key into the app' }).inputValue();
    await page.getByRole('textbox', { name: 'Code of your app' }).fill(codeOf(secret, -1));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await makeStale('administrator');

    const code = page.getByRole('textbox', { name: 'Code of your app' });
    const remove = page.getByRole('button', { name: 'Remove “Authenticator app”' });
    const isFocused = (locator: Locator) => () =>
      locator.evaluate((element) => element === element.ownerDocument.activeElement);
    const askToRemove = async () => {
      await remove.focus();
      await page.keyboard.press('Enter');
      const question = page.getByRole('dialog', { name: 'Remove “Authenticator app”?' });
      await question.getByRole('button', { name: 'Remove', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(isFocused(code)).toBe(true);
    };
    await askToRemove();
    expect(await findViolations(page, '[role=dialog]')).toEqual([]);
    // Nothing happens without the confirmation, and the page says so.
    await page.keyboard.press('Escape');
    await page.getByRole('alert').waitFor();
    await expect.poll(isFocused(remove)).toBe(true);
    await askToRemove();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This was not right').waitFor();
    await expect.poll(isFocused(code)).toBe(true);
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByText('You have no second factor.', { exact: false }).waitFor();
    expect(errors).toEqual([]);
  });
});

describe.runIf(hasChromium)('a role that requires a second factor', () => {
  it('leads through the set-up of an app at the login, and an administrator can reset it', async () => {
    const { page, errors } = await editor.open('/login', { role: null });
    await typeCredentials(page, 'author');
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
    const secret = await page.getByRole('textbox', { name: 'Or type this key into the app' }).inputValue();
    expect(await findViolations(page)).toEqual([]);
    const code = page.getByRole('textbox', { name: 'Code of your app' });
    await code.fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('alert').waitFor();
    await code.fill(codeOf(secret, -1));
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect(await home(page).count()).toBe(0);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await home(page).waitFor();

    await logOut(page);
    await typeCredentials(page, 'author');
    await code.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await code.fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await home(page).waitFor();

    const { page: users } = await editor.open('/admin/users');
    await users.getByRole('table').getByText('App', { exact: true }).waitFor();
    await users.route('**/api/auth/factors/reset', async (route) => {
      await route.fulfill({ response: await route.fetch(), json: { data: { reset: true, mailed: false } } });
    });
    await users.getByRole('button', { name: 'Actions for author' }).click();
    await users.getByRole('menuitem', { name: 'Reset second factor' }).click();
    await users.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
    await users.getByText('The second factor of author is reset, but the mail about it could not be sent').waitFor();
    expect(await actionsOf('author')).toContain('factor.reset');
    await users.getByRole('table').getByText('App', { exact: true }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});
