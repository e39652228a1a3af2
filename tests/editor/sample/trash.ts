// The trash in the editor: what was deleted is listed, read, restored, and deleted for good.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { expectAccessible } from '../axe.ts';
import { button, dialog, notice } from '../page.ts';

const topics = '/trash?type=api%3A%3Atopic.topic';

const rows = (page: Page) => page.getByRole('list', { name: /^Deleted: / }).getByRole('listitem');

export const testTrash = (editor: EditorSite): void => {
  const createTopic = async (name: string, slug: string): Promise<string> =>
    (await editor.api('POST', '/api/topics', { data: { name, slug } })).data.documentId as string;

  const remove = (name: string, documentId: string) => editor.api('DELETE', `/api/${name}/${documentId}?locale=*`);

  const exists = (path: string): Promise<boolean> =>
    editor.api('GET', path).then(
      () => true,
      () => false,
    );

  /** Makes a deleted topic. */
  const removedTopic = async (name: string, slug: string): Promise<string> => {
    const documentId = await createTopic(name, slug);
    await remove('topics', documentId);
    return documentId;
  };

  describe.runIf(hasChromium)('the trash', () => {
    it('is reached from a list, and says who deleted what', async () => {
      const documentId = await createTopic('Watermarks', 'watermarks');
      const { page, errors } = await editor.show('/content/topics');
      await page.getByRole('checkbox', { name: /Watermarks/ }).check();
      await button(page, 'Delete').click();
      await dialog(page).getByText('You can restore it for 30 days under “Recently deleted”.').waitFor();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await notice(page, '1 document deleted').waitFor();
      await page.getByRole('link', { name: 'Recently deleted' }).click();
      await page.getByRole('heading', { name: 'Recently deleted', level: 1 }).waitFor();
      const row = rows(page).filter({ hasText: 'Watermarks' });
      await row.getByText(/^Deleted .* by administrator · 30 days left$/).waitFor();
      await button(page, 'Restore “Watermarks”').click();
      await notice(page, '“Watermarks” was restored').getByRole('link', { name: 'Open it' }).click();
      await page.waitForURL(`**/content/topics/${documentId}`);
      await page.getByRole('heading', { name: 'Watermarks' }).waitFor();
      expect(errors).toEqual([]);
    });

    it('undoes the deletion of several documents of a list', async () => {
      const ids = [await createTopic('Endpapers', 'endpapers'), await createTopic('Headbands', 'headbands')];
      const { page } = await editor.show('/content/topics');
      for (const name of [/Endpapers/, /Headbands/]) await page.getByRole('checkbox', { name }).check();
      await button(page, 'Delete').click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      const deleted = notice(page, '2 documents deleted');
      await deleted.waitFor();
      expect(await Promise.all(ids.map((id) => exists(`/api/topics/${id}`)))).toEqual([false, false]);
      await deleted.getByRole('button', { name: 'Undo' }).click();
      await notice(page, '2 documents put back').waitFor();
      expect(await Promise.all(ids.map((id) => exists(`/api/topics/${id}`)))).toEqual([true, true]);
      // The list shows them again.
      await page.getByRole('link', { name: 'Endpapers' }).waitFor();
    });

    it('asks for another value where another document has it now', async () => {
      const documentId = await removedTopic('Ligatures', 'ligatures');
      await createTopic('Ligatures and more', 'ligatures');
      await createTopic('Third', 'ligatures-old');
      const { page, errors } = await editor.show(topics);
      await button(page, 'Restore “Ligatures”').click();
      const slug = dialog(page).getByRole('textbox', { name: 'Slug' });
      await dialog(page).getByText('Another document has this value now').waitFor();
      expect(await slug.inputValue()).toBe('ligatures');
      await expectAccessible(page, '[role=dialog]');
      // Another value may be taken too, or be none at all.
      await slug.fill('ligatures-old');
      await slug.press('Enter');
      await dialog(page).getByText('Another document has this value now').waitFor();
      await slug.fill('no slug');
      await dialog(page).getByRole('button', { name: 'Restore' }).click();
      await expect.poll(() => slug.getAttribute('aria-invalid')).toBe('true');
      await slug.fill('ligatures-2');
      await dialog(page).getByRole('button', { name: 'Restore' }).click();
      await notice(page, '“Ligatures” was restored').waitFor();
      expect((await editor.api('GET', `/api/topics/${documentId}`)).data.slug).toBe('ligatures-2');
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('shows a deleted document in its form, without the possibility to change it', async () => {
      await removedTopic('Deckle edges', 'deckle-edges');
      const { page, errors } = await editor.show(topics);
      await button(page, 'View “Deckle edges”').click();
      const name = dialog(page).getByRole('textbox', { name: /Name/ });
      await name.waitFor();
      expect(await name.inputValue()).toBe('Deckle edges');
      await expect.poll(() => name.isEditable()).toBe(false);
      await expectAccessible(page, '[role=dialog]');
      await dialog(page).getByRole('button', { name: 'Restore “Deckle edges”' }).click();
      await notice(page, '“Deckle edges” was restored').waitFor();
      await expect.poll(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
      expect(errors).toEqual([]);
    });

    it('deletes for good after a question', async () => {
      await removedTopic('Quires', 'quires');
      await removedTopic('Folios', 'folios');
      const { page } = await editor.show(topics);
      await button(page, 'Delete for good: “Quires”').hover();
      await expectAccessible(page);
      await button(page, 'Delete for good: “Quires”').click();
      await expectAccessible(page, '[role=dialog]');
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      expect(await rows(page).filter({ hasText: 'Quires' }).count()).toBe(1);
      await button(page, 'Delete for good: “Quires”').click();
      await dialog(page).getByRole('button', { name: 'Delete for good' }).click();
      await notice(page, '“Quires” was deleted for good').waitFor();
      await expect.poll(() => rows(page).filter({ hasText: 'Quires' }).count()).toBe(0);
      expect(await rows(page).filter({ hasText: 'Folios' }).count()).toBe(1);
      await button(page, 'Delete all for good').click();
      await dialog(page).getByRole('button', { name: 'Delete all for good' }).click();
      await page.getByRole('heading', { name: 'Nothing was deleted' }).waitFor();
      await page.getByText('is kept here for 30 days').waitFor();
      await expectAccessible(page);
      expect((await editor.api('GET', '/api/trash?type=api::topic.topic')).data).toEqual([]);
    });

    it.runIf(isLong)('is reached with the keyboard, also from where no list is', async () => {
      await removedTopic('Bookmarks', 'bookmarks');
      const { page } = await editor.show('/account');
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Jump to…').fill('Recently');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Recently deleted', level: 1 }).waitFor();
      await page.getByLabel('Show', { exact: true }).first().click();
      await page.getByRole('option', { name: 'Topics' }).click();
      await button(page, 'Restore “Bookmarks”').press('Enter');
      await notice(page, '“Bookmarks” was restored').waitFor();
      // The way back.
      await page.getByRole('main').getByRole('link', { name: 'Topics' }).click();
      await page.getByRole('link', { name: 'Bookmarks' }).waitFor();
    });
  });
};
