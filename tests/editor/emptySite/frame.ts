// The page of the editor under its Content-Security-Policy, in a browser.
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';

const backgroundOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => getComputedStyle(element).backgroundColor);

export const testFrame = (editor: EditorSite): void => {
  describe.runIf(hasChromium)('the frame', () => {
    it('has the colors of the theme in both schemes, and breaks no policy', async () => {
      const { page, errors } = await editor.open('/content/articles', { role: null });
      const button = page.getByRole('button', { name: 'Log in' });
      await button.waitFor();
      expect(new URL(page.url()).pathname).toBe('/editor/login');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // Indigo, which is not Mantine's default.
        await expect.poll(() => backgroundOf(button)).toBe('rgb(66, 99, 235)');
      }
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('says that it needs https', async () => {
      const { page } = await editor.open('/', {
        role: null,
        prepare: (opened) =>
          opened.addInitScript(() => {
            Object.defineProperty(globalThis, 'isSecureContext', { value: false });
          }),
      });
      await page.getByRole('heading', { name: 'The editor needs https' }).waitFor();
    });

    it.runIf(isLong)('stays on the screen to which the user goes while a role is saved', async () => {
      const { page } = await editor.show('/admin/roles/new');
      await page.getByRole('textbox', { name: 'Name' }).fill('Proofreader');
      let answer = (): void => undefined;
      const isLeft = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/users-permissions/roles', async (route) => {
        if (route.request().method() === 'POST') await isLeft;
        await route.fallback();
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'Users' }).click();
      // The answer is not there yet, so it may be lost.
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      answer();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/editor/admin/users');
    });

    it('lists the shortcuts, and gives the focus back, also the first time', async () => {
      const { page } = await editor.show('/');
      const link = page.getByRole('link', { name: 'Users' });
      await link.focus();
      await page.keyboard.press('Shift+?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.getByRole('row').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });
};
