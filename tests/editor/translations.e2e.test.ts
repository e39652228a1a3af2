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

describe.runIf(hasChromium)('a new translation', () => {
  beforeAll(async () => {
    await editor.api('POST', '/api/i18n/locales', { code: 'fr', name: 'French' });
  });

  it('of a document begins empty, with the shared values of the other locale', async () => {
    const { data } = await editor.api('POST', '/api/places?status=draft', { data: { name: 'Rome', height: 21 } });
    const path = `/api/places/${data.documentId as string}?status=draft`;
    const { page, errors } = await editor.open(`/content/places/${data.documentId as string}?locale=fr`);
    await page.getByRole('button', { name: 'Begin empty' }).click();
    await type(page, 'Name', 'Rome, en français');
    expect(await read(path)).toMatchObject({ name: 'Rome', height: 21 });
    expect(await read(`${path}&locale=fr`)).toMatchObject({ name: 'Rome, en français', height: 21 });
    expect(errors).toEqual([]);
  });

  it('of a single type is offered, and does not change the published one', async () => {
    await editor.api('PUT', '/api/legend', { data: { title: 'Key', scale: 3 } });
    const { page, errors } = await editor.open('/single/legend?locale=fr');
    await page.getByRole('button', { name: 'Copy from English' }).click();
    await editor.api('PUT', '/api/legend', { data: { scale: 4 } });
    await type(page, 'Title', 'Légende');
    expect(await read('/api/legend')).toMatchObject({ title: 'Key', scale: 4 });
    expect(await read('/api/legend?locale=fr&status=draft')).toMatchObject({ title: 'Légende', scale: 4 });
    expect(errors).toEqual([]);
  });
});
