// Logins by an OpenID Connect provider in a browser: to the provider, through its consent, and back into the editor.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { editorPassword, hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { clientId, startProvider, type TestProvider } from '../../setup/oidcProvider.ts';
import { freePort } from '../../setup/port.ts';
import { addPerson } from '../../setup/providerSite.ts';
import { findViolations } from '../axe.ts';
import { logOut, typeCredentials } from '../page.ts';

/** Starts a provider for the test file, and chooses the address of the site, which the provider has to know. */
export const startSiteProvider = async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const redirects = ['example', 'partner'].map((name) => `${url}/admin/connect/${name}`);
  const provider = await startProvider(redirects, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: redirects,
        post_logout_redirect_uris: [`${url}/editor/login`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
  });
  afterAll(() => provider.stop());
  const { issuer } = provider;
  const providers = {
    example: { label: 'Example Inc.', issuer, clientId, roles: { writers: 'editor' } },
    partner: { label: 'Partner', issuer, clientId, linkVerifiedAddresses: true },
  };
  return { provider, port, signIn: { url, providers } };
};

const toProvider = (page: Page) => page.getByRole('link', { name: 'Log in with Example Inc.' });

/** Logs in at the pages of the provider, and consents. */
const consent = async (page: Page, account: string): Promise<void> => {
  await page.getByPlaceholder('Enter any login').fill(account);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

const userIn = (page: Page) => page.getByRole('button', { name: /^Menu of/ });

export const testSignIn = (editor: EditorSite, provider: TestProvider): void => {
  describe.runIf(hasChromium)('a login by a provider', () => {
    it('ends at the screen that the person wanted, lasts when the page is loaded again, and ends at the provider too', async () => {
      addPerson(provider, 'ada', { groups: ['writers'] });
      // As long as what a program asks that wants to be connected.
      const wanted = `/authorize?state=${'a'.repeat(1000)}`;
      const { page, errors } = await editor.open(wanted, { role: null });
      await toProvider(page).click();
      await consent(page, 'ada');
      await userIn(page).waitFor();
      const { pathname, search, hash } = new URL(page.url());
      expect(pathname + search + hash).toBe(`/editor${wanted}`);
      expect(await userIn(page).innerText()).toContain('ada');
      await page.reload();
      await logOut(page);
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await toProvider(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/editor/login');
      // The provider asks again who it is.
      await toProvider(page).click();
      await page.getByPlaceholder('Enter any login').waitFor();
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium && isLong)('a login by a provider', () => {
    it('says why it fails, and leaves the password, also when the session ends', async () => {
      addPerson(provider, 'cem', { groups: [] });
      const withoutJson = 'delete PublicKeyCredential.parseRequestOptionsFromJSON';
      const { page } = await editor.open('/', { role: null, prepare: (opened) => opened.addInitScript(withoutJson) });
      // A browser without the JSON of passkeys has no button for one. They would stand together.
      await toProvider(page).waitFor();
      expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
      await toProvider(page).click();
      await consent(page, 'cem');
      const reason = page.getByRole('alert').getByText('Your account has no access to this site.');
      await reason.waitFor();
      expect(new URL(page.url()).hash).toBe('');
      expect(await findViolations(page)).toEqual([]);
      const { email } = editor.user('editor');
      await typeCredentials(page, email, 'a wrong one');
      await page.getByRole('alert').getByText('The name or the password is wrong.').waitFor();
      expect(await reason.count()).toBe(0);
      await typeCredentials(page, email);
      await page.getByRole('navigation').first().waitFor();

      // When the session ends, its user is offered no provider.
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
      await page.getByRole('link', { name: 'Articles' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByRole('textbox', { name: 'Password' }).fill(editorPassword);
      expect(await dialog.getByRole('link').allInnerTexts()).toEqual(['Log in as somebody else']);
      await page.unroute('**/api/**');
      await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(requests).toContain('/api/auth/local');
      expect(requests).not.toContain('/admin/providers');
    });

    it('continues a session that has ended, in a new tab, and what was typed stays', async () => {
      addPerson(provider, 'dot', { groups: ['writers'] });
      const { page, context } = await editor.open('/content/articles/new', { role: null });
      await toProvider(page).click();
      await consent(page, 'dot');
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      await title.waitFor();
      const [{ id }] = (await editor.api('GET', '/api/users?filters[username]=dot')) as [{ readonly id: number }];
      // A new password ends the sessions.
      await editor.api('PUT', `/api/users/${id}`, { password: 'nobody knows it' });
      await title.fill('Typed before');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await toProvider(page).waitFor();
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
      // Of two providers and a password, only one logs this user in. Enter alone must not give up what was typed.
      expect(await dialog.getByRole('link').allInnerTexts()).toEqual([
        'Log in with Example Inc.',
        'Log in as somebody else',
      ]);
      expect(await dialog.getByRole('textbox').count()).toBe(0);
      await page.keyboard.press('Enter');
      const opened = context.waitForEvent('page');
      await toProvider(page).click();
      await userIn(await opened).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect(await title.inputValue()).toBe('Typed before');
    });
  });
};
