// The navigation of a site with 60 content types.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { followPath, hasChromium, startEditor } from '../setup/editor.ts';
import { firstLoad } from '../setup/firstLoad.ts';
import { manyTypes } from '../setup/manyTypes.ts';

const editor = startEditor({ contentTypes: manyTypes(), content: {} });

const navigationOf = (page: Page): Locator => page.getByRole('navigation').filter({ visible: true }).first();

describe.runIf(hasChromium)('the navigation of 60 types', () => {
  it('shows the type of the screen, the media library and the administration without scrolling', async () => {
    const { page } = await editor.open('/content/videos', { height: 720 });
    const navigation = navigationOf(page);
    for (const name of ['Videos', 'Media library', 'Users', 'Locales']) {
      const box = await navigation.getByRole('link', { name, exact: true }).boundingBox();
      expect([name, (box?.y ?? -1) > 0, (box?.y ?? 0) + (box?.height ?? 0) < 720, box?.height]).toEqual([
        name,
        true,
        true,
        32,
      ]);
    }
    // The list of types scrolls.
    expect((await navigation.getByRole('link', { name: 'Products' }).boundingBox())?.y).toBeLessThan(0);
  });

  it('fills the window of a phone', async () => {
    const { page } = await editor.show('/', { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Main navigation' }).click();
    const navigation = page.getByRole('dialog', { name: 'Main navigation' }).getByRole('navigation');
    const heightOf = async (): Promise<number | undefined> => (await navigation.boundingBox())?.height;
    await expect.poll(heightOf).toBe(844);
    await navigation.getByRole('link', { name: 'Locales' }).click();
    await page.getByRole('heading', { level: 1, name: 'Locales' }).waitFor();
  });

  it('filters them, and goes to the first one with Enter', async () => {
    const { page } = await editor.show('/');
    const navigation = navigationOf(page);
    const filter = navigation.getByRole('searchbox');
    await filter.fill('ÉNT');
    await expect
      .poll(() => navigation.getByRole('link', { name: /ent/i }).allInnerTexts())
      .toEqual([...['Agents', 'Comments', 'Departments', 'Events', 'Glossary entries']]);
    expect(await navigation.getByRole('link', { name: 'Articles' }).count()).toBe(0);
    await filter.fill('zzz');
    await navigation.getByText('Nothing found').waitFor();
    await filter.fill('glo');
    await filter.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Glossary entries' }).waitFor();
    expect(await filter.inputValue()).toBe('');
  });

  it('shows the icons that schemas name', async () => {
    const { page } = await editor.show('/');
    const iconOf = (name: string) =>
      navigationOf(page).getByRole('link', { name, exact: true }).locator('svg').getAttribute('class');
    await expect.poll(() => iconOf('Events')).toContain('octicon-calendar');
    expect(await iconOf('Articles')).toContain('octicon-stack');
    expect(await iconOf('Imprint')).toContain('octicon-file');
  });

  it('keeps the navigation at unknown addresses', async () => {
    const { page } = await editor.show('/account');
    for (const path of [
      '/content/nothing',
      '/content/articles/none',
      '/single/nothing',
      '/admin/nothing',
      '/nothing/at/all',
    ]) {
      await followPath(page, '/account');
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
      await followPath(page, path);
      await page.getByRole('main').getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
      await navigationOf(page).getByRole('link', { name: 'Articles' }).waitFor();
    }
  });

  it.each([
    ['/', 300_000, 25],
    ['/content/articles/new', 450_000, 45],
  ])('does not let %s load more than with few types', async (path, mostBytes, mostRequests) => {
    const { page } = await editor.open(path);
    const { bytes, requests } = await firstLoad(page, async () => {
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
    expect(bytes).toBeLessThanOrEqual(mostBytes);
    expect(requests).toBeLessThanOrEqual(mostRequests);
  });
});
