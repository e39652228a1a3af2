// The picker of components in a dynamic zone of many, and the menu of few.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { component, string, type } from '../schema/folder.ts';
import { hasChromium, startEditor } from '../setup/editor.ts';
import { findViolations } from './axe.ts';

const names = ['hero', 'quote', 'gallery', 'video', 'teaser', 'table'];

const described = (name: string, info: object): string =>
  JSON.stringify({ ...(JSON.parse(component({ title: string })) as object), info: { displayName: name, ...info } });

const files: Readonly<Record<string, string>> = {
  'content-types/page.json': type('page', {
    title: string,
    many: { type: 'dynamiczone', components: [...names.map((name) => `page-parts.${name}`), 'shared.seo'] },
    few: { type: 'dynamiczone', components: ['page-parts.quote', 'shared.seo'] },
  }),
  ...Object.fromEntries(
    names.map((name) => [
      `content-types/components/page-parts/${name}.json`,
      described(name, { icon: 'picture', description: `Shows a ${name}` }),
    ]),
  ),
  'content-types/components/shared/seo.json': described('Search engines', {}),
  'content-types/components/page-parts/hero.view.json': JSON.stringify({
    label: { en: 'Big picture', de: 'Großes Bild' },
    preview: 'Hero.SVG',
  }),
  'extensions/editor/Hero.SVG':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#2a7"/></svg>',
};

const folder = await mkdtemp(join(tmpdir(), 'lectern-picker-'));
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
afterAll(() => rm(folder, { recursive: true }));

const editor = startEditor({ contentTypes: join(folder, 'content-types'), content: {}, project: folder });

describe.runIf(hasChromium)('the picker of components', () => {
  it('has cards with a picture or an icon, by category', async () => {
    const { page, errors } = await editor.open('/content/pages/new', { width: 1440 });
    await page.getByRole('button', { name: 'Add to Many' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to Many' });
    await dialog.getByRole('heading', { name: 'Page parts' }).waitFor();
    await dialog.getByRole('heading', { name: 'Shared' }).waitFor();
    const card = dialog.getByRole('button', { name: 'Big picture Shows a hero' });
    const picture = card.locator('img');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.getAttribute('src')).toMatch(/^\/editor\/assets\/Hero-[0-9a-f]{8}\.SVG$/);
    expect(await findViolations(page)).toEqual([]);
    await card.click();
    await page.getByRole('group', { name: 'Many' }).getByText('Big picture').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('is used with the keyboard', async () => {
    const { page } = await editor.open('/content/pages/new', { width: 1440 });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole('button', { name: 'Add to Many' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Add to Many');
    await page.keyboard.press('Enter');
    const search = page.getByRole('searchbox', { name: 'Search components' });
    await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toContain('Big picture');
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toContain('quote');
    await search.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'her', selectionStart: 3, selectionEnd: 3 });
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
    await session.send('Input.insertText', { text: 'hero' });
    expect(await search.inputValue()).toBe('hero');
    await search.fill('nothing like this');
    await page.getByText('No component has this name.').waitFor();
    await search.fill('shows tab');
    await search.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Many' }).getByText('table').first().waitFor();
  });

  it('keeps its search above the cards that scroll', async () => {
    const { page } = await editor.show('/content/pages/new', { width: 390, height: 500 });
    await page.getByRole('button', { name: 'Add to Many' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to Many' });
    const search = dialog.getByRole('searchbox');
    await search.waitFor();
    await dialog.getByRole('button', { name: 'Search engines' }).scrollIntoViewIfNeeded();
    const [title, box] = [await dialog.getByRole('heading', { level: 2 }).boundingBox(), await search.boundingBox()];
    expect(box?.y).toBeGreaterThan((title?.y ?? 500) + (title?.height ?? 0));
    expect(
      await search.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === one;
      }),
    ).toBe(true);
  });

  it('is a menu for a few', async () => {
    const { page } = await editor.show('/content/pages/new', { width: 1440 });
    await page.getByRole('button', { name: 'Add to Few' }).click();
    await page.getByRole('menuitem', { name: 'Search engines' }).click();
    await page.getByRole('group', { name: 'Few' }).getByText('Search engines').first().waitFor();
  });
});
