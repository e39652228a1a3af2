// axe finds nothing on the main screens of the editor; in the long run on all of them, and on their dialogs and panels.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, openEntries, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { secrets } from '../../setup/secrets.ts';
import { checkScreens, opened, screen, type Screen } from '../axe.ts';

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

const showArticle = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 1, name: 'What Paper Remembers' }).waitFor();

const dialog = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('dialog', { name }).waitFor();

/** One upload goes on, and one is refused. */
const showUploads = async (page: Page): Promise<void> => {
  await page.route('**/api/upload', async (route) => {
    if (route.request().postDataBuffer()?.includes('refused.txt') === true)
      await route.fulfill({ status: 400, json: { error: { name: 'ValidationError', message: 'Files are empty' } } });
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  const files = ['slow.txt', 'refused.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(name),
  }));
  await (await chooser).setFiles(files);
  await page.getByRole('list', { name: 'Uploads' }).getByRole('alert').waitFor();
};

const showDeliveries = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Build' }).waitFor();
  await page.getByRole('cell', { name: /503/ }).first().waitFor();
};

const delivery = (id: string, state: 'waiting' | 'parked') => ({
  ...{ id, state, event: 'entry.publish', uid: 'api::article.article', attempts: 3 },
  createdAt: '2026-05-01T09:30:00.000Z',
  lastAttempt: { at: '2026-05-01T09:35:00.000Z', status: 503, message: 'Service Unavailable' },
});

const mockDeliveries = (page: Page): Promise<unknown> =>
  page.route('**/admin/webhooks/*/deliveries*', (route) =>
    route.fulfill({
      json: {
        data: [delivery('one', 'waiting'), delivery('two', 'parked')],
        meta: { pagination: { page: 1, pageSize: 2, pageCount: 3, total: 6 } },
      },
    }),
  );

export const testAccessibility = (editor: EditorSite): void => {
  const create = async (path: string, data: object): Promise<string> =>
    ((await editor.api('POST', path, { data })) as { data: { documentId: string } }).data.documentId;

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
      name: 'change of several documents',
      show: async (page) => {
        await page.getByRole('button', { name: 'Edit …', exact: true }).click();
        await page.getByRole('dialog').getByRole('combobox', { name: 'What to change' }).click();
        await page.getByRole('option', { name: 'Featured' }).click();
      },
      scope: '[role=dialog]',
    },
    {
      name: 'filters',
      show: async (page) => {
        await page.getByRole('button', { name: 'Filters' }).click();
        await page.getByRole('button', { name: 'Add a condition' }).click();
      },
      scope: '[role=dialog]',
    },
    opened('saved lists', 'Saved lists'),
    {
      name: 'list to save',
      show: async (page) => {
        await page.getByRole('button', { name: 'Saved lists', exact: true }).click();
        await page.getByRole('button', { name: 'Save this list', exact: true }).click();
        await page.getByRole('dialog', { name: 'Save this list' }).waitFor();
      },
      scope: '[role=dialog]',
    },
    screen('empty list', '/content/tickets', /Ticket/),
    {
      name: 'form with errors',
      path: '/content/articles/new',
      show: async (page) => {
        await page.getByRole('button', { name: 'Publish', exact: true }).click();
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

  const findRole = async (): Promise<string> => {
    const { roles } = (await editor.api('GET', '/api/users-permissions/roles')) as {
      roles: readonly { id: number; type: string }[];
    };
    return `/admin/roles/${String(roles.find(({ type }) => type === 'author')?.id)}`;
  };

  const administration: readonly Screen[] = [
    screen('users', '/admin/users', 'Users'),
    opened('invitation', 'Invite a user'),
    screen('roles', '/admin/roles', 'Roles'),
    screen('role', findRole, 'Author'),
    opened('condition', /^Condition of/),
    {
      ...{ name: 'tokens', path: '/admin/tokens' },
      show: (page) => page.getByRole('link', { name: '/graphql' }).waitFor(),
    },
    opened('new token', 'Create a token'),
    screen('webhooks', '/admin/webhooks', 'Webhooks'),
    screen('new webhook', '/admin/webhooks/new', 'Add a webhook'),
    screen('locales', '/admin/locales', 'Locales'),
    opened('new locale', 'Add a locale'),
    screen('activity', '/admin/activity', 'Activity'),
    { ...opened('log out everywhere', 'Log out everywhere'), path: '/account' },
    { name: 'nothing', path: '/nothing', show: (page) => page.getByText('There is nothing here').waitFor() },
  ];

  const findArticle = async (title: string): Promise<string> => {
    const { data } = await editor.api('GET', `/api/articles?filters[title][$eq]=${encodeURIComponent(title)}`);
    return data[0].documentId as string;
  };

  const articlePath = async (): Promise<string> => `/content/articles/${await findArticle('What Paper Remembers')}`;

  const filePath = async (): Promise<string> => {
    const files = await editor.api('GET', '/api/upload/files?filters[name][$eq]=laid-paper.jpg');
    return `/media?file=${String(files[0].documentId)}`;
  };

  const webhookPath = async (): Promise<string> => {
    const answer = await fetch(`${editor.url()}/admin/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets.owner}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Build', url: 'https://example.org/build', headers: {}, events: ['entry.publish'] }),
    });
    const { data } = (await answer.json()) as { data: { id: number } };
    return `/admin/webhooks/${String(data.id)}`;
  };

  const beside: readonly Screen[] = [
    {
      name: 'details of a file',
      path: filePath,
      show: async (page) => {
        await dialog(page, 'laid-paper.jpg');
        await page.getByRole('list', { name: 'Used in' }).waitFor();
      },
      scope: '[role=dialog]',
    },
    {
      name: 'linked document beside the form',
      path: articlePath,
      show: async (page) => {
        await showArticle(page);
        await page.getByRole('button', { name: 'Ines Valde', exact: true }).click();
        await page.getByRole('dialog', { name: 'Author' }).getByRole('textbox', { name: 'Name' }).waitFor();
      },
      scope: '[role=dialog]',
    },
    { name: 'deliveries of a webhook', path: webhookPath, show: showDeliveries },
  ];

  const conflict: readonly Screen[] = [
    {
      name: 'conflict',
      path: articlePath,
      show: async (page) => {
        await showArticle(page);
        const id = await findArticle('What Paper Remembers');
        await editor.api('PUT', `/api/articles/${id}?status=draft`, { data: { summary: `Theirs ${Date.now()}` } });
        await page.getByRole('textbox', { name: 'Summary' }).fill('Mine');
        await page.keyboard.press('Control+s');
        await dialog(page, /changed this/);
      },
    },
  ];

  const copies: readonly Screen[] = [
    {
      name: 'question about the locales of a copy',
      path: articlePath,
      show: async (page) => {
        await showArticle(page);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Duplicate' }).click();
        await dialog(page, 'Duplicate with its locales?');
      },
      scope: '[role=dialog]',
    },
    {
      name: 'copy with selected entries',
      path: async () =>
        `/content/articles/new?copyOf=${await findArticle('What Paper Remembers')}&copyLocales=de&locale=en`,
      show: async (page) => {
        await page.getByText('This is a copy').waitFor();
        await page.getByRole('button', { name: 'Select', exact: true }).click();
        await page
          .getByRole('checkbox', { name: /^Select/ })
          .first()
          .check();
      },
    },
    {
      name: 'locale beside the form',
      path: async () => `${await articlePath()}?locale=de&beside=en`,
      show: async (page) => {
        await page.getByRole('group', { name: 'Title in English (en)', exact: true }).waitFor();
        await openEntries(page);
      },
    },
  ];

  const find = (name: string): Screen => content.find((one) => one.name === name) ?? expect.fail(`There is no ${name}`);

  /** What most people see. */
  const main: readonly Screen[] = [
    ...['home', 'list with a selection', 'filters', 'media library', 'form with errors'].map(find),
    { ...opened('new token', 'Create a token'), path: '/admin/tokens' },
  ];

  describe.runIf(hasChromium)('axe finds nothing', () => {
    it('on the main screens, where nothing moves if motion is reduced', async () => {
      const home = await editor.show('/');
      expect(await checkScreens(home, main)).toEqual([]);
      const moving = home.page.evaluate(() =>
        [...document.querySelectorAll('*')].filter(
          (element) => getComputedStyle(element).transitionProperty !== 'none',
        ),
      );
      expect(await moving).toEqual([]);
    });

    it.runIf(isLong)('before the login', async () => {
      const login = await editor.open('/', { role: null });
      const screens = [
        screen('login', undefined, /Log in/),
        screen('set password', '/set-password#code=none', /password/),
      ];
      expect(await checkScreens(login, screens)).toEqual([]);
    });

    it.runIf(isLong).each([
      ['lists and the frame', content],
      ['a form of every kind', form],
      ['the administration', administration],
      ['panels and deliveries', beside],
      ['copies, and on a locale beside the form', copies],
      ['a conflict', conflict],
    ] as const)('on %s', async (_, screens) => {
      const common = await editor.show('/');
      await mockDeliveries(common.page);
      expect(await checkScreens(common, screens)).toEqual([]);
    });

    it.runIf(isLong)('on uploads', async () => {
      const uploads = { name: 'uploads', path: '/media', show: showUploads };
      expect(await checkScreens(await editor.open(), [uploads])).toEqual([]);
    });
  });
};
