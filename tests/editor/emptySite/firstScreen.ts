// The first screen: what was edited and published, what waits, and what to write next.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isFocused } from '../page.ts';

export const testFirstScreen = (editor: EditorSite): void => {
  describe.runIf(hasChromium)('the first screen', () => {
    beforeAll(async () => {
      const [administrator, author] = [await editor.apiAs('administrator'), await editor.apiAs('editor')];
      await administrator('POST', '/api/articles?status=draft', { data: { title: 'My draft' } });
      await administrator('POST', '/api/authors', { data: { name: 'My author', slug: 'my-author' } });
      await administrator('POST', '/api/articles', { data: { title: 'My article', slug: 'my-article' } });
      await author('POST', '/api/articles', { data: { title: 'Of the editor', slug: 'of-the-editor' } });
      await author('POST', '/api/articles?status=draft', { data: { summary: 'without a title' } });
      await author('PUT', '/api/about', { data: { title: 'Whoever' } });
    });

    const rowsOf = async (page: Page, title: string): Promise<readonly string[]> => {
      const section = page.locator('section', { has: page.getByRole('heading', { name: title }) });
      return (await section.getByRole('link').allInnerTexts()).map((text) => text.replaceAll(/\s*\n\s*/g, ' | '));
    };

    it('shows what the user edited, what waits and what others published, with one request, and mentions with another', async () => {
      const requests: string[] = [];
      const { page, errors } = await editor.show('/account');
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.getByRole('link', { name: 'Lectern' }).click();
      await page.getByRole('heading', { name: 'Waiting drafts' }).waitFor();
      await page.getByText('My article').waitFor();
      expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([
        '/api/editor/activity',
        '/api/editor/comments',
      ]);
      expect(await rowsOf(page, 'Edited by you')).toEqual([
        expect.stringMatching(/^My article \| Article · .* \| Published$/),
        expect.stringMatching(/^My author \| Author · /),
        expect.stringMatching(/^My draft \| Article · .* \| Draft$/),
      ]);
      expect(await rowsOf(page, 'Waiting drafts')).toEqual([
        expect.stringMatching(/^Untitled \| Article · English · editor · .* \| Draft$/),
        expect.stringMatching(/^My draft \| Article · English · administrator · .* \| Draft$/),
      ]);
      expect(await rowsOf(page, 'Published by others')).toEqual([
        expect.stringMatching(/^About \| English · editor · [^|]*$/),
        expect.stringMatching(/^Of the editor \| Article · English · editor · [^|]*$/),
      ]);
      await page.getByRole('main').getByRole('link', { name: 'My draft' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'My draft' }).waitFor();
      expect(errors).toEqual([]);
    });

    it('gives the focus to the heading of each screen that a link or the command palette leads to', async () => {
      const { page, errors } = await editor.show('/account');
      const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
      const navigation = page.getByRole('navigation').filter({ visible: true }).first();
      await navigation.getByRole('link', { name: 'Topics', exact: true }).press('Enter');
      await expect.poll(isFocused(heading('Topics'))).toBe(true);
      for (const screen of ['Users', 'Roles']) {
        await page.keyboard.press('Control+k');
        await page.getByPlaceholder('Jump to…').fill(screen);
        await page.keyboard.press('Enter');
        await expect.poll(isFocused(heading(screen))).toBe(true);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Main navigation' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Webhooks', exact: true }).click();
      await expect.poll(isFocused(heading('Webhooks'))).toBe(true);
      expect(errors).toEqual([]);
    });

    it('comes to one type of the navigation with the Tab key, and to the others with arrow keys', async () => {
      const { page } = await editor.show('/content/topics');
      const navigation = page.getByRole('navigation').filter({ visible: true }).first();
      const link = (name: string) => navigation.getByRole('link', { name, exact: true });
      await link('Topics').focus();
      const pin = navigation.getByRole('button', { name: 'Pin Topics to the top' });
      await page.keyboard.press('Tab');
      await expect.poll(isFocused(pin)).toBe(true);
      await page.keyboard.press('Tab');
      await expect.poll(isFocused(link('Media library'))).toBe(true);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await expect.poll(isFocused(link('Topics'))).toBe(true);
      await page.keyboard.press('Home');
      await expect.poll(isFocused(link('Articles'))).toBe(true);
      await page.keyboard.press('ArrowDown');
      await expect.poll(isFocused(link('Authors'))).toBe(true);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
    });

    it('keeps a pinned type at the top of the navigation, for this user only', async () => {
      const { page } = await editor.show('/account');
      const navigation = page.getByRole('navigation').filter({ visible: true }).first();
      const pinned = navigation.getByRole('group', { name: 'Pinned' });
      await navigation.getByRole('button', { name: 'Pin Topics to the top' }).press('Enter');
      await expect.poll(() => pinned.getByRole('link').allInnerTexts()).toEqual(['Topics']);
      const key = `lectern-pins:${editor.user('administrator').documentId}`;
      expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe('["api::topic.topic"]');
      await navigation.getByRole('button', { name: 'Unpin Topics' }).press('Enter');
      await pinned.waitFor({ state: 'detached' });
    });
  });
};
