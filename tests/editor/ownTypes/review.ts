// Stages and assignees in the editor: in the header of a form, in lists, on the first screen and in roles.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { expectAccessible } from '../axe.ts';
import { button, choose, dialog, isFocused } from '../page.ts';

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

export const testReview = (editor: EditorSite): void => {
  const createArticle = async (title: string): Promise<string> =>
    (await editor.api('POST', '/api/articles?status=draft', { data: { title } })).data.documentId as string;

  const stateOf = async (documentId: string) => (await editor.api('GET', `/api/articles/${documentId}/stages`)).meta;

  describe.runIf(hasChromium)('the header of a document', () => {
    it('moves the draft and assigns it, with the keyboard too, and publishes what is approved', async () => {
      const documentId = await createArticle('Held');
      const { page, errors } = await editor.show(`/content/articles/${documentId}`);
      await expect.poll(() => field(page, 'Stage').inputValue()).toBe('writing');
      const publish = page.getByRole('button', { name: 'Publish', exact: true });
      await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Control+Enter');
      const reason = page.getByText(
        'Only drafts in the stage “ready” are published. This one is in “writing”. You may',
      );
      await expect.poll(isFocused(reason)).toBe(true);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await reason.waitFor({ state: 'detached' });
      await field(page, 'Stage').focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'review', exact: true }).waitFor();
      // The first key may mark the current stage, or the one after it.
      const marked = page.locator('[data-combobox-selected]');
      do await page.keyboard.press('ArrowDown');
      while ((await marked.textContent()) !== 'review');
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await stateOf(documentId)).stage.name).toBe('review');
      await choose(page, 'Assigned to', 'editor');
      await expect.poll(async () => (await stateOf(documentId)).assignee?.username).toBe('editor');
      await choose(page, 'Stage', 'ready');
      await expect.poll(async () => (await stateOf(documentId)).stage.name).toBe('ready');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect
        .poll(async () => (await editor.api('GET', '/api/articles')).data.map(({ title }: { title: string }) => title))
        .toContain('Held');
      await expectAccessible(page);
      expect(errors).toEqual([]);
    });

    const title =
      'Notes on the ink that monks made of the galls of oaks, and on the paper that it eats after four centuries';

    /** Of the header: whether it stays in view, its part of the window, and the lines of its state; how much of the title is cut. */
    const measureHeader = (page: Page) =>
      page.evaluate(() => {
        const header = document.querySelector('[role="toolbar"]')?.closest('[data-width]');
        const heading = header?.querySelector('h1');
        const state = header?.querySelector('[role="status"]')?.parentElement;
        if (!(header instanceof HTMLElement) || !(heading instanceof HTMLElement) || !(state instanceof HTMLElement))
          throw new Error('There is no header');
        const boxes = [...state.children].map((child) => child.getBoundingClientRect());
        const lastTop = Math.max(...boxes.map(({ top }) => top));
        return {
          isSticky: getComputedStyle(header).position === 'sticky',
          part: header.offsetHeight / window.innerHeight,
          isOneLine: boxes.every(({ bottom }) => bottom > lastTop),
          isCut: heading.scrollHeight > heading.clientHeight + 1 || heading.scrollWidth > heading.clientWidth,
          isWider: document.documentElement.scrollWidth > window.innerWidth,
        };
      });

    it.each([
      { width: 1920, height: 1080, items: 0, most: 0.12 },
      { width: 1280, height: 720, items: 0, most: 0.21 },
      { width: 1024, height: 768, items: 4, most: 0.2 },
      { width: 640, height: 400, items: 4, most: undefined },
      { width: 390, height: 844, items: 6, most: 0.27 },
      { width: 844, height: 390, items: 6, most: undefined },
      { width: 320, height: 256, items: 6, most: undefined },
    ])(
      'shows its title and one line of state at $width × $height, and folds $items actions',
      async ({ width, height, items, most }) => {
        const documentId = await createArticle(title);
        const asEditor = await editor.apiAs('editor');
        const place = { uid: 'api::article.article', documentId, locale: null };
        await asEditor('PUT', '/api/editor/presence', { data: place });
        const { page } = await editor.show(`/content/articles/${documentId}`, { width, height });
        await page.getByRole('img', { name: /^editor/ }).waitFor();
        await field(page, 'Stage').waitFor();
        const { isSticky, part, ...others } = await measureHeader(page);
        expect(others).toEqual({ isOneLine: true, isCut: false, isWider: false });
        // In a low window it scrolls away.
        expect(isSticky).toBe(most !== undefined);
        if (most !== undefined) expect(part).toBeLessThan(most);
        await page.getByRole('button', { name: 'More actions' }).click();
        const folded = page.getByRole('menuitem', {
          name: /^(?:Undo|Redo|Preview|Comments|History|Open the preview|Schedule)/,
        });
        await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
        expect(await folded.count()).toBe(items);
        await page.keyboard.press('Escape');
      },
    );

    it('approves only what the form shows', async () => {
      const documentId = await createArticle('Read');
      const { page } = await editor.show(`/content/articles/${documentId}`);
      await expect.poll(() => field(page, 'Stage').inputValue()).toBe('writing');
      await editor.api('PUT', `/api/articles/${documentId}?status=draft`, { data: { title: 'Not read' } });
      await choose(page, 'Stage', 'ready');
      await page.getByRole('alert').waitFor();
      await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Not read');
      expect((await stateOf(documentId)).stage.name).toBe('writing');
      await choose(page, 'Stage', 'ready');
      await expect.poll(async () => (await stateOf(documentId)).stage.name).toBe('ready');
    });
  });

  describe.runIf(hasChromium)('a new document', () => {
    it('says that it has to be saved and moved before it is published', async () => {
      const { page } = await editor.show('/content/articles/new');
      await button(page, 'Publish').click({ force: true });
      await page.getByText('are published. This one is in “writing”. Save it first.').waitFor();
      await page.keyboard.press('Escape');
    });
  });

  describe.runIf(hasChromium)('a selection of a list', () => {
    it('is moved to a stage and assigned, and the columns show both', async () => {
      const ids = [await createArticle('Many one'), await createArticle('Many two')];
      const { page, errors } = await editor.show('/content/articles?columns=strapi_stage,strapi_assignee');
      for (const [action, label, option] of [
        ['Move to a stage …', 'Stage', 'review'],
        ['Assign …', 'Assigned to', 'editor'],
      ] as const) {
        for (const name of ['Select Many one', 'Select Many two']) await page.getByRole('checkbox', { name }).check();
        await button(page, action).click();
        await choose(page, label, option);
        await button(page, 'Change 2 documents').click();
        await dialog(page).waitFor({ state: 'detached' });
      }
      for (const id of ids)
        expect(await stateOf(id)).toMatchObject({ stage: { name: 'review' }, assignee: { username: 'editor' } });
      const row = page.getByRole('row').filter({ hasText: 'Many one' });
      await expect.poll(() => row.innerText()).toMatch(/review\s+editor/);
      expect(errors).toEqual([]);

      const { page: home } = await editor.show('/', { role: 'editor' });
      await home
        .getByText(/^review · Article/)
        .first()
        .waitFor();
    });
  });

  describe.runIf(hasChromium)('roles', () => {
    it('can be limited to stages', async () => {
      const roles = (await editor.api('GET', '/api/users-permissions/roles')).roles;
      const { id, documentId } = roles.find(({ type }: { type: string }) => type === 'editor');
      const { page, errors } = await editor.show(`/admin/roles/${id ?? documentId}`);
      // All types include it, and a condition of its own counts for the type.
      await page.getByRole('checkbox', { name: 'Article: Review. Included in “All types, also later ones”' }).waitFor();
      await page.getByRole('button', { name: 'Condition of Article: Review', exact: true }).click();
      const dialog = page.getByRole('dialog').filter({ visible: true }).last();
      await dialog.getByRole('combobox', { name: 'Only into these stages' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'review', exact: true }).click();
      await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect
        .poll(async () => {
          const { role } = await editor.api('GET', `/api/users-permissions/roles/${id}`);
          return role.permissions['api::article'].controllers.article.review;
        })
        .toEqual({ enabled: true, policy: '', stages: ['review'] });
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('a change of an approved draft', () => {
    // The role of the test before.
    it('of a user who may move drafts into one stage asks first, puts the draft back, tells who approved it, and says who may approve it again', async () => {
      const documentId = await createArticle('Approved');
      const asChief = await editor.apiAs('administrator');
      await asChief('PUT', `/api/articles/${documentId}/stage`, { data: { name: 'ready' } });
      const { page, errors } = await editor.open(`/content/articles/${documentId}`, { role: 'editor' });
      await expect.poll(() => field(page, 'Stage').inputValue()).toBe('ready');
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.pressSequentially(' by all');
      const question = dialog(page).filter({ hasText: 'This is in the stage “ready”' });
      await question.getByText('Your change sends it back to “review”').waitFor();
      await expectAccessible(page);
      await button(page, 'Undo my change').click();
      await expect.poll(() => title.inputValue()).toBe('Approved');
      expect((await stateOf(documentId)).stage.name).toBe('ready');

      await title.fill('Changed');
      await button(page, 'Change it').click();
      await expect.poll(() => field(page, 'Stage').inputValue()).toBe('review');
      expect((await editor.api('GET', `/api/articles/${documentId}?status=draft`)).data.title).toBe('Changed');
      // Playwright waits until a button is enabled.
      await button(page, 'Publish').click({ force: true });
      await page.getByText('administrator may move it to “ready”').waitFor();
      expect(errors).toEqual([]);

      const { page: home } = await editor.show('/');
      const list = home.getByRole('heading', { name: 'Reviews' }).locator('xpath=..');
      await list.getByText('editor changed it after your review: back in “review”').waitFor();
    });

    it('asks, too, if it is their discard', async () => {
      const documentId = await createArticle('Published');
      const asChief = await editor.apiAs('administrator');
      await asChief('PUT', `/api/articles/${documentId}/stage`, { data: { name: 'ready' } });
      await asChief('PUT', `/api/articles/${documentId}`, { data: {} });
      await asChief('PUT', `/api/articles/${documentId}?status=draft`, { data: { title: 'Approved' } });
      const { page, errors } = await editor.open(`/content/articles/${documentId}`, { role: 'editor' });
      await expect.poll(() => field(page, 'Stage').inputValue()).toBe('ready');
      const titleOf = async () => (await editor.api('GET', `/api/articles/${documentId}?status=draft`)).data.title;
      const discard = async (answer: string): Promise<void> => {
        await button(page, 'More actions').click();
        await page.getByRole('menuitem', { name: 'Discard changes' }).click();
        await dialog(page).getByRole('button', { name: 'Discard changes' }).click();
        const question = dialog(page).filter({ hasText: 'Your change sends it back to “review”' });
        await question.getByRole('button', { name: answer, exact: true }).click();
        await question.waitFor({ state: 'detached' });
      };
      await discard('Cancel');
      expect(await titleOf()).toBe('Approved');
      await discard('Change it');
      await expect.poll(() => field(page, 'Stage').inputValue()).toBe('review');
      expect(await titleOf()).toBe('Published');
      expect(errors).toEqual([]);
    });
  });
};
