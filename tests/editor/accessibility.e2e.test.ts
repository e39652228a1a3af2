// axe finds nothing on the screens for content: light and dark, wide and narrow.
import { describe, expect, it } from 'vitest';
import { hasChromium, openEntries, startEditor } from '../setup/editor.ts';
import { everyType } from '../setup/everyType.ts';
import { checkScreens, opened, screen, type Screen } from './axe.ts';

const editor = startEditor({ contentTypes: everyType() });

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
  const id = await create('/api/guides', { title: 'A guide' });
  return `/content/guides/${id}?locale=de`;
};

const content: readonly Screen[] = [
  screen('home', '/', /Hello/),
  {
    name: 'shortcuts',
    show: (page) => page.keyboard.press('Shift+?').then(() => page.getByRole('dialog').waitFor()),
    scope: '[role=dialog]',
  },
  opened('command palette', /^Jump to/),
  opened('user menu', /^Menu of/, 'menu'),
  {
    name: 'list with a selection',
    path: '/content/articles',
    show: (page) => page.getByRole('checkbox', { name: 'Select What Paper Remembers' }).check(),
  },
  opened('columns', 'Columns'),
  opened('confirmation', 'Delete'),
  {
    name: 'filters',
    show: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: 'Add a condition' }).click();
    },
    scope: '[role=dialog]',
  },
  screen('empty list', '/content/tickets', /Ticket/),
  {
    name: 'form with errors',
    path: '/content/articles/new',
    show: async (page) => {
      await page.getByRole('button', { name: 'Publish' }).click();
      await page
        .getByText(/need(?:s)? your attention/)
        .first()
        .waitFor();
    },
  },
  { name: 'missing translation', path: makeGuide, show: (page) => page.getByText(/Not translated/).waitFor() },
  screen('translated document', async () => (await makeGuide()).replace('?locale=de', ''), 'A guide'),
  opened('locales of a document', /^Locale: /, 'menu'),
  screen('media library', '/media', 'Media library'),
];

const form: readonly Screen[] = [
  {
    name: 'form of every kind',
    path: makeExhibit,
    show: async (page) => {
      await page.getByRole('heading', { name: 'A lamp' }).waitFor();
      await openEntries(page);
    },
  },
  opened('adding to a dynamic zone', 'Add to Body', 'menu'),
  opened('more actions', 'More actions', 'menu'),
  opened('media picker', /^Cover: choose/i),
];

describe.runIf(hasChromium)('axe finds nothing', () => {
  it('on the login, where nothing moves if motion is reduced', async () => {
    const login = await editor.open('/', { role: null });
    expect(await checkScreens(login, [screen('login', undefined, /Log in/)])).toEqual([]);
    const moving = login.page.evaluate(() =>
      [...document.querySelectorAll('*')].filter((element) => getComputedStyle(element).transitionProperty !== 'none'),
    );
    expect(await moving).toEqual([]);
  });

  it.each([
    ['lists and the frame', content],
    ['a form of every kind', form],
  ] as const)('on %s', async (_, screens) => {
    expect(await checkScreens(await editor.open(), screens)).toEqual([]);
  });
});
