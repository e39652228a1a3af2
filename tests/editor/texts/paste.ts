// Pasting and dropping into blocks and Markdown, in a browser: what `fields.ts` leaves out.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../setup/editor.ts';
import { holdReading, pasteInto, pixelUrl } from '../pasteInto.ts';
import { paragraph, paragraphs, type Specimens, text } from '../specimens.ts';
import { isLong } from '../../setup/lengthOf.ts';

const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const [inner, outer] = [one, one.closest('[role=textbox]')].map((part) => part?.getBoundingClientRect());
    return inner !== undefined && outer !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
  });

/** Pastes HTML, and waits until the text ends with these words. @returns how often the page worked meanwhile */
const countTurns = (field: Locator, html: string, lastWords: string): Promise<number> =>
  field.evaluate(
    async (element, [content, words]) => {
      const data = new DataTransfer();
      data.setData('text/html', content);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      let turns = 0;
      for (; !element.lastElementChild?.textContent.endsWith(words); turns += 1)
        await new Promise((resolve) => setTimeout(resolve));
      return turns;
    },
    [html, lastWords] as const,
  );

const many = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

export const testPaste = ({ editor, read, show, saved }: Specimens): void => {
  describe.runIf(hasChromium && isLong)('pictures', () => {
    it('of the site are not uploaded again', async () => {
      const { page, documentId, body, story } = await show({});
      const first = await saved(page, documentId, async () => {
        await body.click();
        await pasteInto(body, { html: `<img src="${pixelUrl}" alt="Gall">` });
        await page.getByRole('img', { name: 'Gall' }).waitFor();
      });
      const { image } = first.body.find(({ type }: { type: string }) => type === 'image');
      const countFiles = async () => ((await editor.api('GET', '/api/upload/files')) as readonly unknown[]).length;
      const before = await countFiles();
      const html = `<p>again</p><img src="${editor.url()}${image.url}" alt="Other words">`;
      await body.click();
      await page.keyboard.press('Control+End');
      await pasteInto(body, { html });
      await expect.poll(() => page.getByRole('img', { name: 'Gall' }).count()).toBe(2);
      const { story: markdown } = await saved(page, documentId, async () => {
        await story.click();
        await pasteInto(story, { html });
      });
      expect(markdown).toContain(`![Gall](${image.url})`);
      expect(await countFiles()).toBe(before);
    });

    it('are taken out of the text when their upload is cancelled', async () => {
      const { page, body } = await show({});
      await page.route('**/api/upload', () => undefined);
      await body.click();
      await pasteInto(body, { pictures: ['gall.png'] });
      await page.getByText('Uploading gall.png…').waitFor();
      await page.getByRole('button', { name: 'Cancel the upload of gall.png' }).click();
      await expect.poll(() => page.getByText('Uploading gall.png…').count()).toBe(0);
    });

    it('are dropped where the pointer is', async () => {
      const { page, documentId, body } = await show({ body: paragraphs('first', 'last') });
      const stored = await saved(page, documentId, async () => {
        await body.getByText('first').click();
        await pasteInto(body, { pictures: ['gall.png'], type: 'drop' });
        await body.locator('figure img').waitFor();
      });
      const types = stored.body.map(({ type }: { type: string }) => type);
      expect([types[0], types.includes('image')]).toEqual(['paragraph', true]);
    });
  });

  describe.runIf(hasChromium && isLong)('a long paste', () => {
    const twentyParagraphs = many(20, (index) => `<p>Paragraph ${index}</p>`);
    const noticeOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Reading what you paste' });

    it('lets the page work meanwhile, leaves the cursor after it, in view, is saved, and taken back in one step', async () => {
      const { page, documentId, body, errors } = await show({ body: [paragraph(text('first'))] });
      await body.getByText('first').click();
      await page.keyboard.press('End');
      const html = many(5_000, (index) => `<p>Paragraph ${index}</p>`);
      expect(await countTurns(body, html, 'Paragraph 4999')).toBeGreaterThan(5);
      await page.keyboard.type(' typed');
      await expect.poll(() => isInView(body.getByText('Paragraph 4999 typed'))).toBe(true);
      await expect
        .poll(async () => (await read(documentId)).body.at(-1))
        .toEqual(paragraph(text('Paragraph 4999 typed')));
      const { body: stored } = await read(documentId);
      expect(stored).toHaveLength(5_001);
      expect([stored[1], stored[3_000]]).toEqual([paragraph(text('Paragraph 0')), paragraph(text('Paragraph 2999'))]);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await expect.poll(() => body.locator('p').allTextContents()).toEqual(['first']);
      expect(errors).toEqual([]);
    });

    it('says that it was interrupted, by another paste or a version of somebody else, but not when the user ends it', async () => {
      const { page, errors, documentId, body } = await show({ body: [paragraph(text('first'))] });
      await body.click();
      let resume = await holdReading(page);
      await pasteInto(body, { html: twentyParagraphs });
      await noticeOf(page).getByRole('button').click();
      await resume();
      await noticeOf(page).waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').count()).toBe(0);

      resume = await holdReading(page);
      await pasteInto(body, { html: twentyParagraphs });
      await noticeOf(page).waitFor();
      await pasteInto(body, { html: '<p>other</p>' });
      await resume();
      await page.getByRole('alert').filter({ hasText: 'You pasted something else' }).waitFor();
      await body.getByText('other').waitFor();
      await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();

      resume = await holdReading(page);
      await pasteInto(body, { html: twentyParagraphs });
      await noticeOf(page).waitFor();
      const elsewhere = { data: { body: [paragraph(text('theirs'))] } };
      await editor.api('PUT', `/api/specimens/${documentId}?status=draft`, elsewhere);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await body.getByText('theirs').waitFor();
      await resume();
      await page.getByRole('alert').filter({ hasText: 'The text changed' }).waitFor();
      expect(await body.textContent()).toBe('theirs');
      expect(errors).toEqual([]);
    });

    it('is refused with the limit if no request could save it', async () => {
      const { page, body, story } = await show({ body: [paragraph(text('first'))], story: 'first' });
      const refusal = page.getByRole('alert').filter({ hasText: 'larger than 500 kB' });
      const html = many(5_000, (index) => `<p>${`Paragraph ${index} `.repeat(8)}</p>`);
      for (const [field, data] of [
        [body, { html }],
        [story, { html }],
        [story, { text: 'a line of text\n'.repeat(40_000) }],
      ] as const) {
        await field.click();
        await pasteInto(field, data);
        await refusal.waitFor();
        expect(await field.textContent()).toContain('first');
        expect(await field.textContent()).not.toMatch(/Paragraph|a line/u);
        await refusal.getByRole('button').click();
        await refusal.waitFor({ state: 'detached' });
      }
    });
  });
};
