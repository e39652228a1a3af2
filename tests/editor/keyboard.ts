// Works in the editor as people without a mouse do.
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { isFocused } from './page.ts';

/** More than any screen of the tests has. */
const mostStops = 80;

/** Presses Tab until the element has the focus. Throws Error if Tab does not lead to it. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.first().waitFor();
  const hasFocus = isFocused(target.first());
  for (let stops = 0; !(await hasFocus()); stops++) {
    if (stops === mostStops) throw new Error(`Tab does not lead to ${String(target)}`);
    await page.keyboard.press('Tab');
  }
};

/** Goes to an element with Tab, and presses a key there; Enter by default. */
export const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Chooses an option of a combobox with the arrow keys. */
export const pickOption = async (page: Page, combobox: Locator, option: string): Promise<void> => {
  await tabTo(page, combobox);
  const wanted = page.getByRole('option', { name: option, exact: true });
  await page.keyboard.press('ArrowDown');
  await wanted.waitFor();
  const marked = page.locator('[data-combobox-selected]').filter({ visible: true });
  const labelOf = async () => ((await marked.count()) === 0 ? '' : await marked.first().innerText());
  for (let steps = 0; (await labelOf()) !== option; steps++) {
    expect(steps).toBeLessThan(mostStops);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
};
