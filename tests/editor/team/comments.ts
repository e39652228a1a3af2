// Comments in the editor: beside the form, at the labels of fields, and on the first screen.
import { ObjectId } from 'mongodb';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { expectAccessible } from '../axe.ts';
import { button, isFocused } from '../page.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' });
const thread = (page: Page, name: string | RegExp) => panel(page).getByRole('listitem', { name });
const attack = '<img src=x onerror="document.title=1"> **no** <b>markup</b>';

export const testComments = (editor: EditorSite): void => {
  const createArticle = async (title: string, slug: string, more: object = {}): Promise<string> =>
    (await editor.api('POST', '/api/articles?status=draft', { data: { title, slug, ...more } })).data
      .documentId as string;

  describe.runIf(hasChromium)('the comments on a document', () => {
    it('are written with mentions, answered by another user, and lead from the first screen to their document', async () => {
      const documentId = await createArticle('Commented', 'commented');
      const path = `/content/articles/${documentId}`;
      const { page, errors } = await editor.show(path);
      await button(page, 'Show the comments').click();
      await panel(page).getByText('No comments yet').waitFor();
      const input = panel(page).getByRole('textbox', { name: 'Text of the comment' });
      await input.fill(attack);
      await input.press('End');
      await input.pressSequentially(' @edi');
      await page.getByRole('option', { name: 'editor' }).waitFor();
      await input.press('Enter');
      await expect.poll(() => input.inputValue()).toBe(`${attack} @editor `);
      await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
      const first = thread(page, 'Comments on The whole document by administrator');
      await first.getByText(attack).waitFor();
      expect(await first.locator('img, b').count()).toBe(0);
      expect(await first.locator('strong').textContent()).toBe('@editor');
      await button(page, 'Show the comments: 1 open').waitFor();

      const comments = `/api/articles/${documentId}/comments`;
      const [{ id: parent, mentions }] = (await editor.api('GET', comments)).data;
      expect(mentions).toHaveLength(1);
      const asEditor = await editor.apiAs('editor');
      const { id } = (await asEditor('POST', comments, { data: { text: `${attack} It is right`, parent } })).data;
      // As if an agent of the editor had written it.
      const stored = (await editor.database()).collection('lectern_comments');
      await stored.updateOne({ _id: new ObjectId(id as string) }, { $set: { agent: 'Claude' } });
      // What others wrote is there when the page gets the focus.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await first.getByText('It is right').waitFor();
      await first.getByText('Claude, for editor').waitFor();
      await first.getByRole('img', { name: 'Agent' }).waitFor();
      await first.getByRole('button', { name: 'Reply' }).click();
      const reply = panel(page).getByRole('textbox', { name: 'Reply to administrator' });
      await reply.fill('Thanks');
      await page.keyboard.press('Control+Enter');
      // Until then it has this text itself.
      await reply.waitFor({ state: 'detached' });
      await first.getByText('Thanks').waitFor();
      // The keys that sent the reply publish the document elsewhere.
      await expect(editor.api('GET', `/api/articles/${documentId}`)).rejects.toThrow('404');
      await editor.show('/');
      await page.getByRole('heading', { name: 'Mentions' }).waitFor();
      await page.getByRole('link', { name: /^Claude, for editor: <img/ }).click();
      await first.getByText('Thanks').waitFor();
      await expectAccessible(page);
      expect(errors).toEqual([]);
    });

    it('are edited, resolved, opened again and deleted', async () => {
      const documentId = await createArticle('Discussed', 'discussed');
      const call = await editor.apiAs('administrator');
      await call('POST', `/api/articles/${documentId}/comments`, { data: { text: 'Good' } });
      const { page, errors } = await editor.show(`/content/articles/${documentId}`);
      await button(page, 'Show the comments: 1 open').click();
      const first = thread(page, 'Comments on The whole document by administrator');
      await first.getByRole('button', { name: 'Edit or delete the comment' }).first().click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await first.getByRole('textbox').fill('Better');
      await first.getByRole('button', { name: 'Save' }).click();
      await first.getByText('edited').waitFor();
      await first.getByText('Better').waitFor();
      await first.getByRole('button', { name: 'Resolve' }).click();
      await button(page, 'Show the comments').waitFor();
      await panel(page).getByRole('button', { name: 'Resolved (1)' }).click();
      await first.getByText('Resolved by administrator').waitFor();
      await first.getByRole('button', { name: 'Open again' }).click();
      // The answer moves the thread into the other list, which would close its menu.
      await button(page, 'Show the comments: 1 open').waitFor();
      await first.getByRole('button', { name: 'Edit or delete the comment' }).first().click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await panel(page).getByText('No comments yet').waitFor();
      expect((await editor.api('GET', `/api/articles/${documentId}/comments`)).data).toEqual([]);
      expect(errors).toEqual([]);
    });

    it('are opened at a field, by its mark and by keys, and lead back to it', async () => {
      const documentId = await createArticle('Fields', 'fields');
      const { page, errors } = await editor.show(`/content/articles/${documentId}`);
      const title = page.getByRole('textbox', { name: /^Title/ });
      await title.focus();
      await page.keyboard.press('Control+Alt+m');
      const input = panel(page).getByRole('textbox', { name: 'Comment on “Title”' });
      await expect.poll(isFocused(input)).toBe(true);
      await page.keyboard.type('Shorter?');
      await page.keyboard.press('Control+Enter');
      await thread(page, 'Comments on Title by administrator').waitFor();
      const mark = button(page, '1 open comment on “Title”');
      await mark.waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => panel(page).count()).toBe(0);
      await expect.poll(isFocused(title)).toBe(true);
      await mark.click();
      await panel(page).getByText('Shorter?').waitFor();
      await panel(page).getByRole('button', { name: 'Show all comments' }).click();
      await thread(page, /^Comments on Title/)
        .getByRole('button', { name: 'Title', exact: true })
        .click();
      await expect.poll(isFocused(title)).toBe(true);
      expect((await editor.api('GET', `/api/articles/${documentId}/comments`)).data).toMatchObject([{ path: 'title' }]);
      // Only one thing is beside the form.
      await button(page, 'Show the history').click();
      await page.getByRole('complementary', { name: 'History' }).waitFor();
      expect(await panel(page).count()).toBe(0);
      await button(page, /^Show the comments/).click();
      await expect.poll(() => page.getByRole('complementary', { name: 'History' }).count()).toBe(0);
      expect(errors).toEqual([]);
    });
  });
};
