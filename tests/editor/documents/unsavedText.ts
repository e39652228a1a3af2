// What happens in a browser to text that is not saved: on the way out, when the server does not answer, and when it is offered again.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { followPath, hasChromium, type EditorSite, waitForScreen } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { logOut, status, textbox } from '../page.ts';

const newArticle = '/content/articles/new';

/** The documentId in the address of the page, once it is that of a document. */
const createdId = async (page: Page, original = 'new'): Promise<string> => {
  await page.waitForURL((url) => /\/articles\/[a-z0-9]{24}$/.test(url.pathname) && !url.pathname.endsWith(original));
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

const leaveForm = async (page: Page): Promise<void> => {
  await followPath(page, '/no-such-screen');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
};

/** Types a text that cannot be saved, and leaves the form without it. */
const leaveUnsaved = async (page: Page, field: string, text: string): Promise<void> => {
  await page.context().setOffline(true);
  await textbox(page, field).fill(text);
  await status(page, 'Not saved: no connection').waitFor();
  await leaveForm(page);
  await page.context().setOffline(false);
};

export const testUnsavedText = (editor: EditorSite): void => {
  const titles = async (): Promise<readonly unknown[]> =>
    (await editor.api('GET', '/api/articles?status=draft')).data.map(({ title }: { readonly title: unknown }) => title);

  const createArticle = async (title: string): Promise<string> =>
    (await editor.api('POST', '/api/articles?status=draft', { data: { title } })).data.documentId as string;

  const readArticle = async (documentId: string): Promise<Record<string, unknown>> =>
    (await editor.api('GET', `/api/articles/${documentId}?status=draft`)).data as Record<string, unknown>;

  describe.runIf(hasChromium)('text that is not saved', () => {
    it('of new documents is offered, discarded, and restored', async () => {
      const { page } = await editor.show(newArticle);
      await leaveUnsaved(page, 'Title', 'One');
      await followPath(page, newArticle);
      await page.getByRole('group', { name: 'One' }).waitFor();
      await leaveUnsaved(page, 'Summary', 'Two');
      // The first screen leads to it.
      await followPath(page, '/');
      const waiting = page.locator('section', { has: page.getByRole('heading', { name: 'Typed and not saved' }) });
      await expect.poll(() => waiting.getByRole('link').count()).toBe(2);
      await waiting.getByRole('link', { name: /^One/ }).click();
      await page.getByRole('group', { name: 'Summary', exact: true }).waitFor();

      const discard = page.getByRole('group', { name: 'One' }).getByRole('button', { name: 'Discard' });
      const dialog = page.getByRole('dialog', { name: 'Discard this text?' });
      await discard.click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await discard.click();
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('group', { name: 'One' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Restore' }).click();
      await expect.poll(() => textbox(page, 'Summary').inputValue()).toBe('Two');
      const created = await createdId(page);
      await status(page, 'All changes are saved').waitFor();
      expect((await readArticle(created)).summary).toBe('Two');
      await leaveForm(page);
      await followPath(page, newArticle);
      await waitForScreen(page);
      expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    });
  });

  describe.runIf(hasChromium)('text that is not saved, in special cases,', () => {
    it('in a panel keeps the user from going back until they choose', async () => {
      const documentId = await createArticle('With a panel');
      const { page } = await editor.show('/content/articles');
      await page.getByRole('link', { name: 'With a panel' }).first().click();
      await textbox(page, 'Title').fill('With a new tag');
      const search = page.getByLabel(/^Tag: (add|replace)$/);
      await search.click();
      await search.fill('Sepia');
      await page.getByRole('option', { name: /Sepia/ }).click();
      const panel = page.getByRole('dialog');
      await panel.getByRole('textbox', { name: 'Name' }).fill('Sepia, dark');
      await page.goBack();
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      // A tag has no drafts, so it is not saved without a click.
      await dialog.getByRole('button', { name: 'Stay' }).click();
      await expect.poll(() => panel.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Sepia, dark');
      await expect.poll(() => readArticle(documentId)).toMatchObject({ title: 'With a new tag' });
    });

    it.runIf(isLong)(
      'of a locale that was deleted meanwhile becomes a new document in the default locale',
      async () => {
        const { id } = await editor.api('POST', '/api/i18n/locales', { code: 'fr', name: 'French' });
        const documentId = await createArticle('English');
        const data = { title: 'Français' };
        await editor.api('PUT', `/api/articles/${documentId}?locale=fr&status=draft`, { data });
        const path = `/content/articles/${documentId}?locale=fr`;
        const { page } = await editor.open(path);
        await expect.poll(() => textbox(page, 'Title').inputValue()).toBe('Français');
        await leaveUnsaved(page, 'Title', 'Brouillon');

        await editor.api('DELETE', `/api/articles/${documentId}?locale=fr`);
        await followPath(page, path);
        await page.getByText('text of yours in this locale that was never saved').waitFor();

        await editor.api('DELETE', `/api/i18n/locales/${id}`);
        await page.reload();
        await page.getByText('The locale fr does not exist any more.').waitFor();
        await page.getByRole('button', { name: 'Restore' }).click();
        const created = await createdId(page, documentId);
        await status(page, 'All changes are saved').waitFor();
        expect(await readArticle(created)).toMatchObject({ title: 'Brouillon', locale: 'en' });
        expect(await readArticle(documentId)).toMatchObject({ title: 'English' });
      },
    );

    it.runIf(isLong)(
      'is offered after a reload when a part of the page is gone, because there is a new version',
      async () => {
        const documentId = await createArticle('Old version');
        const { page } = await editor.open(`/content/articles/${documentId}`);
        await page.route(/MediaPicker.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
        await page.route('**/api/articles/**', (route) =>
          route.request().method() === 'PUT' ? route.abort() : route.continue(),
        );
        await page.getByRole('textbox', { name: 'Extra' }).click();
        await page.keyboard.type('{"a":');
        await status(page, 'Not saved: some values need your attention').waitFor();
        await page.getByRole('button', { name: /^Cover: Choose from/ }).click();
        await page.getByText('There is a new version of this page.').waitFor();
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Reload' }).click();
        await page.getByRole('button', { name: 'Restore' }).click();
        // JSON that is not valid is kept too.
        await page.getByRole('textbox', { name: 'Extra' }).filter({ hasText: '{"a":' }).click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('1}');
        await status(page, 'All changes are saved').waitFor();
        expect(await readArticle(documentId)).toMatchObject({ extra: { a: 1 } });
      },
    );
  });

  // At the end: it logs out of the page that the tests share.
  describe.runIf(hasChromium)('text that is not saved, at the logout,', () => {
    it('keeps the user until they choose, and is saved before if it can be', async () => {
      const { page, errors } = await editor.show(newArticle);
      await textbox(page, 'Pages').fill('many');
      await logOut(page);
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
      await expect.poll(() => textbox(page, 'Pages').inputValue()).toBe('many');
      await textbox(page, 'Pages').fill('');
      await textbox(page, 'Title').fill('Typed last');
      await logOut(page);
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      expect(await titles()).toContain('Typed last');
      expect(errors).toEqual([]);
    });
  });
};
