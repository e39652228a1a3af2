// The form of a document in a browser: typing, suggestions, entries, what is wrong with them.
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';

export const testForm = (editor: EditorSite): void => {
  beforeAll(() => editor.api('POST', '/api/i18n/locales', { code: 'ar', name: 'Arabic' }));

  describe.runIf(hasChromium)('the form', () => {
    it('makes fields from the schema, and orders entries with the keyboard', async () => {
      const { page, errors } = await editor.show('/content/articles/new', { role: 'editor' });
      const title = page.getByRole('textbox', { name: 'Title', exact: true }).first();
      await title.fill('Notes on Ink');
      await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('notes-on-ink');

      // A suggestion that comes late replaces nothing that the user wrote meanwhile.
      let answer = (): void => undefined;
      const isWritten = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/articles/uid?*', (route) => isWritten.then(() => route.fallback()));
      const suggestion = page.waitForResponse(/\/api\/articles\/uid\?/);
      await page.getByRole('button', { name: 'Suggest' }).click();
      await page.getByLabel('Slug').fill('own-slug');
      answer();
      await (await suggestion).finished();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await page.getByLabel('Slug').inputValue()).toBe('own-slug');

      const minutes = page.getByLabel('Reading minutes');
      await minutes.fill('99');
      await minutes.blur();
      await page.getByText('The value must be 60 or less.').waitFor();
      await minutes.fill('9');
      await expect.poll(() => page.getByText('The value must be 60 or less.').count()).toBe(0);

      for (const name of ['Quote', 'Text']) {
        await page.getByRole('button', { name: 'Add to Sections' }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      }
      await page.getByLabel('Heading').fill('First');
      const entries = page.getByRole('listitem').getByRole('button', { expanded: true });
      await expect.poll(() => entries.allInnerTexts()).toEqual(['Quote', 'Text\nFirst']);
      await page.getByRole('button', { name: 'Move First' }).press('ArrowUp');
      await expect.poll(() => entries.allInnerTexts()).toEqual(['Text\nFirst', 'Quote']);
      expect(errors.filter((error) => !error.includes('40'))).toEqual([]);
    });

    it('leaves a low window to the fields', async () => {
      const { page } = await editor.open('/content/articles/new', { role: 'editor', width: 320, height: 256 });
      const topOf = (role: 'heading' | 'toolbar') =>
        page
          .getByRole(role)
          .first()
          .evaluate((element) => element.getBoundingClientRect().top);
      expect(await topOf('heading')).toBeGreaterThan(0);
      await page.getByLabel('Reading minutes').focus();
      await expect.poll(() => topOf('heading')).toBeLessThan(0);
      await expect.poll(() => topOf('toolbar')).toBeLessThan(0);
    });

    it('says why project code refuses it, in its words, and does not ask to send it again', async () => {
      const { page } = await editor.show('/content/articles/new', { role: 'editor' });
      const error = { status: 400, name: 'QuotaError', message: 'A desk has three articles a day', details: {} };
      await page.route('**/api/articles?*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { data: null, error } })
          : route.continue(),
      );
      await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Notes on Paper');
      const alert = page.getByRole('alert').filter({ hasText: error.message });
      await alert.waitFor();
      expect(await alert.innerText()).toBe(error.message);
    });

    it('refuses a text of more bytes than a request may have while it is typed, and says the limit', async () => {
      const { page } = await editor.show('/content/articles/new', { role: 'editor' });
      const summary = page.getByRole('textbox', { name: 'Summary' });
      await summary.fill('a'.repeat(210_000));
      await page.getByText('This is larger than 200 kB, which is the most that can be saved.').waitFor();
      await summary.fill('Short');
      await expect.poll(() => page.getByText('This is larger than').count()).toBe(0);
    });

    it.runIf(isLong)('writes each text in its own direction, and names the language of the locale', async () => {
      const sections = [{ __component: 'layout.text', heading: 'الحبر', body: 'الحبر والورق' }];
      const data = { title: 'ملاحظات عن الحبر', slug: 'ink', summary: 'ملخص', sections };
      const { data: created } = await editor.api('POST', '/api/articles?status=draft&locale=ar', { data });
      const { page, errors } = await editor.show(`/content/articles/${created.documentId as string}?locale=ar`);
      await page.getByRole('button', { name: /^Text/, expanded: false }).click();
      for (const name of ['Title', 'Summary', 'Heading', 'Body']) {
        const field = page.getByRole('textbox', { name, exact: true }).first();
        const found = await field.evaluate((element: HTMLElement) => ({
          lang: element.lang,
          direction: getComputedStyle(element).direction,
        }));
        expect({ name, ...found }).toEqual({ name, lang: 'ar', direction: 'rtl' });
      }
      const slug = page.getByRole('textbox', { name: 'Slug' });
      expect(await slug.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
      expect(errors).toEqual([]);
    });

    it('has Publish and one menu in the header on a phone', async () => {
      const sections = [{ __component: 'layout.quote', text: 'Ink' }];
      const data = { title: 'Notes on Size', slug: 'size', sections };
      const { data: created } = await editor.api('POST', '/api/articles', { data });
      const address = `/content/articles/${created.documentId as string}`;
      const { page, errors } = await editor.show(address, { width: 390, height: 800 });
      const toolbar = page.getByRole('toolbar', { name: 'Actions' });
      const buttons = toolbar.getByRole('button');
      await expect.poll(() => buttons.count()).toBe(2);
      await toolbar.getByRole('button', { name: 'Publish' }).waitFor();
      const title = page.getByRole('textbox', { name: 'Title', exact: true }).first();
      await title.fill('Notes on Gelatine');
      await toolbar.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Undo' }).click();
      await expect.poll(() => title.inputValue()).toBe('Notes on Size');
      await toolbar.getByRole('button', { name: 'More actions' }).click();
      for (const name of ['Redo', 'Open the preview', 'Unpublish', 'Delete'])
        await page.getByRole('menuitem', { name }).waitFor();
      await page.getByRole('menuitem', { name: /Arabic/ }).click();
      await page.getByText('Not translated to Arabic yet').waitFor();
      expect(errors).toEqual([]);
    });
  });
};
