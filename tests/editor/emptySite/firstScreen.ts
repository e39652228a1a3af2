// The first screen: what was edited and published, what waits, and what to write next.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';

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
