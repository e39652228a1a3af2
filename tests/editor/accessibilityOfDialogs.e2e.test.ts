// axe finds nothing on what is shown above or beside a screen: dialogs, panels, uploads, deliveries.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, openEntries, startEditor } from '../setup/editor.ts';
import { secrets } from '../setup/secrets.ts';
import { checkScreens, screen, type Screen } from './axe.ts';

const editor = startEditor();

const findArticle = async (title: string): Promise<string> => {
  const { data } = await editor.api('GET', `/api/articles?filters[title][$eq]=${encodeURIComponent(title)}`);
  return data[0].documentId as string;
};

const articlePath = async (): Promise<string> => `/content/articles/${await findArticle('What Paper Remembers')}`;

const showArticle = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 1, name: 'What Paper Remembers' }).waitFor();

const dialog = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('dialog', { name }).waitFor();

const filePath = async (): Promise<string> => {
  const files = await editor.api('GET', '/api/upload/files?filters[name][$eq]=laid-paper.jpg');
  return `/media?file=${String(files[0].documentId)}`;
};

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

const webhookPath = async (): Promise<string> => {
  const answer = await fetch(`${editor.url()}/admin/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secrets.owner}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Build', url: 'https://example.org/build', headers: {}, events: ['entry.publish'] }),
  });
  const { data } = (await answer.json()) as { data: { id: number } };
  return `/admin/webhooks/${String(data.id)}`;
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

const sessionEnded: readonly Screen[] = [
  {
    name: 'end of the session',
    show: async (page) => {
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.context().clearCookies();
      await page.route('**/api/articles?*', (route) => route.fulfill({ status: 401, json: {} }));
      await page
        .getByRole('link', { name: /^Article/ })
        .first()
        .click();
      await dialog(page, 'Your session has ended');
    },
  },
];

describe.runIf(hasChromium)('axe finds nothing', () => {
  it('on panels and deliveries', async () => {
    const opened = await editor.open();
    await mockDeliveries(opened.page);
    expect(await checkScreens(opened, beside)).toEqual([]);
  });

  it('on copies, and on a locale beside the form', async () => {
    expect(await checkScreens(await editor.open(), copies)).toEqual([]);
  });

  it('on uploads', async () => {
    const uploads = { name: 'uploads', path: '/media', show: showUploads };
    expect(await checkScreens(await editor.open(), [uploads])).toEqual([]);
  });

  it('on a conflict', async () => {
    expect(await checkScreens(await editor.open(), conflict)).toEqual([]);
  });

  it('at the end of the session', async () => {
    const { page } = await editor.open();
    expect(await checkScreens({ page, errors: [] }, sessionEnded)).toEqual([]);
  });

  it('on a new password', async () => {
    const opened = await editor.open('/set-password#code=none', { role: null });
    expect(await checkScreens(opened, [screen('set password', undefined, /./)])).toEqual([]);
  });
});
