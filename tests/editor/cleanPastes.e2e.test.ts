// Texts that are copied from a draft on the site, and pasted into the form, in a browser.
import { vercelStegaCombine } from '@vercel/stega';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor({ contentTypes: 'tests/schemas/specimens', content: {} });
const encode = (text: string): string => vercelStegaCombine(text, { strapiSource: 'path=title' }, false);

/** Copies a text as from a page that has no script which cleans it, and pastes it with the keyboard. */
const paste = async (page: Page, text: string, field: Locator): Promise<void> => {
  await page.evaluate((copied) => {
    const area = document.body.appendChild(document.createElement('textarea'));
    area.value = copied;
    area.select();
  }, text);
  await page.keyboard.press('Control+c');
  await page.evaluate(() => document.querySelector('body > textarea')?.remove());
  await field.focus();
  await page.keyboard.press('Control+v');
};

describe.runIf(hasChromium)('a text of a draft that is pasted', () => {
  it('has no source in any field, and other texts are pasted as always', async () => {
    const { documentId } = (await editor.api('POST', '/api/specimens?status=draft', { data: {} })).data;
    const { page, errors } = await editor.open(`/content/specimens/${documentId}`);
    await page.getByRole('group', { name: 'Gallery' }).waitFor();
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    const fields = ['Body', 'Story'].map((name) => page.getByRole('textbox', { name, exact: true }));
    await paste(page, encode('Paper'), title);
    await paste(page, ' and ink', title);
    expect(await title.inputValue()).toBe('Paper and ink');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => title.inputValue()).toBe('');
    for (const field of fields) {
      await paste(page, `${encode('Paper')} and ${encode('ink')}`, field);
      await expect.poll(() => field.textContent()).toBe('Paper and ink');
    }
    await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
    const { data } = await editor.api('GET', `/api/specimens/${documentId}?status=draft`);
    expect(JSON.stringify(data)).not.toMatch(/[\u200B-\u200D\uFEFF]/);
    expect(errors).toEqual([]);
  });
});
