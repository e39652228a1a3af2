// What happens in a browser to text that is not saved: on the way out, beside other texts, and when the server does not answer.
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor, waitForScreen } from '../setup/editor.ts';

const editor = startEditor({ contentTypes: 'tests/editor/site', content: {} });

const textbox = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

const status = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

const newArticle = '/content/articles/new';

const articles = async (): Promise<readonly Record<string, unknown>[]> =>
  (await editor.api('GET', '/api/articles?status=draft&sort=title')).data as Record<string, unknown>[];

const createArticle = async (title: string): Promise<string> =>
  (await editor.api('POST', '/api/articles?status=draft', { data: { title } })).data.documentId as string;

const readArticle = async (documentId: string): Promise<Record<string, unknown>> =>
  (await editor.api('GET', `/api/articles/${documentId}?status=draft`)).data as Record<string, unknown>;

/** Opens another page in the same browser. */
const openPage = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${editor.url()}/editor${path}`);
  await textbox(page, 'Title').waitFor();
  // A test may cut the network next, while other fields still load.
  await waitForScreen(page);
  return page;
};

/** Types a title that cannot be saved, and closes the page. */
const typeUnsaved = async (context: BrowserContext, page: Page, title: string): Promise<void> => {
  await context.setOffline(true);
  await textbox(page, 'Title').fill(title);
  await status(page, 'Not saved: no connection').waitFor();
  await page.close();
  await context.setOffline(false);
};

describe.runIf(hasChromium)('text that is not saved', () => {
  it('is saved before the logout', async () => {
    const { page, errors } = await editor.open(newArticle);
    await textbox(page, 'Title').fill('Typed last');
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await articles()).toMatchObject([{ title: 'Typed last' }]);
    expect(errors).toEqual([]);
  });

  it('keeps the user from the logout until they choose', async () => {
    const { page } = await editor.open(newArticle);
    await textbox(page, 'Pages').fill('many');
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => textbox(page, 'Pages').inputValue()).toBe('many');
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  it('of two new documents is offered with both, also after the next one was typed', async () => {
    const { page: first, context } = await editor.open(newArticle);
    await textbox(first, 'Title').waitFor();
    const second = await openPage(context, newArticle);
    // A window is offered no text of another open one.
    await typeUnsaved(context, first, 'One');
    await typeUnsaved(context, second, 'Two');
    const third = await openPage(context, newArticle);
    await third.getByRole('group', { name: 'One' }).waitFor();
    await typeUnsaved(context, third, 'Three');

    const page = await openPage(context, newArticle);
    for (const title of ['One', 'Two', 'Three']) await page.getByRole('group', { name: title }).waitFor();
    await page.getByRole('group', { name: 'Two' }).getByRole('button', { name: 'Discard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard this text?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('group', { name: 'Two' }).getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('group', { name: 'One' }).getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => textbox(page, 'Title').inputValue()).toBe('One');
    await status(page, 'All changes are saved').waitFor();
    expect((await articles()).map(({ title }) => title)).toContain('One');
    await page.goto(`${editor.url()}/editor${newArticle}`);
    await page.getByRole('group', { name: 'Three' }).waitFor();
    expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(1);
  });

  it('is shown where it begins to differ if it is long, and restored as a whole', async () => {
    const { page: first, context } = await editor.open(newArticle);
    const summary = 'a long summary '.repeat(4_000);
    await context.setOffline(true);
    await textbox(first, 'Summary').fill(summary);
    await status(first, 'Not saved: no connection').waitFor();
    await first.close();
    await context.setOffline(false);
    const page = await openPage(context, newArticle);
    const difference = page.getByRole('group', { name: 'Summary', exact: true });
    await difference.waitFor();
    expect((await difference.textContent())?.length).toBeLessThan(12_000);
    await page.getByRole('button', { name: 'Restore' }).last().click();
    await expect.poll(() => textbox(page, 'Summary').inputValue()).toBe(summary);
    await status(page, 'All changes are saved').waitFor();
  });

  it('in a panel keeps the user from going back until they choose', async () => {
    const documentId = await createArticle('With a panel');
    const { page } = await editor.open('/content/articles');
    await page.getByRole('link', { name: 'With a panel' }).first().click();
    await textbox(page, 'Title').fill('With a new tag');
    const search = page.getByLabel(/^Tag: (add|replace)$/);
    await search.click();
    await search.fill('Sepia');
    await page.getByRole('option', { name: /Sepia/ }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('textbox', { name: 'Name' }).fill('Sepia, dark');
    await page.goBack();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    // A tag has no drafts, so it is not saved without a click.
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => panel.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Sepia, dark');
    await expect.poll(() => readArticle(documentId)).toMatchObject({ title: 'With a new tag' });
  });

  it('of a document that somebody else deleted is saved as a new one', async () => {
    const documentId = await createArticle('Deleted');
    const { page, errors } = await editor.open(`/content/articles/${documentId}`);
    await textbox(page, 'Title').waitFor();
    await editor.api('DELETE', `/api/articles/${documentId}`);
    await textbox(page, 'Title').fill('Typed after it was deleted');
    await status(page, 'This document was deleted').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save as a new document' }).click();
    await status(page, 'All changes are saved').waitFor();
    await page.waitForURL((url) => url.pathname.includes('/content/articles/') && !url.pathname.endsWith(documentId));
    const created =
      page
        .url()
        .split(/[/?]/)
        .find((part) => /^[a-z0-9]{24}$/.test(part)) ?? '';
    expect(await readArticle(created)).toMatchObject({ title: 'Typed after it was deleted' });
    await textbox(page, 'Title').fill('Typed on');
    await expect.poll(() => readArticle(created)).toMatchObject({ title: 'Typed on' });
    expect(errors).toEqual([]);
  });

  it('of a document that was deleted meanwhile becomes a new document', async () => {
    const documentId = await createArticle('Gone');
    const path = `/content/articles/${documentId}`;
    const { page, context } = await editor.open(path);
    await typeUnsaved(context, page, 'Typed before it was gone');
    await editor.api('DELETE', `/api/articles/${documentId}`);
    const reopened = await openPage(context, path);
    await reopened.getByText('This document does not exist any more.').waitFor();
    await reopened.getByRole('button', { name: 'Restore' }).click();
    await status(reopened, 'All changes are saved').waitFor();
    await reopened.waitForURL(
      (url) => url.pathname.includes('/content/articles/') && !url.pathname.endsWith(documentId),
    );
    const titles = (await articles()).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Typed before it was gone')).toHaveLength(1);
    const other = await context.newPage();
    await other.goto(`${editor.url()}/editor${path}`);
    await other.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  });

  it('of a locale that was deleted meanwhile becomes a new document in the default locale', async () => {
    const { id } = await editor.api('POST', '/api/i18n/locales', { code: 'fr', name: 'French' });
    const documentId = await createArticle('English');
    const data = { title: 'Français' };
    await editor.api('PUT', `/api/articles/${documentId}?locale=fr&status=draft`, { data });
    const path = `/content/articles/${documentId}?locale=fr`;
    const { page, context } = await editor.open(path);
    await expect.poll(() => textbox(page, 'Title').inputValue()).toBe('Français');
    await typeUnsaved(context, page, 'Brouillon');

    await editor.api('DELETE', `/api/articles/${documentId}?locale=fr`);
    const untranslated = await context.newPage();
    await untranslated.goto(`${editor.url()}/editor${path}`);
    await untranslated.getByText('text of yours in this locale that was never saved').waitFor();
    await untranslated.close();

    await editor.api('DELETE', `/api/i18n/locales/${id}`);
    const reopened = await openPage(context, path);
    await reopened.getByText('The locale fr does not exist any more.').waitFor();
    await reopened.getByRole('button', { name: 'Restore' }).click();
    await status(reopened, 'All changes are saved').waitFor();
    const created = (await articles()).find(({ title }) => title === 'Brouillon');
    expect(created).toMatchObject({ locale: 'en' });
    expect(created?.documentId).not.toBe(documentId);
    expect(await readArticle(documentId)).toMatchObject({ title: 'English' });
    await reopened.waitForURL((url) => url.pathname.endsWith(String(created?.documentId)));
    await reopened.reload();
    await expect.poll(() => textbox(reopened, 'Title').inputValue()).toBe('Brouillon');
  });

  it('is not said to be kept by a browser whose disk is full', async () => {
    const documentId = await createArticle('Full disk');
    const { page, context } = await editor.open(`/content/articles/${documentId}`);
    await textbox(page, 'Title').waitFor();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      };
    });
    await context.setOffline(true);
    await textbox(page, 'Title').fill('Typed on a full disk');
    await page.getByText('This browser cannot keep what you type').waitFor();
    await status(page, 'Not saved: no connection').waitFor();
    expect(await page.getByText('is kept in this browser').count()).toBe(0);
    await page.getByRole('link', { name: 'Tag' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByText('They are lost if you leave').waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await context.setOffline(false);
    await status(page, 'All changes are saved').waitFor();
    expect(await page.getByText('This browser cannot keep what you type').count()).toBe(0);
  });

  it('is also JSON that is not valid', async () => {
    const documentId = await createArticle('With JSON');
    const { page, context } = await editor.open(`/content/articles/${documentId}`);
    await page.getByRole('textbox', { name: 'Extra' }).click();
    await page.keyboard.type('{"a":');
    await status(page, 'Not saved: some values need your attention').waitFor();
    await page.close();
    const reopened = await openPage(context, `/content/articles/${documentId}`);
    await reopened.getByRole('button', { name: 'Restore' }).click();
    const extra = reopened.getByRole('textbox', { name: 'Extra' });
    await extra.filter({ hasText: '{"a":' }).click();
    await reopened.keyboard.press('Control+End');
    await reopened.keyboard.type('1}');
    await status(reopened, 'All changes are saved').waitFor();
    expect(await readArticle(documentId)).toMatchObject({ extra: { a: 1 } });
  });

  it('is offered after a reload when a part of the page is gone, because there is a new version', async () => {
    const documentId = await createArticle('Old version');
    const { page } = await editor.open(`/content/articles/${documentId}`);
    await textbox(page, 'Title').waitFor();
    await page.route(/MediaPicker.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
    await page
      .context()
      .route('**/api/articles/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await textbox(page, 'Title').fill('Typed before');
    await page.getByRole('button', { name: /^Cover: Choose from/ }).click();
    await page.getByText('There is a new version of this page.').waitFor();
    await page.unrouteAll();
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => textbox(page, 'Title').inputValue()).toBe('Typed before');
  });
});
