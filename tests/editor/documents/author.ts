// What the role `author` may not do is neither shown in the editor nor possible over the API.
import { describe, expect, it } from 'vitest';
import { followPath, hasChromium, type EditorSite } from '../../setup/editor.ts';

export const testAuthor = (editor: EditorSite): void => {
  const createArticle = async (title: string): Promise<string> =>
    (await editor.api('POST', '/api/articles?status=draft', { data: { title } })).data.documentId as string;

  describe.runIf(hasChromium)('the role author', () => {
    it('writes and publishes own documents, and sees nothing of the administration', async () => {
      const { page, errors } = await editor.show('/', { role: 'author' });
      const navigation = page.getByRole('navigation', { name: 'Main navigation' });
      await navigation.getByRole('link', { name: 'Article' }).waitFor();
      for (const name of ['Users', 'Roles', 'API tokens', 'Webhooks', 'Locales'])
        expect(await navigation.getByRole('link', { name }).count()).toBe(0);

      await editor.show('/content/articles/new', { role: 'author' });
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('My own');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Published.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
      expect(errors).toEqual([]);
    });

    it('opens nothing at the addresses of the administration', async () => {
      const { page } = await editor.show('/', { role: 'author' });
      const nothing = page.getByText('There is nothing here');
      for (const screen of ['users', 'roles', 'tokens', 'webhooks', 'locales']) {
        await followPath(page, `/admin/${screen}`);
        await nothing.waitFor();
        expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
        expect(await page.getByRole('main').getByRole('table').count()).toBe(0);
        await followPath(page, '/');
        await nothing.waitFor({ state: 'detached' });
      }
    });

    it('reads the published documents of others, and finds no drafts of them', async () => {
      const [draft, published] = [await createArticle('A foreign draft'), await createArticle('A foreign article')];
      await editor.api('POST', `/api/articles/${published}/actions/publish`);
      const { page, errors } = await editor.show(`/content/articles/${published}`, { role: 'author' });
      await page.getByText('You may read this document, but not change it.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Title', exact: true }).isEditable()).toBe(false);
      for (const name of ['Publish', 'Undo', 'Add to Links', 'Cover: upload'])
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Duplicate']);

      await editor.show('/content/articles', { role: 'author' });
      expect(await page.getByText('A foreign draft').count()).toBe(0);
      await followPath(page, `/content/articles/${draft}`);
      await page.getByText('There is nothing here').waitFor();
      expect(await page.getByText('A foreign draft').count()).toBe(0);
      expect(errors).toEqual([]);
    });

    it('sees published documents of others in relations, picks them, and keeps hidden drafts', async () => {
      const [published, draft] = [await createArticle('Their article'), await createArticle('Their secret draft')];
      await createArticle('Their other draft');
      await editor.api('POST', `/api/articles/${published}/actions/publish`);
      await editor.api('PUT', `/api/articles/${published}?status=draft`, { data: { title: 'Their secret change' } });
      const picked = await createArticle('Their second article');
      await editor.api('POST', `/api/articles/${picked}/actions/publish`);
      const call = await editor.apiAs('author');
      const { data: own } = await call('POST', '/api/articles?status=draft', { data: { title: 'With relations' } });
      const path = `/api/articles/${own.documentId as string}`;
      const about = [draft, published].map((documentId) => ({ __type: 'api::article.article', documentId }));
      await editor.api('PUT', `${path}?status=draft`, { data: { about } });

      const { page, errors } = await editor.show(path.replace('/api', '/content'), { role: 'author' });
      const links = page.getByRole('list', { name: 'About' });
      await links.getByText('Their article').waitFor();
      expect(await links.getByRole('listitem').count()).toBe(1);
      await page.getByRole('combobox', { name: 'About: add' }).fill('Their');
      await page.getByRole('option', { name: 'Their second article' }).click();
      expect((await page.getByText('Their secret').count()) + (await page.getByText('Their other').count())).toBe(0);
      const linked = async (): Promise<readonly string[]> => {
        const { data } = await editor.api('GET', `${path}?status=draft&populate=about`);
        return (data.about as readonly { documentId: string }[]).map(({ documentId }) => documentId);
      };
      await expect.poll(linked, { timeout: 15_000 }).toEqual([draft, published, picked]);
      expect(errors).toEqual([]);
    });
  });
};
