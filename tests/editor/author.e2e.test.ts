// What the role `author` may not do is neither shown in the editor nor possible over the API.
import { describe, expect, it } from 'vitest';
import { editorPassword, followPath, hasChromium, startEditor } from '../setup/editor.ts';
import { isLong } from '../setup/lengthOf.ts';

const editor = startEditor({ contentTypes: 'tests/editor/site', content: {} });

const createArticle = async (title: string): Promise<string> =>
  (await editor.api('POST', '/api/articles?status=draft', { data: { title } })).data.documentId as string;

interface Reply {
  readonly status: number;
  readonly body: { readonly data?: { readonly documentId: string } | null };
}

/** @returns a function that calls the API as the author */
const logInAuthor = async () => {
  const { email } = editor.user('author');
  const login = await fetch(`${editor.url()}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-strapi-refresh-cookie': 'strict' },
    body: JSON.stringify({ identifier: email, password: editorPassword }),
  });
  const { jwt } = (await login.json()) as { jwt: string };
  return async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const headers = { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(editor.url() + path, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Reply['body']) };
  };
};

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
    const call = await logInAuthor();
    const { body } = await call('POST', '/api/articles?status=draft', { data: { title: 'With relations' } });
    const path = `/api/articles/${body.data?.documentId ?? ''}`;
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

  it.runIf(isLong)('reads releases with own documents, and changes none', async () => {
    const call = await logInAuthor();
    const { body } = await call('POST', '/api/articles?status=draft', { data: { title: 'Mine in a release' } });
    const own = body.data?.documentId ?? '';
    const hidden = await createArticle('Hidden in a release');
    const id = (await editor.api('POST', '/api/content-releases', { name: 'Of all' })).data.id as number;
    for (const entryDocumentId of [own, hidden])
      await editor.api('POST', `/api/content-releases/${id}/actions`, {
        ...{ type: 'publish', contentType: 'api::article.article', entryDocumentId },
      });
    const { page, errors } = await editor.show(`/releases/${id}`, { role: 'author' });
    await page.getByText('1 document that you may not see').waitFor();
    await page.getByRole('link', { name: 'Mine in a release' }).waitFor();
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    for (const name of ['Delete', 'Edit', 'Publish now', /^Remove/]) expect(await button(name).count()).toBe(0);
    expect(await page.getByRole('radiogroup').count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('link', { name: 'Of all' }).waitFor();
    expect(await button('A new release').count()).toBe(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Article' }).first().click();
    await page.getByRole('link', { name: 'Mine in a release' }).click();
    await page.getByRole('button', { name: 'Schedule or add to a release' }).click();
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await dialog.getByLabel('Date').waitFor();
    expect(await dialog.getByText('With a release').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(errors).toEqual([]);
  });

  it('is refused by the API in everything else', async () => {
    const published = await createArticle('Not yours');
    await editor.api('POST', `/api/articles/${published}/actions/publish`);
    const draft = await createArticle('Not yours either');
    const call = await logInAuthor();
    const data = { title: 'Taken over' };
    expect((await call('GET', `/api/articles/${published}`)).status).toBe(200);
    expect((await call('POST', '/api/articles?status=draft', { data })).status).toBe(201);
    const refusals: readonly (readonly [string, string, unknown?])[] = [
      ['PUT', `/api/articles/${published}?status=draft`, { data }],
      ['DELETE', `/api/articles/${published}`],
      ['POST', `/api/articles/${published}/actions/publish`],
      ['POST', `/api/articles/${published}/actions/unpublish`],
      ['POST', `/api/articles/${published}/actions/discard-draft`],
      ['GET', `/api/articles/${published}?view=edit`],
      ['GET', `/api/articles/${draft}?status=draft`],
      ['PUT', `/api/articles/${draft}?status=draft`, { data }],
      ['GET', '/api/users'],
      ['POST', '/api/users', { username: 'other', email: 'other@example.org', role: 1 }],
      ['GET', '/api/users-permissions/roles'],
      ['POST', '/api/users-permissions/roles', { name: 'Mine', permissions: {} }],
      ['GET', '/admin/api-tokens'],
      ['POST', '/admin/api-tokens', { name: 'mine', type: 'full-access' }],
      ['GET', '/admin/webhooks'],
      ['POST', '/admin/webhooks', { name: 'mine', url: 'https://example.org', events: ['entry.create'] }],
      ['POST', '/api/i18n/locales', { code: 'fr', name: 'French' }],
    ];
    const answers = await Promise.all(
      refusals.map(async ([method, path, body]) => [method, path, (await call(method, path, body)).status] as const),
    );
    expect(answers.filter(([, , status]) => ![401, 403, 404].includes(status))).toEqual([]);
    expect(await editor.api('GET', `/api/articles/${published}`)).toMatchObject({ data: { title: 'Not yours' } });
  });
});
