// Makes copies and translations in a browser: of documents, with and without their locales, and of entries in other documents.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { followPath, hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { saved } from '../page.ts';

type Data = Readonly<Record<string, unknown>> & { readonly documentId: string };

/** The documentId in the address of the page, once the copy has one. */
const createdId = async (page: Page, original: string): Promise<string> => {
  await page.waitForURL((url) => /\/places\/(?!new)/.test(url.pathname) && !url.pathname.endsWith(original));
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

const startCopy = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
};

const type = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.keyboard.press('Control+s');
  await saved(page);
};

export const testCopies = (editor: EditorSite): void => {
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

  beforeAll(async () => {
    await editor.api('POST', '/api/i18n/locales', { code: 'fr', name: 'French' });
  });

  describe.runIf(hasChromium)('a copy of a document', () => {
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
  });

  describe.runIf(hasChromium)('entries', () => {
    it.runIf(isLong)('are cut and pasted in another document by keys, and undo takes the paste back', async () => {
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

      await followPath(page, `/content/places/${to}`);
      const target = page.getByRole('group', { name: /^Sights/ });
      await target.getByRole('button', { name: 'Paste 2 entries' }).waitFor();
      await target.getByRole('button', { name: 'First', exact: true }).focus();
      await page.keyboard.press('Control+v');
      await target.getByRole('button', { name: 'Pantheon', exact: true }).waitFor();
      await saved(page);
      const path = `/api/places/${to}?status=draft&populate=sights`;
      const labels = ['First', 'Forum', 'Pantheon'].map((label) => ({ label }));
      expect(await read(path)).toMatchObject({ sights: labels });
      await page.keyboard.press('Control+z');
      await target.getByRole('button', { name: 'Pantheon', exact: true }).waitFor({ state: 'detached' });
      await saved(page);
      expect(((await read(path)) as { sights: unknown[] }).sights).toHaveLength(1);
      expect(errors).toEqual([]);
    });
  });

  describe.runIf(hasChromium)('a new translation', () => {
    it('of a single type is offered, and does not change the published one', async () => {
      await editor.api('PUT', '/api/legend', { data: { title: 'Key', scale: 3 } });
      const { page, errors } = await editor.show('/single/legend?locale=fr');
      await page.getByRole('button', { name: 'Copy from English' }).click();
      await editor.api('PUT', '/api/legend', { data: { scale: 4 } });
      await type(page, 'Title', 'Légende');
      expect(await read('/api/legend')).toMatchObject({ title: 'Key', scale: 4 });
      expect(await read('/api/legend?locale=fr&status=draft')).toMatchObject({ title: 'Légende', scale: 4 });
      expect(errors).toEqual([]);
    });
  });

  /** A place in English and French, whose French card is missing. */
  const createRome = async (): Promise<string> => {
    const values = { name: 'Rome', height: 21, card: { label: 'The forum' } };
    const { data } = await editor.api('POST', '/api/places?status=draft', { data: values });
    const documentId = data.documentId as string;
    await editor.api('PUT', `/api/places/${documentId}?locale=fr&status=draft`, { data: { name: 'Rome (fr)' } });
    return documentId;
  };

  describe.runIf(hasChromium)('another locale beside the form', () => {
    it('has the value of each localized field in one row with it, which can be copied', async () => {
      const documentId = await createRome();
      const { page, errors } = await editor.show(`/content/places/${documentId}?locale=fr`, { width: 1200 });
      await page.getByRole('button', { name: 'Locale: fr' }).click();
      await page.getByRole('menuitem', { name: 'Translate beside English' }).click();
      await page.waitForURL(/beside=en/);
      const name = page.getByRole('group', { name: 'Name in English' });
      await name.getByText('Rome', { exact: true }).waitFor();
      const boxes = [page.getByRole('textbox', { name: 'Name', exact: true }), name.getByText('Rome', { exact: true })];
      const [field, value] = await Promise.all(boxes.map((one) => one.boundingBox()));
      expect(Math.abs((field?.y ?? 0) - (value?.y ?? 99))).toBeLessThan(8);
      expect(value?.x).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
      // All locales share the height.
      expect(await page.getByRole('group', { name: 'Height in English' }).count()).toBe(0);

      const card = page.getByRole('group', { name: 'Only in English' });
      await card.getByRole('button', { name: 'Copy The forum from English' }).click();
      await page.getByRole('group', { name: 'Label in English' }).getByText('The forum').waitFor();
      expect(await page.getByRole('textbox', { name: 'Label', exact: true }).inputValue()).toBe('The forum');
      await name.getByRole('button', { name: 'Copy Name from English' }).click();
      await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Rome');
      await saved(page);
      expect(await read(`/api/places/${documentId}?status=draft&locale=fr&populate=card`)).toMatchObject({
        ...{ name: 'Rome', card: { label: 'The forum' } },
      });
      expect(errors).toEqual([]);
    });
  });
};
