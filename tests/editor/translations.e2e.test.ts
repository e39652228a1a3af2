// Begins translations in a browser. They leave the values alone that all locales share.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor({ contentTypes: 'tests/schemas/atlas', content: {} });

const type = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
};

const read = async (path: string): Promise<unknown> => (await editor.api('GET', path)).data as unknown;

beforeAll(async () => {
  await editor.api('POST', '/api/i18n/locales', { code: 'fr', name: 'French' });
});

describe.runIf(hasChromium)('a new translation', () => {
  it('of a document begins empty, with the shared values of the other locale', async () => {
    const { data } = await editor.api('POST', '/api/places?status=draft', { data: { name: 'Rome', height: 21 } });
    const path = `/api/places/${data.documentId as string}?status=draft`;
    const { page, errors } = await editor.show(`/content/places/${data.documentId as string}?locale=fr`);
    await page.getByRole('button', { name: 'Begin empty' }).click();
    await type(page, 'Name', 'Rome, en français');
    expect(await read(path)).toMatchObject({ name: 'Rome', height: 21 });
    expect(await read(`${path}&locale=fr`)).toMatchObject({ name: 'Rome, en français', height: 21 });
    expect(errors).toEqual([]);
  });

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
    await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
    expect(await read(`/api/places/${documentId}?status=draft&locale=fr&populate=card`)).toMatchObject({
      ...{ name: 'Rome', card: { label: 'The forum' } },
    });
    expect(errors).toEqual([]);
  });

  it('is below each field in a narrow window, and closes without touching what is typed', async () => {
    const documentId = await createRome();
    const { page, errors } = await editor.show(`/content/places/${documentId}?locale=fr&beside=en`, { width: 1000 });
    const name = page.getByRole('group', { name: 'Name in English' });
    const input = page.getByRole('textbox', { name: 'Name', exact: true });
    const [field, value] = await Promise.all([input, name].map((one) => one.boundingBox()));
    expect(value?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
    await input.press('End');
    await input.pressSequentially(' et alentours');
    await page.getByRole('button', { name: 'Close English' }).click();
    await name.waitFor({ state: 'detached' });
    expect(await input.inputValue()).toBe('Rome (fr) et alentours');
    expect(errors).toEqual([]);
  });
});
