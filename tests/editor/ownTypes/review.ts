// Stages and assignees in the editor: in the header of a form, in lists, on the first screen and in roles.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { expectAccessible } from '../axe.ts';
import { choose } from '../page.ts';

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
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Only drafts in the stage "ready" can be published').first().waitFor();
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

  describe.runIf(hasChromium)('roles', () => {
    it('can be limited to stages', async () => {
      const roles = (await editor.api('GET', '/api/users-permissions/roles')).roles;
      const { id, documentId } = roles.find(({ type }: { type: string }) => type === 'editor');
      const { page, errors } = await editor.show(`/admin/roles/${id ?? documentId}`);
      await page.getByRole('checkbox', { name: 'Article: Review', exact: true }).check();
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
};
