// Makes the pictures of docs/editor.md: LECTERN_SCREENSHOTS=1 (CONTRIBUTING.md). Without it, checks that the page shows all of them.
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const records = process.env.LECTERN_SCREENSHOTS !== undefined && hasChromium;
const folder = 'docs/images/editor';

interface Screen {
  readonly name: string;
  readonly path: string;
  /** What has to be on the screen. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

const screens: readonly Screen[] = [
  { name: 'home', path: '/', ready: heading(/Hello/) },
  { name: 'list', path: '/content/articles', ready: (page) => page.getByText('The Generous Margin').first().waitFor() },
  { name: 'form', path: '/content/articles/{article}', ready: heading('Notes in Pencil') },
  { name: 'sections', path: '/content/articles/{article}#sections', ready: heading('Notes in Pencil') },
  { name: 'translation', path: '/content/articles/{article}?locale=fr', ready: heading(/Not translated/) },
  { name: 'media', path: '/media', ready: heading(/Media/) },
  { name: 'roles', path: '/admin/roles/{role}', ready: heading('Author') },
  { name: 'users', path: '/admin/users', ready: heading('Users') },
];

const widths = [1280, 390] as const;
const schemes = ['light', 'dark'] as const;

const pictures = screens.flatMap(({ name }) =>
  widths.flatMap((width) => schemes.map((scheme) => `${folder}/${name}-${width}-${scheme}.webp`)),
);

it('docs/editor.md shows each picture', async () => {
  const page = await readFile('docs/editor.md', 'utf8');
  const found = [...page.matchAll(/\((images\/editor\/[^)]+)\)/g)].map(([, path]) => `docs/${path}`);
  expect(found.sort()).toEqual(pictures.toSorted());
  expect(found.filter((path) => !existsSync(path))).toEqual([]);
});

describe.runIf(records)('the pictures', () => {
  const site = startEditor();

  it.each(screens)('of $name are made', async ({ name, path, ready }) => {
    mkdirSync(folder, { recursive: true });
    const articles = await site.api('GET', '/api/articles?filters[title]=Notes in Pencil&fields=title');
    const { roles } = await site.api('GET', '/api/users-permissions/roles');
    const locales = await site.api('GET', '/api/i18n/locales');
    if (!locales.some(({ code }: { code: string }) => code === 'fr'))
      await site.api('POST', '/api/i18n/locales', { code: 'fr', name: 'French' });
    const address = path
      .replace('{article}', articles.data[0].documentId)
      .replace('{role}', roles.find(({ type }: { type: string }) => type === 'author').id);
    const [route = '', field] = address.split('#');
    const { page } = await site.open(route, { height: 800 });
    await ready(page);
    for (const width of widths)
      for (const colorScheme of schemes) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        if (field !== undefined) await page.locator(`[id$="-${field}"]`).scrollIntoViewIfNeeded();
        await page.waitForLoadState('networkidle');
        await page.mouse.move(0, 0);
        const picture = await page.screenshot({ animations: 'disabled' });
        await sharp(picture).webp({ quality: 80 }).toFile(`${folder}/${name}-${width}-${colorScheme}.webp`);
      }
  });
});
