// Looks at the page of an article of the sample content in a browser.
import { afterAll, beforeAll, expect } from 'vitest';
import { startBrowser, type Browser, type OpenedPage } from '../setup/browser.ts';

export const screens = [
  ['a screen', { width: 1280, height: 900 }],
  ['a phone', { width: 360, height: 740 }],
] as const;

/** What each example has on its page of "The Case for Thread". */
export const threadTexts = [
  'By Tobias Harrow and Maud Ellery',
  'Glue is a promise. Thread is an arrangement. Overheard in the workshop',
  'Bookbinding, and the Care of Books , Douglas Cockerell (1901)',
  'Read on',
  'How to Open a New Book',
];

/**
 * Starts a browser for the tests of a group.
 *
 * @param timeout of the start, and of the end, in milliseconds
 * @returns a function of the browser, for the tests
 */
export const browserOfGroup = (executable: string | undefined, timeout: number): (() => Browser) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(executable ?? '');
  }, timeout);
  afterAll(() => browser.close(), timeout);
  return () => browser;
};

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
