// What people do with whole lists: links and saved lists, and changes of all documents that match.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { dialog } from '../page.ts';

const drafts = 120;
const matching = '/content/articles?q=specimen&sort=title%3Aasc';
const titles = (page: Page): Promise<string[]> => page.getByRole('rowheader').allInnerTexts();
const headings = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const selectAllThatMatch = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'Select all loaded documents' }).check();
  await page.getByText('50 selected').waitFor();
  await click(page, `Select all ${drafts} that match`);
  await page.getByText(`${drafts} selected`).waitFor();
};

export const testListTools = (editor: EditorSite): void => {
  const count = async (query: string): Promise<number> => {
    const { meta } = await editor.api('GET', `/api/articles?status=draft&filters[title][$contains]=Specimen&${query}`);
    return meta.pagination.total as number;
  };

  /** The drafts that have a word, in the order of the search. */
  const search = (q: string, query = '') => editor.api('GET', `/api/search?q=${q}&types=articles&view=edit${query}`);

  describe.runIf(hasChromium && isLong)('a list', () => {
    beforeAll(async () => {
      const data = Array.from({ length: drafts }, (_, index) => ({
        create: { data: { title: `Specimen ${String(index).padStart(3, '0')}`, slug: `specimen-${index}` } },
      }));
      await editor.api('POST', '/api/articles/actions/bulk?status=draft', { data });
      const isIndexed = async () => {
        expect((await search('specimen')).meta.pagination.total).toBe(drafts);
      };
      await vi.waitFor(isIndexed, { timeout: 20_000, interval: 200 });
    });

    it('is the same for the reader of a link, whatever columns they have chosen', async () => {
      const { page, errors } = await editor.show('/content/articles', { role: 'editor' });
      await click(page, 'Columns');
      await page.getByRole('checkbox', { name: 'Authors' }).check();
      await page.getByRole('checkbox', { name: 'Form' }).uncheck();
      await page.keyboard.press('Escape');
      await expect.poll(() => headings(page)).not.toContain('Form');
      const own = await headings(page);
      expect(own).toContain('Authors');
      // The user's columns are those of a plain address, and then in it.
      await page.goto(`${editor.url()}/editor/content/articles`);
      await expect.poll(() => new URL(page.url()).searchParams.get('columns')).toContain('authors');
      await expect.poll(() => headings(page)).toEqual(own);
      const link = page.url();
      const other = await editor.show(link.slice(link.indexOf('/content')), { role: 'administrator' });
      await expect.poll(() => headings(other.page)).toEqual(own);
      // A link without them means those of the schema.
      await editor.show('/content/articles?q=paper', { role: 'editor' });
      await page.getByRole('columnheader', { name: 'Form' }).waitFor();
      expect(await headings(page)).not.toContain('Authors');
      expect([...errors, ...other.errors]).toEqual([]);
    });

    it('is sorted by status', async () => {
      const { page } = await editor.show('/content/articles', { role: 'editor' });
      await click(page, 'Status');
      await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('Draft');
      await click(page, 'Status');
      await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('Published');
      await page.getByRole('columnheader', { name: 'Status' }).and(page.locator('[aria-sort=descending]')).waitFor();
      expect(new URL(page.url()).searchParams.get('sort')).toBe('$status:desc');
    });

    it('shows no documents while a part of its address cannot be read, and names the part', async () => {
      const { page, errors } = await editor.show('/content/articles?filters=title:containsi:Specimen;form:is:essay');
      await page.getByRole('heading', { name: 'The address of this list cannot be read' }).waitFor();
      await page.getByText('form:is:essay', { exact: true }).waitFor();
      expect([await titles(page), await page.getByRole('checkbox').count()]).toEqual([[], 0]);
      await click(page, 'Show the list without this part');
      await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(0);
      expect(new URL(page.url()).searchParams.get('filters')).toBe('title:containsi:Specimen');
      expect(errors).toEqual([]);
    });

    it('is saved under a name, and shared with roles', async () => {
      const admin = await editor.show('/content/articles?status=published&sort=title%3Adesc', {
        role: 'administrator',
      });
      const { page } = admin;
      const inOrder = await titles(page);
      await click(page, 'Saved lists');
      await click(page, 'Save this list');
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill('From Z to A');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'From Z to A' }).waitFor();

      const reader = await editor.show('/content/articles', { role: 'editor' });
      await click(reader.page, 'Saved lists');
      // That of `lists.ts`.
      await reader.page.getByRole('link', { name: 'Backwards' }).waitFor();
      expect(await reader.page.getByRole('link', { name: 'From Z to A' }).count()).toBe(0);

      await click(page, 'Saved list: From Z to A');
      await click(page, 'Change “From Z to A”');
      await dialog(page).getByRole('combobox', { name: 'Who sees it beside me' }).click();
      await page.getByRole('option', { name: 'All roles' }).click();
      await page.keyboard.press('Escape');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

      await editor.show('/content/articles', { role: 'editor' });
      await click(reader.page, 'Saved lists');
      const entry = reader.page.getByRole('link', { name: 'From Z to A' });
      await entry.waitFor();
      expect(await reader.page.getByRole('button', { name: 'Change “From Z to A”' }).count()).toBe(0);
      await entry.click();
      await expect.poll(() => titles(reader.page)).toEqual(inOrder);
      await reader.page.getByRole('button', { name: 'From Z to A' }).waitFor();

      await click(page, 'Saved list: From Z to A');
      await click(page, 'Change “From Z to A”');
      await click(page, 'Delete');
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Saved lists', exact: true }).waitFor();
      expect([...admin.errors, ...reader.errors]).toEqual([]);
    });

    it('gives one attribute of all documents that match a value', async () => {
      const { page, errors } = await editor.show(matching, { role: 'editor' });
      await selectAllThatMatch(page);
      await click(page, 'Edit …');
      await page.getByRole('heading', { name: `Edit ${drafts} documents` }).waitFor();
      await dialog(page).getByRole('combobox', { name: 'What to change' }).click();
      // A slug is of one document, and a relation to many is changed in the form.
      const choices = await page.getByRole('option').allInnerTexts();
      expect(choices).toEqual(
        expect.arrayContaining(['Summary', 'Form', 'Published on', 'Featured', 'Cover', 'Topic']),
      );
      for (const name of ['Title', 'Slug', 'Authors', 'Body']) expect(choices).not.toContain(name);
      await page.getByRole('option', { name: 'Reading minutes' }).click();
      const minutes = dialog(page).getByRole('textbox', { name: 'Reading minutes' });
      await minutes.fill('61');
      await click(page, `Change ${drafts} documents`);
      await dialog(page).getByText('60 or less').waitFor();
      await minutes.fill('7');
      await click(page, `Change ${drafts} documents`);
      await page.getByText(`${drafts} documents changed`).waitFor();
      expect(await count('filters[readingMinutes]=7')).toBe(drafts);
      expect(errors).toEqual([]);
    });

    it('sets a relation to one document', async () => {
      const { page } = await editor.show(matching, { role: 'editor' });
      await page.getByRole('checkbox', { name: 'Select Specimen 000' }).check();
      await click(page, 'Edit …');
      await dialog(page).getByRole('combobox', { name: 'What to change' }).click();
      await page.getByRole('option', { name: 'Topic' }).click();
      await dialog(page).getByRole('combobox', { name: 'Topic' }).click();
      await page.getByRole('option', { name: 'Paper' }).click();
      await click(page, 'Change 1 document');
      await page.getByText('1 document changed').waitFor();
      expect(await count('filters[topic][name]=Paper')).toBe(1);
    });

    it('stops a change, and publishes the rest', async () => {
      const { page, errors } = await editor.show(matching, { role: 'editor' });
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/actions/bulk*', async (route) => {
        await held;
        await route.continue();
      });
      await selectAllThatMatch(page);
      // A document that is gone when its turn comes is named; the others are published.
      await click(page, 'Publish');
      await page.getByRole('heading', { name: `Publish ${drafts} documents?` }).waitFor();
      const { data } = await search('specimen', `&pagination[start]=${drafts - 2}&pagination[limit]=2`);
      const [second, last] = data;
      await editor.api('DELETE', `/api/articles/${String(last.documentId)}`);
      await dialog(page).getByRole('button', { name: 'Publish' }).click();
      await dialog(page).getByText(`0 of ${drafts}`).waitFor();
      await click(page, 'Stop');
      release();
      await dialog(page).getByText(`You stopped after 50 of ${drafts}.`).waitFor();
      expect(await count('hasPublishedVersion=true')).toBe(50);
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      await page.unroute('**/actions/bulk*');
      await click(page, 'Publish');
      await page.getByRole('heading', { name: `Publish ${drafts - 1} documents?` }).waitFor();
      await editor.api('DELETE', `/api/articles/${String(second.documentId)}`);
      await dialog(page).getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('heading', { name: `1 of ${drafts - 1} failed` }).waitFor();
      await dialog(page).getByRole('link', { name: second.title }).waitFor();
      expect(await count('hasPublishedVersion=true')).toBe(drafts - 2);
      expect(errors).toEqual([]);
    });
  });
};
