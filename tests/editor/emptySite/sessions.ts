// One browser, several tabs, several users: whose session a page has, and how it ends.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { editorPassword, followPath, hasChromium, type EditorSite, type EditorRole } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { expectAccessible } from '../axe.ts';
import { logOut, saved, textbox, typeCredentials } from '../page.ts';

const userIn = (page: Page): Promise<string> => page.getByRole('button', { name: /^Menu of/ }).innerText();
const title = (page: Page) => textbox(page, 'Title');

export const testSessions = (editor: EditorSite): void => {
  const logIn = (page: Page, role: EditorRole): Promise<void> => typeCredentials(page, editor.user(role).email);

  /** Sets the cookie of another user, and tells no tab. */
  const setCookieOf = async (page: Page, role: EditorRole): Promise<void> => {
    const { email } = editor.user(role);
    const body = JSON.stringify({ identifier: email, password: editorPassword });
    await page.evaluate(async (sent) => {
      const headers = { 'content-type': 'application/json', 'x-strapi-refresh-cookie': 'strict' };
      await fetch('/api/auth/local', { method: 'POST', headers, body: sent });
    }, body);
  };

  describe.runIf(hasChromium)('a refresh', () => {
    it.runIf(isLong)('whose answer is lost loses no session', async () => {
      const { page, context } = await editor.open('/');
      await page.getByRole('navigation').first().waitFor();
      await page.route(
        '**/api/auth/refresh',
        async (route) => {
          const [cookie] = await context.cookies();
          const headers = {
            'x-strapi-refresh-cookie': 'strict',
            cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}`,
          };
          const { status } = await fetch(route.request().url(), { method: 'POST', headers });
          expect(status).toBe(200);
          await route.abort();
        },
        { times: 1 },
      );
      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).click();
      expect(await userIn(page)).toContain('administrator');
    });

    it('that finds another user sends nothing as that user, and offers them no text', async () => {
      const { data } = await editor.api('POST', '/api/articles?status=draft', { data: { title: 'Ink' } });
      const path = `/content/articles/${data.documentId}`;
      const { page } = await editor.open(path, { role: 'editor' });
      await title(page).waitFor();
      const users = new Set<string>();
      page.on('request', (request) => {
        const [, payload] = (request.headers().authorization ?? '').split('.');
        if (payload !== undefined) users.add(Buffer.from(payload, 'base64url').toString().split(',')[0] ?? '');
      });
      await setCookieOf(page, 'administrator');
      await page.route('**/api/articles/**', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 401, json: {} }) : route.continue(),
      );
      await title(page).fill('Ink of the editor');
      await page.getByRole('heading', { name: 'Another user has logged in' }).waitFor();
      expect(await page.getByText('Ink').count()).toBe(0);
      expect(users.size).toBe(1);
      await page.unroute('**/api/articles/**');
      await page.getByRole('button', { name: 'Go on with that account' }).click();
      await title(page).waitFor();
      await expect.poll(() => title(page).inputValue()).toBe('Ink');
      expect(await userIn(page)).toContain('administrator');
      expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    });
  });

  describe.runIf(hasChromium)('a link to set a password', () => {
    it("works in a browser that has a session, and the browser is then its user's", async () => {
      const { documentId } = editor.user('author');
      const { data } = await editor.api('POST', `/api/users/${documentId}/password-link`);
      const { page: other, context, errors } = await editor.open('/', { role: 'administrator' });
      const page = await context.newPage();
      await page.goto(new URL(data.url as string, editor.url()).href);
      await page.getByRole('textbox', { name: 'New password' }).fill(editorPassword);
      await page.getByRole('button', { name: 'Set password' }).click();
      expect(await userIn(page)).toContain('author');
      await other.getByRole('heading', { name: 'Another user has logged in' }).waitFor();
      expect(errors).toEqual([]);
    });

    it('can be requested in a browser that has a session', async () => {
      const { page } = await editor.show('/forgot-password', { role: 'author' });
      await page.getByRole('textbox', { name: 'Email address' }).fill('maud@example.org');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('alert').getByText('This site sends no mail.').waitFor();
    });
  });

  describe.runIf(hasChromium)('a logout', () => {
    it('needs a click, can be repeated if it fails, and succeeds if the session has ended', async () => {
      const { page, context } = await editor.open('/logout');
      await page.getByRole('heading', { name: 'Log out' }).waitFor();
      expect(await context.cookies()).toHaveLength(1);
      await page.getByRole('link', { name: 'Back to the editor' }).click();
      await page.getByRole('navigation').first().waitFor();

      await page.route('**/api/auth/logout', (route) => route.abort(), { times: 1 });
      await logOut(page);
      await page.getByRole('heading', { name: 'You are still logged in' }).waitFor();
      expect(await context.cookies()).toHaveLength(1);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      expect(await context.cookies()).toEqual([]);

      // The session ends, and the page does not know.
      await logIn(page, 'author');
      await page.getByRole('navigation').first().waitFor();
      // What the page read of the user before is not for this one.
      expect(await userIn(page)).toContain('author');
      await page.route('**/api/auth/**', (route) => route.fulfill({ status: 401, json: {} }));
      await logOut(page);
      await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    });
  });

  describe.runIf(hasChromium)('a session', () => {
    const sessionsOf = async (role: EditorRole) => ({
      sessions: (await editor.database()).collection('lectern_sessions'),
      user: editor.user(role).documentId,
    });

    it('says in the page why it has ended, and saves what was typed after the next login', async () => {
      const { page, errors } = await editor.open('/content/articles/new', { role: 'author' });
      const { sessions, user } = await sessionsOf('author');
      await sessions.updateMany({ user }, { $set: { ended: 'provider' } });
      // The JWT has expired.
      const expired = { status: 401, json: {} };
      await page.route('**/api/articles?**', (route) => route.fulfill(expired), { times: 1 });
      await title(page).fill('Nib, kept');
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByText('The provider that you log in with has ended your session.').waitFor();
      await expectAccessible(page, '[role=dialog]');
      await dialog.getByRole('textbox', { name: 'Password' }).fill(editorPassword);
      await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await saved(page);
      const { meta } = await editor.api('GET', '/api/articles?status=draft&filters[title]=Nib, kept');
      expect(meta.pagination.total).toBe(1);
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('leaves the form of a document that was restored as a new one', async () => {
      const { data } = await editor.api('POST', '/api/articles?status=draft', { data: { title: 'Quill' } });
      const path = `/content/articles/${data.documentId}`;
      const { page } = await editor.open(path);
      await page.context().setOffline(true);
      await title(page).fill('Quill, restored');
      await page.getByRole('status').filter({ hasText: 'Not saved: no connection' }).waitFor();
      await followPath(page, '/no-such-screen');
      await page.context().setOffline(false);
      await editor.api('DELETE', `/api/articles/${data.documentId}`);
      await followPath(page, path);
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(path));
      await saved(page);
      await page.route('**/api/articles/**', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
      const { sessions, user } = await sessionsOf('administrator');
      await sessions.updateMany({ user }, { $set: { ended: 'password' } });
      await title(page).fill('Quill, typed on');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByRole('textbox', { name: 'Password' }).fill(editorPassword);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      const stored = '/api/articles?status=draft&filters[title]=Quill, typed on';
      await expect.poll(async () => (await editor.api('GET', stored)).meta.pagination.total).toBe(1);
      await saved(page);
      expect(await title(page).inputValue()).toBe('Quill, typed on');
      // Its answer would end the form.
      expect(requests).not.toContain(`/api/articles/${data.documentId}`);
    });

    it('goes on while a person types and sends nothing', async () => {
      const { page } = await editor.open('/account', { role: 'editor', prepare: (opened) => opened.clock.install() });
      const input = page.getByRole('textbox', { name: 'Current password' });
      const bodies: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/auth/refresh')) bodies.push(request.postDataJSON());
      });
      await input.press('a');
      await page.clock.fastForward(11 * 60_000);
      expect(bodies).toEqual([]);
      const refreshed = page.waitForResponse('**/api/auth/refresh');
      await input.press('b');
      expect((await refreshed).status()).toBe(200);
      await input.press('c');
      expect(bodies).toEqual([{ idleSeconds: 0 }]);
    });
  });
};
