// The lists of the editor in a browser.
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { expectAccessible } from '../axe.ts';
import { changeAnswer } from '../changeAnswer.ts';
import { choose, dialog, isFocused, notice } from '../page.ts';

/** The titles in the list, from the top. */
const titles = (page: Page): Promise<string[]> => page.getByRole('rowheader').allInnerTexts();

/** Waits until the list has these titles. */
const expectTitles = async (page: Page, expected: readonly string[]): Promise<void> => {
  await expect.poll(() => titles(page)).toEqual(expected);
};

export const testLists = (editor: EditorSite): void => {
  describe.runIf(hasChromium)('lists', () => {
    beforeAll(async () => {
      const draft = {
        title: 'A draft without a slug that can be published',
        slug: 'draft',
        summary: 'The first draft',
      };
      await editor.api('POST', '/api/articles?status=draft', { data: draft });
      await editor.api('POST', '/api/articles?status=draft', { data: { title: 'An unfinished draft', slug: null } });
      for (const name of ['Maud Bauer', 'João Gilberto']) await editor.api('POST', '/api/authors', { data: { name } });
      // The relay builds the index, and then follows the writes.
      const isIndexed = async () => {
        for (const title of ['An unfinished draft', 'João Gilberto'])
          expect((await editor.api('GET', `/api/search?q=${title}&view=edit`)).data[0]?.title).toBe(title);
      };
      await vi.waitFor(isIndexed, { timeout: 30_000, interval: 200 });
    });

    it('are searched by words, the best first, until the user chooses an order', async () => {
      const { page, errors } = await editor.show('/content/articles', { role: 'editor' });
      const searchbox = page.getByRole('searchbox', { name: 'Search' });
      await searchbox.fill('trough morn');
      await expectTitles(page, ['A Morning at the Marbling Trough']);
      await searchbox.fill('draft');
      await page.getByText('the best matches first').waitFor();
      await choose(page, 'Status', 'Draft');
      // The word is in the summary of the first one, too.
      const ranked = ['A draft without a slug that can be published', 'An unfinished draft'];
      await expectTitles(page, ranked);
      await page.getByRole('button', { name: 'Title', exact: true }).click();
      await page.getByRole('button', { name: 'Title', exact: true }).click();
      await expectTitles(page, ranked.toReversed());
      expect(new URL(page.url()).searchParams.get('sort')).toBe('title:desc');
      await page.getByRole('button', { name: 'Best matches first' }).click();
      await expectTitles(page, ranked);
      await page.getByRole('checkbox', { name: 'Select all loaded documents' }).check();
      await page.getByText('2 selected').waitFor();
      const { data } = await editor.api('GET', '/api/articles?status=draft&filters[title]=An unfinished draft');
      await searchbox.fill(data[0].documentId);
      await expectTitles(page, ['An unfinished draft']);
      // A text without words finds nothing.
      await searchbox.fill('-');
      await page.getByText('No document matches').waitFor();
      expect(errors).toEqual([]);
    });

    it('and their documents are found by pickers', async () => {
      const { page, errors } = await editor.show('/content/articles/new', { role: 'editor' });
      const authors = page.getByRole('combobox', { name: 'Authors: add' });
      for (const [text, name] of [
        ['joao', 'João Gilberto'],
        ['bauer maud', 'Maud Bauer'],
      ] as const) {
        await authors.fill(text);
        await page.getByRole('option', { name, exact: true }).click();
        await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
      }
      expect(errors).toEqual([]);
    });

    it('search, filter and sort, and keep all of it in the address', async () => {
      const { page, errors } = await editor.show('/content/articles', { role: 'editor' });
      await page.getByText('10 documents').waitFor();

      await page.getByRole('searchbox', { name: 'Search' }).fill('marbl');
      await expectTitles(page, ['A Morning at the Marbling Trough']);
      await page.getByRole('button', { name: 'Clear the search' }).click();

      await page.getByRole('button', { name: 'Filters' }).click();
      await choose(page, 'Attribute', 'Topic');
      await choose(page, 'Value', 'Paper');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('listitem').getByText('Topic is Paper').waitFor();
      await page.getByRole('button', { name: 'Title', exact: true }).click();
      const found = ['A Morning at the Marbling Trough', 'What Paper Remembers'];
      await expectTitles(page, found);

      await editor.show(page.url().slice(page.url().indexOf('/content')), { role: 'editor' });
      await expectTitles(page, found);
      await page.getByRole('link', { name: 'What Paper Remembers' }).click();
      await page.waitForURL(/articles\/[a-z\d]{24}/);
      await page.goBack();
      await expectTitles(page, found);

      await page.getByRole('button', { name: 'Remove the filter: Topic is Paper' }).click();
      await choose(page, 'Status', 'Draft');
      await page.getByText('2 documents').waitFor();
      expect(errors).toEqual([]);
    });

    it('filter with “or” between conditions', async () => {
      const path = '/content/articles?sort=title:asc&filters=title:startsWith:What Paper';
      const { page, errors } = await editor.show(path, { role: 'editor' });
      await expectTitles(page, ['What Paper Remembers']);
      await page.getByRole('button', { name: 'Filters (1)' }).click();
      await page.getByRole('button', { name: 'Add a condition' }).click();
      const second = page.getByRole('group', { name: 'Condition 2' });
      await second.getByRole('combobox', { name: 'Attribute' }).click();
      await page.getByRole('option', { name: 'Title', exact: true }).click();
      await second.getByRole('textbox', { name: 'Value' }).fill('Marbling');
      const join = page.getByRole('radiogroup', { name: 'Before condition 2' });
      await join.getByText('or', { exact: true }).click();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expectTitles(page, ['A Morning at the Marbling Trough', 'What Paper Remembers']);
      await page.getByRole('listitem').getByText('or Title contains Marbling').waitFor();
      // What was the alternative is a condition of its own then.
      await page.getByRole('button', { name: /^Remove the filter: Title starts with/ }).click();
      await expectTitles(page, ['A Morning at the Marbling Trough']);
      expect(new URL(page.url()).searchParams.get('filters')).toBe('title:containsi:Marbling');
      expect(errors).toEqual([]);
    });

    it('publish many documents, and name those that cannot be', async () => {
      const { page } = await editor.show('/content/articles?status=draft', { role: 'editor' });
      await page.getByRole('checkbox', { name: 'Select all loaded documents' }).check();
      const publish = page.getByRole('button', { name: 'Publish', exact: true });
      await publish.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(isFocused(publish)).toBe(true);
      await publish.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('heading', { name: '1 of 2 failed' }).waitFor();
      const failure = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'An unfinished draft' });
      await failure.getByText('Slug: A value is required.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await expect.poll(isFocused(page.getByRole('button', { name: 'Which, and why' }))).toBe(true);
      await expectTitles(page, ['An unfinished draft']);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      // The link leads to the field.
      await failure.getByRole('link', { name: 'Slug' }).click();
      await page.getByRole('heading', { level: 1, name: 'An unfinished draft' }).waitFor();
      const slug = page.getByRole('textbox', { name: 'Slug' });
      await expect.poll(isFocused(slug)).toBe(true);
    });

    it('are cards in a narrow window, and the keyboard alone reaches them', async () => {
      const { page, errors } = await editor.show('/content/articles', { role: 'editor', width: 360, height: 700 });
      const [first, second] = [page.getByRole('listitem').nth(0), page.getByRole('listitem').nth(1)];
      await first.waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      const { x = 0, width = 360 } = (await page.getByRole('link', { name: 'New', exact: true }).boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(360);
      await first.getByRole('link').focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(isFocused(second.getByRole('link'))).toBe(true);
      expect(errors).toEqual([]);
    });

    it('are saved under a name', async () => {
      const { page, errors } = await editor.show('/content/articles?sort=title%3Adesc', { role: 'editor' });
      const inOrder = await titles(page);
      await page.getByRole('button', { name: 'Saved lists', exact: true }).click();
      await page.getByRole('button', { name: 'Save this list' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save this list' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Backwards');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Backwards' }).waitFor();
      await editor.show('/content/articles', { role: 'editor' });
      await page.getByRole('button', { name: 'Saved lists', exact: true }).click();
      await page.getByRole('link', { name: 'Backwards' }).click();
      await expectTitles(page, inOrder);
      expect(errors).toEqual([]);
    });

    it('give all documents that match a value', async () => {
      // More than a page of the list has.
      const count = 60;
      const data = Array.from({ length: count }, (_, index) => ({
        create: { data: { title: `Proof ${index}`, slug: `proof-${index}` } },
      }));
      await editor.api('POST', '/api/articles/actions/bulk?status=draft', { data });
      const { page, errors } = await editor.show('/content/articles?filters=title:containsi:Proof', {
        role: 'editor',
      });
      await page.getByRole('checkbox', { name: 'Select all loaded documents' }).check();
      await page.getByRole('button', { name: `Select all ${count} that match` }).click();
      await page.getByText(`${count} selected`).waitFor();
      await page.getByRole('button', { name: 'Edit …' }).click();
      const dialog = page.getByRole('dialog', { name: `Edit ${count} documents` });
      await choose(page, 'What to change', 'Reading minutes');
      await dialog.getByRole('textbox', { name: 'Reading minutes' }).fill('7');
      await page.getByRole('button', { name: `Change ${count} documents` }).click();
      await page.getByText(`${count} documents changed`).waitFor();
      const changedCount = async (): Promise<number> =>
        (await editor.api('GET', '/api/articles?status=draft&filters[readingMinutes]=7&fields=title')).meta.pagination
          .total as number;
      expect(await changedCount()).toBe(count);
      await notice(page, `${count} documents changed`).getByRole('button', { name: 'Close' }).click();
      expect(errors).toEqual([]);
    });

    it('go on being changed while the user is elsewhere, and can be put back', async () => {
      const count = 3;
      const data = Array.from({ length: count }, (_, index) => ({
        create: { data: { title: `Galley ${index}`, slug: `galley-${index}` } },
      }));
      const created = await editor.api('POST', '/api/articles/actions/bulk?status=draft', { data });
      const asEditor = await editor.apiAs('editor');
      for (const summary of ['One', 'Two']) {
        const documentIds = [created.data[0].data.documentId];
        const job = { type: 'api::article.article', documentIds, action: 'update', data: { summary } };
        await asEditor('POST', '/api/editor/bulk/jobs', { data: job });
      }
      const { page, errors } = await editor.show('/content/articles?filters=title:containsi:Galley', {
        role: 'editor',
      });
      // As if there were so many that the server needs a while.
      const stillRunning = (route: Route): Promise<void> =>
        changeAnswer<{ data: object }>(route, ({ data: job }) => ({
          data: { ...job, state: 'running', changed: 1, canUndo: false },
        }));
      const jobs = /\/api\/editor\/bulk\/jobs(?:\/\w+)?$/;
      await page.route(jobs, (route) =>
        route.request().method() === 'DELETE' ? route.continue() : stillRunning(route),
      );
      await page.getByRole('checkbox', { name: 'Select all loaded documents' }).check();
      await page.getByRole('button', { name: 'Edit …' }).click();
      await choose(page, 'What to change', 'Reading minutes');
      await dialog(page).getByRole('textbox', { name: 'Reading minutes' }).fill('8');
      await page.getByRole('button', { name: `Change ${count} documents` }).click();
      const progress = notice(page, `Documents are being changed: 1 of ${count}`);
      await progress.waitFor();
      await expectAccessible(page, '[role=alert]');
      await page.getByRole('link', { name: 'Topics' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor();
      await progress.getByRole('button', { name: 'Stop' }).waitFor();
      await page.unroute(jobs);
      const done = notice(page, `${count} documents changed`);
      await done.waitFor();
      // It is there again with the next page, without those before it.
      await page.reload();
      await done.waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      const [first] = (await editor.api('GET', '/api/articles?status=draft&filters[title]=Galley 0')).data;
      await editor.api('PUT', `/api/articles/${first.documentId}?status=draft`, { data: { title: 'Galley of mine' } });
      await done.getByRole('button', { name: 'Undo' }).click();
      const undone = notice(page, `${count - 1} documents put back`);
      await undone.getByText('1 document left as it is').waitFor();
      await undone.getByRole('button', { name: 'Which, and why' }).click();
      await dialog(page).getByRole('link', { name: 'Galley of mine' }).click();
      await page.getByRole('heading', { level: 1, name: 'Galley of mine' }).waitFor();
      await undone.getByRole('button', { name: 'Close' }).click();
      const kept = await editor.api('GET', '/api/articles?status=draft&filters[readingMinutes]=8&fields=title');
      expect(kept.data.map(({ title }: { title: string }) => title)).toEqual(['Galley of mine']);
      expect(errors).toEqual([]);
    });
  });
};
