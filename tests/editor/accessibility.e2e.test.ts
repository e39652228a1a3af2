// axe finds nothing on the screens of the editor: light and dark, wide and narrow.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';
import { everyType } from '../setup/everyType.ts';
import { findViolations } from './axe.ts';

const editor = startEditor({ contentTypes: everyType() });

interface Screen {
  readonly name: string;
  /** Of the address, inside of the editor; the one of the screen before by default. */
  readonly path?: string | (() => Promise<string>);
  /** Shows what is checked, and waits until it is there. */
  readonly show: (page: Page) => Promise<unknown>;
}

type Role = Parameters<Page['getByRole']>[0];

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).filter({ visible: true }).first().waitFor();
const click = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const shown = (page: Page, role: Role = 'dialog') => page.getByRole(role).filter({ visible: true }).first().waitFor();
/** Opens what a button opens: a dialog by default. */
const open = async (page: Page, name: string | RegExp, role?: Role): Promise<void> => {
  await click(page, name);
  await shown(page, role);
};
const press = async (page: Page, keys: string): Promise<void> => {
  await page.keyboard.press(keys);
  await shown(page);
};

const create = async (path: string, data: object): Promise<string> =>
  ((await editor.api('POST', path, { data })) as { data: { documentId: string } }).data.documentId;

const blocks = [
  { type: 'heading', level: 2, children: [{ type: 'text', text: 'A heading' }] },
  {
    type: 'paragraph',
    children: [
      { type: 'text', text: 'Text with ' },
      { type: 'link', url: 'https://example.org', children: [{ type: 'text', text: 'a link' }] },
    ],
  },
  { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [{ type: 'text', text: 'One' }] }] },
];

const makeExhibit = async (): Promise<string> => {
  const room = await create('/api/rooms', { name: 'Hall' });
  const files = (await editor.api('GET', '/api/upload/files')) as readonly { id: number }[];
  const [first, second] = files.map(({ id }) => id);
  const id = await create('/api/exhibits', {
    title: 'A lamp',
    slug: 'a-lamp',
    summary: 'Short',
    story: '# Story\n\nLong **text**',
    card: blocks,
    year: 1880,
    data: { width: 3 },
    secret: 'inside',
    room,
    cover: first,
    pictures: [first, second],
    label: { heading: 'Lamp', size: 3, source: { title: 'A book' } },
    notes: [{ text: 'First note', done: true }, { text: 'Second note' }],
    body: [
      { __component: 'block.text', text: 'Text' },
      { __component: 'block.gallery', pictures: [first] },
    ],
  });
  return `/content/exhibits/${id}`;
};

const makeGuide = async (): Promise<string> => {
  await editor.api('POST', '/api/i18n/locales', { code: 'de', name: 'Deutsch' });
  const id = await create('/api/guides', { title: 'A guide' });
  return `/content/guides/${id}?locale=de`;
};

/** @returns the path of the administrator's own role in the matrix */
const findRole = async (): Promise<string> => {
  const { roles } = (await editor.api('GET', '/api/users-permissions/roles')) as {
    roles: readonly { id: number; type: string }[];
  };
  return `/admin/roles/${String(roles.find(({ type }) => type === 'author')?.id)}`;
};

const makeWebhook = async (): Promise<string> => {
  const body = { name: 'Site', url: 'https://example.org/hook', events: ['entry.publish'], enabled: true };
  const { data } = (await editor.api('POST', '/admin/webhooks', body)) as { data: { id: number } };
  return `/admin/webhooks/${data.id}`;
};

const content: readonly Screen[] = [
  { name: 'home', path: '/', show: heading(/Hello/) },
  { name: 'shortcuts', show: (page) => press(page, '?') },
  { name: 'command palette', show: (page) => press(page, 'ControlOrMeta+k') },
  { name: 'user menu', show: (page) => open(page, /^Menu of/, 'menu') },
  {
    name: 'list with a selection',
    path: '/content/articles',
    show: (page) => page.getByRole('checkbox', { name: 'Select What Paper Remembers' }).check(),
  },
  { name: 'columns', show: (page) => open(page, 'Columns') },
  {
    name: 'filters',
    show: async (page) => {
      await open(page, 'Filters');
      await click(page, 'Add a condition');
    },
  },
  { name: 'confirmation', show: (page) => open(page, 'Delete') },
  { name: 'empty list', path: '/content/tickets', show: heading(/Ticket/) },
  {
    name: 'form with errors',
    path: '/content/articles/new',
    show: async (page) => {
      await click(page, 'Publish');
      await page
        .getByText(/need(?:s)? your attention/)
        .first()
        .waitFor();
    },
  },
  { name: 'translation that is missing', path: makeGuide, show: (page) => page.getByText(/Not translated/).waitFor() },
  { name: 'locales of a document', show: (page) => open(page, /^Locale: /, 'menu') },
  { name: 'media library', path: '/media', show: heading('Media library') },
  { name: 'nothing', path: '/nothing', show: (page) => page.getByText('There is nothing here').waitFor() },
];

const form: readonly Screen[] = [
  {
    name: 'form of every kind',
    path: makeExhibit,
    show: async (page) => {
      await page.getByRole('heading', { name: 'A lamp' }).waitFor();
      for (const button of await page.getByRole('button', { name: 'Open all' }).all()) await button.click();
      await page.getByRole('radio', { name: 'Preview' }).first().check({ force: true });
    },
  },
  { name: 'adding to a dynamic zone', show: (page) => open(page, 'Add to Body', 'menu') },
  { name: 'media picker', show: (page) => open(page, /Cover: choose/) },
  { name: 'more actions', show: (page) => open(page, 'More actions', 'menu') },
];

const administration: readonly Screen[] = [
  { name: 'users', path: '/admin/users', show: (page) => page.getByRole('table').waitFor() },
  { name: 'invitation', show: (page) => open(page, 'Invite a user') },
  { name: 'roles', path: '/admin/roles', show: (page) => page.getByRole('table').waitFor() },
  { name: 'role', path: findRole, show: (page) => page.getByRole('table').first().waitFor() },
  { name: 'condition', show: (page) => open(page, /^Condition of/) },
  { name: 'tokens', path: '/admin/tokens', show: heading('API tokens') },
  { name: 'new token', show: (page) => open(page, 'Create a token') },
  { name: 'webhook', path: makeWebhook, show: heading('Site') },
  { name: 'new webhook', path: '/admin/webhooks/new', show: heading('Add a webhook') },
  { name: 'webhooks', path: '/admin/webhooks', show: (page) => page.getByRole('table').waitFor() },
  { name: 'locales', path: '/admin/locales', show: (page) => page.getByRole('table').waitFor() },
  { name: 'new locale', show: (page) => open(page, 'Add a locale') },
  { name: 'account', path: '/account', show: heading('My account') },
  { name: 'log out everywhere', show: (page) => open(page, 'Log out everywhere') },
];

/** Goes to a screen as a link does: without loading the page again. */
const go = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((url) => {
    history.pushState({}, '', url);
  }, `/editor${path}`);
};

const check = async (screens: readonly Screen[]): Promise<readonly string[]> => {
  const { page, errors } = await editor.open('/');
  page.setDefaultTimeout(5_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await heading(/Hello/)(page);
  const found: string[] = [];
  for (const { name, path, show } of screens) {
    const began = Date.now();
    for (let closing = 0; closing < 2; closing++) await page.keyboard.press('Escape');
    if (path !== undefined) await go(page, typeof path === 'string' ? path : await path());
    await show(page).catch((error: unknown) => found.push(`${name} is not shown: ${String(error)}`));
    found.push(...(await findViolations(page)).map((one) => `${name}: ${one}`));
    console.log(name, Date.now() - began);
  }
  return [...found, ...errors];
};

describe.runIf(hasChromium)('axe finds nothing', () => {
  it('on the login', async () => {
    const { page } = await editor.open('/', { role: null });
    await heading(/Log in/)(page);
    expect(await findViolations(page)).toEqual([]);
  });

  it.each([
    ['lists and the frame', content],
    ['a form of every kind', form],
    ['the administration', administration],
  ])('on %s', async (_, screens) => {
    expect(await check(screens)).toEqual([]);
  });
});
