// Makes copies in a browser: of documents, with and without their locales, and of entries in other documents.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor({ contentTypes: 'tests/schemas/atlas', content: {} });

type Data = Readonly<Record<string, unknown>> & { readonly documentId: string };

const create = async (path: string, data: object): Promise<Data> =>
  (await editor.api('POST', path, { data })).data as Data;

const read = async (path: string): Promise<unknown> => (await editor.api('GET', path)).data as unknown;

/** A place in two locales, with a keeper that no other place can have. */
const createPlace = async (name: string) => {
  const { documentId: keeper } = await create('/api/surveyors', { name: `Keeper of ${name}` });
  const data = { name, code: `${name}-code`, height: 21, keeper, card: { label: `Card of ${name}` } };
  const { documentId } = await create('/api/places?status=draft', data);
  await editor.api('PUT', `/api/places/${documentId}?locale=fr&status=draft`, {
    data: { name: `${name}, en français`, card: { label: 'Carte' } },
  });
  return documentId;
};

const saved = (page: Page): Promise<void> =>
  page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();

/** The documentId in the address of the page, once the copy has one. */
const createdId = async (page: Page, original: string): Promise<string> => {
  await page.waitForURL((url) => /\/places\/(?!new)/.test(url.pathname) && !url.pathname.endsWith(original));
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

const startCopy = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
};

describe.runIf(hasChromium)('a copy of a document', () => {
  beforeAll(async () => {
    await editor.api('POST', '/api/i18n/locales', { code: 'fr', name: 'French' });
  });

  it('is a new form with its values, whose other locales are copied once it is saved', async () => {
    const original = await createPlace('Rome');
    const { page, errors } = await editor.show(`/content/places/${original}`);
    await startCopy(page);
    const dialog = page.getByRole('dialog', { name: 'Duplicate with its locales?' });
    await dialog.getByRole('checkbox', { name: 'Also copy French' }).waitFor();
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This is a copy' });
    await notice.getByText('Once it is saved, its other locales are copied: French.').waitFor();
    expect(await notice.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/Changed.*: Code$/),
      expect.stringMatching(/Without links.*: Keeper$/),
    ]);
    expect(await page.getByRole('textbox', { name: 'Slug', exact: true }).inputValue()).toBe('rome-1');
    expect(await read('/api/places?status=draft&filters[height]=21')).toHaveLength(1);

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Roma');
    await page.getByText('Also copied: French').waitFor();
    const copy = await createdId(page, original);
    await saved(page);
    const query = 'status=draft&populate=card,keeper';
    expect(await read(`/api/places/${copy}?${query}`)).toMatchObject({
      ...{ name: 'Roma', code: 'Rome-code (copy)', height: 21 },
      ...{ card: { label: 'Card of Rome' }, keeper: null },
    });
    expect(await read(`/api/places/${copy}?${query}&locale=fr`)).toMatchObject({
      ...{ name: 'Rome, en français', code: 'Rome-code (copy)', height: 21, card: { label: 'Carte' } },
    });
    expect(await read(`/api/places/${original}?${query}`)).toMatchObject({ keeper: { name: 'Keeper of Rome' } });
    expect(errors).toEqual([]);
  });

  it('says which locale is not copied, and tries again', async () => {
    const original = await createPlace('Oslo');
    const { page } = await editor.show(`/content/places/new?copyOf=${original}&copyLocales=fr`);
    const writes = (url: URL) => url.pathname.startsWith('/api/places/') && url.searchParams.get('locale') === 'fr';
    await page.route(writes, async (route) => {
      if (route.request().method() === 'PUT')
        await route.fulfill({ status: 400, json: { error: { name: 'ValidationError', message: 'Not today' } } });
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Save draft' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Some locales are not copied' });
    await failure.getByText('French: Not today').waitFor();
    await page.unroute(writes);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Also copied: French').waitFor();
    const copy = await createdId(page, original);
    expect(await read(`/api/places/${copy}?locale=fr&status=draft`)).toMatchObject({ name: 'Oslo, en français' });
  });

  it('is made from a list, without the locales', async () => {
    const original = await createPlace('Bern');
    const { page, errors } = await editor.show('/content/places');
    await page.getByRole('checkbox', { name: 'Select Bern' }).click();
    await page.getByRole('region', { name: 'Selected documents' }).getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('checkbox', { name: 'Also copy French' }).uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const copy = await createdId(page, original);
    expect(await read(`/api/places/${copy}?status=draft`)).toMatchObject({ name: 'Bern', slug: 'bern-1' });
    await expect(read(`/api/places/${copy}?status=draft&locale=fr`)).rejects.toThrow('404');
    expect(errors).toEqual([]);
  });
});

describe.runIf(hasChromium)('entries', () => {
  it('are cut and pasted in another document by keys, and undo takes the paste back', async () => {
    const sights = ['Forum', 'Tiber', 'Pantheon'].map((label) => ({ label }));
    const { documentId: from } = await create('/api/places?status=draft', { name: 'From', sights });
    const { documentId: to } = await create('/api/places?status=draft', { name: 'To', sights: [{ label: 'First' }] });
    const { page, errors } = await editor.show(`/content/places/${from}`);
    const list = page.getByRole('group', { name: /^Sights/ });
    await list.getByRole('button', { name: 'Select', exact: true }).click();
    await list.getByRole('checkbox', { name: 'Select Forum' }).check();
    await list.getByRole('checkbox', { name: 'Select Pantheon' }).check();
    await list.getByRole('button', { name: 'Pantheon', exact: true }).focus();
    await page.keyboard.press('Control+x');
    await page.getByText('2 entries cut.').waitFor();
    await saved(page);
    expect(await read(`/api/places/${from}?status=draft&populate=sights`)).toMatchObject({
      sights: [{ label: 'Tiber' }],
    });

    const other = await page.context().newPage();
    await other.goto(`${editor.url()}/editor/content/places/${to}`);
    const target = other.getByRole('group', { name: /^Sights/ });
    await target.getByRole('button', { name: 'Paste 2 entries' }).waitFor();
    await target.getByRole('button', { name: 'First', exact: true }).focus();
    await other.keyboard.press('Control+v');
    await target.getByRole('button', { name: 'Pantheon', exact: true }).waitFor();
    await saved(other);
    const path = `/api/places/${to}?status=draft&populate=sights`;
    const labels = ['First', 'Forum', 'Pantheon'].map((label) => ({ label }));
    expect(await read(path)).toMatchObject({ sights: labels });
    await other.keyboard.press('Control+z');
    await target.getByRole('button', { name: 'Pantheon', exact: true }).waitFor({ state: 'detached' });
    await saved(other);
    expect(((await read(path)) as { sights: unknown[] }).sights).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
