// Runs axe on a page of the editor, in both color schemes and two widths.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

declare const axe: { readonly run: (context: Document, options: RunOptions) => Promise<AxeResults> };

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const runAxe = (page: Page, options: RunOptions): Promise<readonly string[]> =>
  page.evaluate(async (given) => {
    const { violations } = await axe.run(document, { preload: false, resultTypes: ['violations'], ...given });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')}\n${html}\n${failureSummary ?? ''}`),
    );
  }, options);

const contrast: RunOptions = { runOnly: ['color-contrast'] };

/** The widths in pixels. Colors do not depend on the width, and elements not on the colors. */
const views = [
  { width: 1280, colorScheme: 'light', options: {} },
  { width: 1280, colorScheme: 'dark', options: contrast },
  { width: 390, colorScheme: 'dark', options: contrast },
  { width: 390, colorScheme: 'light', options: {} },
] as const;

/** Lets the page draw what it shows after a change of its size or colors. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          requestAnimationFrame(() => {
            resolve();
          });
        }, 100);
      }),
  );

/** Prepares a page, once: `page.evaluate` runs code that the Content-Security-Policy would block. */
export const loadAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(source, 'utf8'));
};

/** @returns what axe finds, with the view; empty if nothing */
export const findViolations = async (page: Page): Promise<readonly string[]> => {
  await loadAxe(page);
  const found: string[] = [];
  for (const { width, colorScheme, options } of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    found.push(...(await runAxe(page, options)).map((one) => `${width} ${colorScheme} ${one}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
};
