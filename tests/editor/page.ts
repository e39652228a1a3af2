// What tests find in pages of the editor, and do in them.
import type { Frame, Locator, Page } from 'playwright-core';
import { editorPassword } from '../setup/editor.ts';

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

export const textbox = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

/** The dialog above all others. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last();

export const notice = (page: Page, text: string | RegExp): Locator => page.getByRole('alert').filter({ hasText: text });

export const status = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** Waits until a form has stored all that was typed. */
export const saved = (page: Page): Promise<void> => status(page, 'All changes are saved').waitFor();

/** For `expect.poll`. */
export const isFocused = (locator: Locator) => (): Promise<boolean> =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement);

/** The path of the field that has the focus. */
export const focusedField = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('[id^="form"]')?.id.replace(/^form\d+-/, '') ?? '');

export const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** The page in a frame with this title. */
export const frameOf = async (page: Page, title: string): Promise<Frame> => {
  const frame = await (await page.getByTitle(title, { exact: true }).elementHandle()).contentFrame();
  if (frame === null) throw new Error('There is no frame');
  return frame;
};

export const typeCredentials = async (page: Page, identifier: string, password = editorPassword): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email address or name' }).fill(identifier);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

export const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};
