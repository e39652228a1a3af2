// The navigation and the first screen of a site with 60 content types.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startEditor, waitForScreen, type EditorRole } from '../setup/editor.ts';
import { manyTypes } from '../setup/manyTypes.ts';
import { findViolations } from './axe.ts';

const editor = startEditor({ contentTypes: manyTypes(), content: {} });

/** Returns a function that calls the API as the user of a role. */
const as = async (role: EditorRole): Promise<(method: string, path: string, data: object) => Promise<void>> => {
  const { email: identifier, password } = editor.user(role);
  const send = async (method: string, path: string, body: object, headers: object = {}): Promise<unknown> => {
    const reply = await fetch(editor.url() + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const { jwt } = (await send('POST', '/api/auth/local', { identifier, password })) as { readonly jwt: string };
  return async (method, path, data) => {
    await send(method, path, { data }, { authorization: `Bearer ${jwt}` });
  };
};

const navigationOf = (page: Page): Locator => page.getByRole('navigation').filter({ visible: true }).first();

const linksOf = (navigation: Locator, group: string): Promise<string[]> =>
  navigation.getByRole('group', { name: group }).getByRole('link').allInnerTexts();

describe.runIf(hasChromium)('the navigation of 60 types', () => {
  it('groups them, and calls collections by their plural', async () => {
    const { page, errors } = await editor.show('/content/people');
    const navigation = navigationOf(page);
    expect(await linksOf(navigation, 'Shop')).toEqual([
      'Coupons',
      'Customers',
      'Orders',
      'Products',
      'Refunds',
      'Suppliers',
    ]);
    expect(await linksOf(navigation, 'Help desk')).toEqual(['Agents', 'Answers', 'Macros', 'Tickets']);
    expect((await linksOf(navigation, 'Content')).slice(0, 7)).toEqual([
      ...['Articles', 'Authors', 'Awards', 'Books', 'Branches', 'Campaigns', 'Categories'],
    ]);
    expect(await linksOf(navigation, 'Single pages')).toContain('Welcome page');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('People');
    expect(errors).toEqual([]);
  });

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
    const { page } = await editor.open('/', { width: 390, height: 844 });
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

  it('keeps pinned types at the top, also after a reload, for this user only', async () => {
    const { page } = await editor.open('/');
    const navigation = navigationOf(page);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('pins')))).toEqual([]);
    for (const name of ['Rooms', 'Orders']) {
      await navigation.getByRole('link', { name, exact: true }).hover();
      await navigation.getByRole('button', { name: `Pin ${name} to the top` }).click();
    }
    expect(await linksOf(navigation, 'Pinned')).toEqual(['Orders', 'Rooms']);
    // The keyboard goes on at the same type.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Unpin Orders');
    await page.reload();
    await waitForScreen(page);
    expect(await linksOf(navigation, 'Pinned')).toEqual(['Orders', 'Rooms']);
    expect(await linksOf(navigation, 'Shop')).not.toContain('Orders');
    await navigation.getByRole('button', { name: 'Unpin Orders' }).press('Enter');
    expect(await linksOf(navigation, 'Pinned')).toEqual(['Rooms']);
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain(
      `lectern-pins:${editor.user('administrator').documentId}`,
    );
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
    for (const path of [
      '/content/nothing',
      '/content/articles/none',
      '/single/nothing',
      '/admin/nothing',
      '/nothing/at/all',
    ]) {
      const { page } = await editor.show('/account');
      await page.evaluate(`history.pushState(undefined, '', '/editor${path}')`);
      await page.getByRole('main').getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
      await navigationOf(page).getByRole('link', { name: 'Articles' }).waitFor();
    }
  });
});

describe.runIf(hasChromium)('the first screen', () => {
  beforeAll(async () => {
    const [administrator, author] = [await as('administrator'), await as('editor')];
    await administrator('POST', '/api/articles?status=draft', { title: 'My draft' });
    await administrator('POST', '/api/videos', { title: 'My video' });
    await author('POST', '/api/rooms', { title: 'Room of the editor' });
    await author('POST', '/api/tickets?status=draft', { body: 'without a title' });
    await author('PUT', '/api/imprint', { title: 'Whoever' });
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
    await page.getByText('My video').waitFor();
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([
      '/api/editor/activity',
      '/api/editor/comments',
    ]);
    expect(await rowsOf(page, 'Edited by you')).toEqual([
      expect.stringMatching(/^My video \| Video · .* \| Published$/),
      expect.stringMatching(/^My draft \| Article · .* \| Draft$/),
    ]);
    expect(await rowsOf(page, 'Waiting drafts')).toEqual([
      expect.stringMatching(/^Untitled \| Ticket · editor · .* \| Draft$/),
      expect.stringMatching(/^My draft \| Article · administrator · .* \| Draft$/),
    ]);
    expect(await rowsOf(page, 'Published by others')).toEqual([
      expect.stringMatching(/^Imprint \| editor · [^|]*$/),
      expect.stringMatching(/^Room of the editor \| Room · editor · [^|]*$/),
    ]);
    await page.getByRole('main').getByRole('link', { name: 'My draft' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'My draft' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('offers new documents of the types that the user edited last', async () => {
    const { page } = await editor.show('/');
    await page.getByText('My video').waitFor();
    const names = await page.getByRole('region', { name: 'Write' }).getByRole('link').allInnerTexts();
    expect(names.slice(0, 2)).toEqual(['New Video', 'New Article']);
    expect(names).toHaveLength(6);
  });

  it('never says that nothing is written', async () => {
    const { page } = await editor.open('/', { role: 'author' });
    await page.getByText('What you write and change appears here.').waitFor();
    await page.getByText('No draft waits to be published.').waitFor();
    expect(await page.getByText('Nothing is written yet').count()).toBe(0);
  });

  it('offers another try if the request fails', async () => {
    const { page } = await editor.open('/account');
    let isBroken = true;
    await page.route('**/api/editor/activity', (route) =>
      isBroken ? route.fulfill({ status: 503, body: '{}' }) : route.fallback(),
    );
    await page.getByRole('link', { name: 'Lectern' }).click();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    isBroken = false;
    await retry.click();
    await page.getByText('My video').waitFor();
  });

  it('has nothing that axe finds, with a filter and pins', async () => {
    const { page, errors } = await editor.open('/');
    const navigation = navigationOf(page);
    await navigation.getByRole('link', { name: 'Rooms', exact: true }).hover();
    await navigation.getByRole('button', { name: 'Pin Rooms to the top' }).click();
    await page.getByText('My video').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
