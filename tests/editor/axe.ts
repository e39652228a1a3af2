// Runs axe on a page of the editor: in both color schemes and two widths in the long run, in one view otherwise.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { followPath, waitForScreen, type EditorPage } from '../setup/editor.ts';
import { isLong } from '../setup/lengthOf.ts';

declare const axe: { readonly run: (context: Document | Element, options: RunOptions) => Promise<AxeResults> };

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const runAxe = (page: Page, scope: string | undefined, options: RunOptions): Promise<readonly string[]> =>
  page.evaluate(
    async ([selector, own]) => {
      const context =
        selector === undefined
          ? document
          : [...document.querySelectorAll(selector)].findLast((element) => element.checkVisibility());
      if (context === undefined) return [`There is no ${String(selector)}`];
      const { violations } = await axe.run(context, { preload: false, resultTypes: ['violations'], ...own });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')}\n${html}\n${failureSummary ?? ''}`),
      );
    },
    [scope, options] as const,
  );

interface View {
  readonly colorScheme: 'light' | 'dark';
  /** Pixels. */
  readonly width: number;
  readonly options: RunOptions;
}

const wide: View = { colorScheme: 'light', width: 1280, options: {} };

/** Elements do not depend on the colors, and colors not on the width. */
const dark: View = { colorScheme: 'dark', width: 1280, options: { runOnly: ['color-contrast'] } };

/** Contrast is computed in the narrow view, and in the dark one: it takes half of the time. */
const longViews: readonly View[] = [
  { ...wide, width: 390 },
  { ...wide, options: { rules: { 'color-contrast': { enabled: false } } } },
  dark,
];

/** Of a dialog, whose width the window does not change much. */
const longViewsOfScope: readonly View[] = [wide, dark];

/** In CI screens are light and dialogs dark. */
const [views, viewsOfScope] = isLong ? [longViews, longViewsOfScope] : [[wide], [{ ...dark, options: {} }]];

/** Waits until the screen is loaded, and has its size and its colors. What is behind a dialog may wait for its answer. */
const settle = async (page: Page, isScreen: boolean): Promise<void> => {
  if (isScreen) await waitForScreen(page);
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });
};

/** Loads axe into the page. The policy of the page does not hold for code of `page.evaluate`. */
const prepare = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  await page.evaluate(await readFile(source, 'utf8'));
  await page.evaluate(() => {
    // The browser does not style fields out of view, which would keep the colors of the other scheme.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(sheet);
  });
};

/**
 * @param scope selects the part of the page to check: a dialog, which is above a screen that was checked before
 * @returns what axe finds, with the view; empty if nothing
 */
export const findViolations = async (page: Page, scope?: string): Promise<readonly string[]> => {
  await prepare(page);
  if (scope !== undefined) await page.locator(scope).filter({ visible: true }).last().waitFor();
  const found: string[] = [];
  for (const { colorScheme, width, options } of scope === undefined ? views : viewsOfScope) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await settle(page, scope === undefined);
    found.push(...(await runAxe(page, scope, options)).map((one) => `${width} ${colorScheme} ${one}`));
  }
  return found;
};

/** Expects in the long run that axe finds nothing; see `findViolations`. */
export const expectAccessible = async (page: Page, scope?: string): Promise<void> => {
  if (isLong) expect(await findViolations(page, scope)).toEqual([]);
};

export interface Screen {
  readonly name: string;
  /** Of the address, inside of the editor; the one of the screen before by default. */
  readonly path?: string | (() => Promise<string>);
  /** Shows what is checked, and waits until it is there. The screen before must not have what it waits for. */
  readonly show: (page: Page) => Promise<unknown>;
  /** See `findViolations`. */
  readonly scope?: string;
}

const click = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

/** A dialog or a menu that a button opens. */
export const opened = (name: string, button: string | RegExp, role: 'dialog' | 'menu' = 'dialog'): Screen => ({
  name,
  show: async (page) => {
    await click(page, button);
    await page.getByRole(role).filter({ visible: true }).first().waitFor();
  },
  scope: `[role=${role}]`,
});

/** A screen, which is shown when its heading is. */
export const screen = (name: string, path: Screen['path'], heading: string | RegExp): Screen => ({
  name,
  ...(path === undefined ? {} : { path }),
  show: (page) => page.getByRole('heading', { name: heading, level: 1 }).filter({ visible: true }).first().waitFor(),
});

/** @returns what axe finds on all screens, and what the page complained of */
export const checkScreens = async (
  { page, errors }: Pick<EditorPage, 'page' | 'errors'>,
  screens: readonly Screen[],
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { name, path, show, scope } of screens) {
    try {
      for (let closing = 0; closing < 2; closing++) await page.keyboard.press('Escape');
      if (path !== undefined) await followPath(page, typeof path === 'string' ? path : await path());
      await show(page);
      found.push(...(await findViolations(page, scope)).map((one) => `${name}: ${one}`));
    } catch (error) {
      found.push(`${name}: ${String(error)}`);
    }
  }
  return [...found, ...errors];
};
