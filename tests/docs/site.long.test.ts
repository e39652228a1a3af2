// The documentation as a site, in a real browser: its links lead to pages, its search finds them, and it loads nothing from elsewhere.
import { stat } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGuide } from '../../cli/start/buildGuide.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveGuide } from '../../lib/server/serveGuide.ts';
import { findChromium } from '../setup/findChromium.ts';

const executablePath = findChromium();

let server: RunningServer;
let browser: Browser | undefined;
beforeAll(async () => {
  // It fails for links to pages that do not exist.
  await buildGuide();
  server = await serve({
    ...{ routes: [], host: '127.0.0.1', port: 0 },
    otherwise: () => Promise.resolve({ statusCode: 404 }),
    files: [serveGuide(buildGuide)],
  });
  if (executablePath !== undefined) browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
afterAll(() => Promise.all([browser?.close(), server.stop()]));

/** Opens a page of the site, and collects what it should not do. */
const open = async (path: string) => {
  const page = await browser?.newPage({ colorScheme: 'dark' });
  if (page === undefined) throw new Error('There is no browser');
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${server.url}/guide/${path}`);
  return { page, faults };
};

it('has at most 2 MB, because each project installs it', async () => {
  expect((await stat('dist/guide.tar.br')).size).toBeLessThanOrEqual(2_000_000);
});

it('builds the first page', async () => {
  expect(await (await fetch(`${server.url}/guide/`)).text()).toContain('<h1 id="documentation"');
});

it.runIf(executablePath !== undefined)('shows pages, diagrams and pictures', async () => {
  const { page, faults } = await open('readme.html');
  await page.locator('svg[id^=diagram]').waitFor();
  expect(await page.locator('html').getAttribute('class')).toContain('dark');
  const pictures = page.locator('.vp-doc img');
  await pictures.first().scrollIntoViewIfNeeded();
  await expect
    .poll(() => pictures.first().evaluate((image) => 'naturalWidth' in image && image.naturalWidth))
    .toBeGreaterThan(0);
  await page.locator('aside.VPSidebar').getByText('Querying').click();
  await page.getByRole('heading', { level: 1, name: 'Querying' }).waitFor();
  expect(faults).toEqual([]);
});

it.runIf(executablePath !== undefined)('finds a heading', async () => {
  const { page, faults } = await open('');
  await page.keyboard.press('Control+k');
  await page.locator('.search-input').fill('idempotency');
  await page.locator('.result', { hasText: 'Idempotency keys' }).first().waitFor();
  expect(faults).toEqual([]);
});
