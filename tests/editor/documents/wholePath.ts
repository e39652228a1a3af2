// The whole path of an editor, in a browser: from the login to the published article, its translation, and what can go wrong.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { followPath, hasChromium, type EditorSite } from '../../setup/editor.ts';
import { logOut, saved, status, textbox, typeCredentials } from '../page.ts';

/** Waits until the change that was just made is saved. */
const saveChanges = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await saved(page);
};

const link = async (page: Page, name: string, document: string): Promise<void> => {
  const search = page.getByLabel(new RegExp(`^${name}: (add|replace)$`));
  await search.click();
  await search.fill(document);
  await page.getByRole('option', { name: document, exact: true }).click();
  await page.keyboard.press('Escape');
};

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const testWholePath = (editor: EditorSite): void => {
  const createArticle = async (title: string, values: object = {}): Promise<string> =>
    (await editor.api('POST', '/api/articles?status=draft', { data: { title, ...values } })).data.documentId as string;

  const findArticle = async (documentId: string, query = 'status=draft'): Promise<Record<string, unknown>> =>
    (await editor.api('GET', `/api/articles/${documentId}?${query}`)).data as Record<string, unknown>;

  describe.runIf(hasChromium)('the whole path', () => {
    beforeAll(async () => {
      await editor.api('POST', '/api/tags', { data: { name: 'Ink' } });
      await editor.api('POST', '/api/i18n/locales', { code: 'de', name: 'German' });
    });

    it('makes an article with every kind of field, translates and publishes it, and logs out', async () => {
      const { page, errors } = await editor.open('/', { role: null });
      await typeCredentials(page, editor.user('editor').email);
      await page.getByRole('navigation').first().waitFor();
      await followPath(page, '/content/articles/new');

      await textbox(page, 'Title').fill('On ink');
      await textbox(page, 'Summary').fill('Black, mostly');
      await page.getByRole('textbox', { name: 'Story' }).click();
      await page.keyboard.type('**Bold** words');
      await page.getByRole('textbox', { name: 'Body' }).click();
      await page.keyboard.type('A paragraph');
      await textbox(page, 'Contact').fill('ink@example.org');
      await page.getByLabel(/^Passphrase/).fill('well kept secret');
      for (const [name, value] of Object.entries({
        Pages: '12',
        Copies: '9007199254740993',
        Weight: '1.5',
        Price: '9.99',
      }))
        await textbox(page, name).fill(value);
      await page.getByRole('switch', { name: 'Featured' }).press('Space');
      await page.getByLabel(/^Written on/).fill('2026-05-01');
      await page.getByLabel(/^Opens at/).fill('09:30');
      await page.getByLabel(/^Event at/).fill('2026-05-02T10:15');
      await page.getByRole('combobox', { name: 'Section' }).click();
      await page.getByRole('option', { name: 'essay' }).click();
      await page.getByRole('textbox', { name: 'Extra' }).click();
      await page.keyboard.type('{"a":1}');
      await textbox(page, 'Note').fill('For us');
      await link(page, 'Tag', 'Ink');
      await link(page, 'Tags', 'Ink');
      const seo = page.getByRole('group', { name: 'SEO' });
      await seo.getByRole('button', { name: 'Add' }).click();
      await textbox(page, 'Headline').fill('All about ink');
      await page.getByRole('button', { name: 'Add to Links' }).click();
      await textbox(page, 'Address').fill('https://example.org');
      await page.getByRole('button', { name: 'Add to Sections' }).click();
      await page.getByRole('menuitem', { name: 'Quote' }).click();
      await textbox(page, 'Words').fill('Ink is thought');

      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Cover: upload' }).click();
      await (await choosing).setFiles({ name: 'ink.png', mimeType: 'image/png', buffer: picture });
      await page.getByRole('button', { name: 'Remove ink.png' }).waitFor();
      await saveChanges(page);

      const documentId = /articles\/([a-z0-9]{24})/.exec(page.url())?.[1] ?? '';
      expect(documentId).not.toBe('');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Published.', { exact: true }).waitFor();
      const article = await findArticle(documentId, 'populate=*&locale=en');
      expect(article).toMatchObject({
        ...{ title: 'On ink', slug: 'on-ink', summary: 'Black, mostly', story: '**Bold** words' },
        body: [{ type: 'paragraph', children: [{ type: 'text', text: 'A paragraph' }] }],
        ...{ contact: 'ink@example.org', pages: 12, copies: '9007199254740993', weight: 1.5, price: 9.99 },
        ...{ featured: true, writtenOn: '2026-05-01', opensAt: '09:30:00', section: 'essay', extra: { a: 1 } },
        ...{ cover: { name: 'ink.png' }, tag: { name: 'Ink' }, tags: [{ name: 'Ink' }] },
        ...{ seo: { headline: 'All about ink' }, links: [{ address: 'https://example.org' }] },
        sections: [{ __component: 'shared.quote', words: 'Ink is thought' }],
      });
      expect(article.eventAt).toMatch(/^2026-05-0[123]T\d\d:15:00.000Z$/);
      expect(article).not.toHaveProperty('note');
      expect(article).not.toHaveProperty('passphrase');

      await page.getByRole('button', { name: 'Locale: en' }).click();
      await page.getByRole('menuitem', { name: /German/ }).click();
      await page.getByRole('button', { name: 'Copy from English' }).click();
      await textbox(page, 'Title').fill('Über Tinte');
      await saveChanges(page);
      expect(await findArticle(documentId, 'status=draft&locale=de')).toMatchObject({ title: 'Über Tinte', pages: 12 });
      expect(await findArticle(documentId, 'locale=en')).toMatchObject({ title: 'On ink' });

      await logOut(page);
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      expect(errors).toEqual([]);
    });

    it('merges what another user saves, tells it, and asks about the same line', async () => {
      const documentId = await createArticle('Quill', { summary: 'A feather' });
      const asEditor = await editor.apiAs('editor');
      const saveAsEditor = (data: object) => asEditor('PUT', `/api/articles/${documentId}?status=draft`, { data });
      const { page, errors } = await editor.show(`/content/articles/${documentId}`);
      const summary = textbox(page, 'Summary');
      await summary.click();
      await summary.press('Home');
      await summary.press('ArrowRight');
      await saveAsEditor({ summary: 'A feather, cut' });
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect.poll(() => summary.inputValue()).toBe('A feather, cut');
      await status(page, 'editor changed this: Summary').waitFor();
      // The cursor is where it was.
      await page.keyboard.type(' grey');
      await saveChanges(page);
      expect(await findArticle(documentId)).toMatchObject({ summary: 'A grey feather, cut' });

      const unchanged = page.waitForResponse((response) => response.status() === 304);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await unchanged;

      await saveAsEditor({ summary: 'Grey' });
      await summary.fill('Red');
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/changed this Article, too$/).waitFor();
      expect(await dialog.getByRole('radio').allInnerTexts()).toEqual([
        expect.stringMatching(/^Keep mine\s+Red$/),
        expect.stringMatching(/^Keep theirs\s+Grey$/),
        'Keep both, one after the other',
      ]);
      // Each choice but the last one throws a text away.
      const apply = dialog.getByRole('button', { name: 'Keep the chosen texts' });
      expect([await dialog.getByRole('radio', { checked: true }).count(), await apply.isDisabled()]).toEqual([0, true]);
      await dialog.getByRole('radio').nth(2).click();
      await apply.click();
      await saved(page);
      await expect.poll(() => summary.inputValue()).toBe('Red\nGrey');
      expect(await findArticle(documentId)).toMatchObject({ summary: 'Red\nGrey' });

      // Another window of the same person.
      const asSelf = await editor.apiAs('administrator');
      await asSelf('PUT', `/api/articles/${documentId}?status=draft`, { data: { title: 'Pen', summary: 'Blue' } });
      await textbox(page, 'Title').fill('Brush');
      await summary.fill('Green');
      await page.keyboard.press('Control+s');
      await dialog.getByText('You changed this Article in another window, too').waitFor();
      expect(await apply.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Keep what the other window has, everywhere' }).click();
      await apply.click();
      await saved(page);
      await expect.poll(() => summary.inputValue()).toBe('Blue');
      expect(await textbox(page, 'Title').inputValue()).toBe('Pen');
      expect(errors).toEqual([]);
    });
  });
};
