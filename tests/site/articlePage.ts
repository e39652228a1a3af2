// Looks at the page of an article of the sample content in a browser.
import { expect } from 'vitest';
import type { Browser, OpenedPage } from '../setup/browser.ts';

export const screens = [
  ['a screen', { width: 1280, height: 900 }],
  ['a phone', { width: 360, height: 740 }],
] as const;

/** Opens the page of "The Generous Margin". Expects its title, its picture, and nothing wider than the screen. */
export const openArticle = async (
  browser: Browser,
  url: string,
  size: (typeof screens)[number][1],
): Promise<OpenedPage> => {
  const opened = await browser.open(url, size);
  const { page } = opened;
  expect(await page.title()).toBe('The Generous Margin – The Reading Room');
  const cover = page.getByRole('img', { name: 'Two pages with the lines' });
  expect(await cover.evaluate((img) => 'complete' in img && img.complete)).toBe(true);
  expect(await cover.evaluate((img) => 'naturalWidth' in img && Number(img.naturalWidth))).toBeGreaterThan(0);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  return opened;
};
