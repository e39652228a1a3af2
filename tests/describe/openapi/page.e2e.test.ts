// The page at /docs in a real browser: it shows all operations, sends requests, and loads nothing from other hosts.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { chromium as browsers, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherwise, routes } from '../../../functions/routes.ts';
import { endpoint } from '../../../lib/api/http/index.ts';
import { pageFile } from '../../../lib/describe/openapi/index.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { serve, type RunningServer } from '../../../lib/server/serve.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { freshFolder } from '../../media/files.ts';
import { createApi, testConfig, silentLog } from '../../setup/api.ts';
import { findChromium } from '../../setup/findChromium.ts';
import { largeSchema } from '../../setup/large.ts';
import { loadNetwork } from '../../setup/network.ts';
import { describedOf, type Description } from './described.ts';

const executablePath = findChromium();
if (executablePath === undefined) console.warn('not looked at: there is no Chromium here');

const { schema } = await loadSchema('content-types');
const folder = await freshFolder();
const api = createApi(schema, { ...testConfig, upload: { ...testConfig.upload, folder } });

describe.runIf(executablePath !== undefined)('the page', () => {
  let serving: RunningServer;
  let browser: Browser;
  let page: Page;
  const requestedUrls: string[] = [];
  const browserErrors: string[] = [];

  beforeAll(async () => {
    await seed(api.service(), JSON.parse(readFileSync('sample/content.json', 'utf8')), () => undefined);
    const service = () => Promise.resolve(api.service());
    serving = await serve({
      routes: routes.map((route) => ({ ...route, handler: endpoint(route.handler.operation, service, silentLog) })),
      otherwise: endpoint(otherwise.operation, service, silentLog),
      ...{ host: '127.0.0.1', port: 0 },
    });
    browser = await browsers.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync', '--no-first-run'],
      ],
    });
    page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) browserErrors.push(message.text());
    });
    page.on('pageerror', (error) => browserErrors.push(error.message));
    await page.goto(`${serving.url}/docs`);
    await page.waitForSelector('.opblock');
  });
  afterAll(() => Promise.all([browser.close(), serving.stop()]));

  it('shows every operation of a type', async () => {
    const found = new Set<string>();
    // Of many operations, the page draws those that somebody scrolls to.
    const scroll = async (): Promise<readonly string[]> => {
      const drawn = await page.$$eval('.opblock-summary', (all) =>
        all.map(
          (one) =>
            `${one.querySelector('.opblock-summary-method')?.textContent ?? ''} ${one.querySelector('.opblock-summary-path')?.textContent?.replaceAll('\u200b', '') ?? ''}`,
        ),
      );
      for (const one of drawn) found.add(one);
      await page.mouse.wheel(0, 1_000);
      return [...found];
    };
    await expect
      .poll(scroll)
      .toEqual(
        expect.arrayContaining([
          ...['GET /api/articles', 'POST /api/articles', 'PUT /api/articles/{documentId}', 'GET /api/about'],
          ...['POST /api/articles/{documentId}/actions/publish', 'POST /api/upload', 'GET /_health'],
        ]),
      );
    await page.mouse.wheel(0, -100_000);
  });

  it('sends a request with a token', async () => {
    const { accessKey } = await createToken(api.service(), { name: 'page', type: 'read-only' });
    await page.click('button.authorize');
    await page.fill('.auth-container input', accessKey);
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    await page.click('.opblock-get .opblock-summary-path[data-path="/api/articles"]');
    await page.click('.try-out__btn');
    await page.click('.execute');
    const status = await page.waitForSelector('.live-responses-table tbody .response-col_status');
    expect((await status.textContent())?.trim()).toMatch(/^200/);
    expect(await page.textContent('.live-responses-table .highlight-code')).toContain('"title"');
  });

  it('logs no errors, and sends no requests to other hosts', () => {
    expect(browserErrors).toEqual([]);
    expect(requestedUrls.length).toBeGreaterThan(3);
    expect(requestedUrls.filter((url) => !url.startsWith(`${serving.url}/`) && !url.startsWith('data:'))).toEqual([]);
  });
});

describe('the resolver of references', async () => {
  const start = (await pageFile('start.js')?.text()) ?? '';
  type Resolve = (spec: object, path: readonly string[]) => Promise<Description>;
  /** The resolver that `start.js` passes to Swagger UI. */
  const resolveSubtree = await new Promise<Resolve>((done) => {
    runInNewContext(start, {
      SwaggerUIBundle: ({ plugins: [plugin] }: Description) => {
        done(plugin().fn.resolveSubtree);
      },
    });
  });
  const references = (value: unknown): readonly string[] =>
    [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);

  it.each([
    ['polymorphic relations and components that contain themselves', describedOf(await loadNetwork()), '/api/remarks'],
    ['ten types that relate to each other', describedOf(largeSchema(10)), '/api/articles-3'],
  ])('%s: only nested schemas stay references', async (_, description, path) => {
    const { spec, errors } = await resolveSubtree(description, ['paths', path, 'get']);
    expect(errors).toEqual([]);
    expect(spec.parameters[0].name).toBe('filters');
    const { schema, examples } = spec.responses[200].content['application/json'];
    expect(Object.keys(schema.properties.data.items.properties)).toContain('documentId');
    expect(examples.document.value.data).toHaveLength(1);
    expect(references(spec).filter((ref) => !ref.startsWith('#/components/schemas/'))).toEqual([]);
  });

  it('does not resolve a reference inside an example', async () => {
    const description = describedOf(largeSchema(1));
    const { examples } = description.components;
    examples['Article0.list'].value.data[0].title = { $ref: '#/components/examples/Article0.list' };
    const { spec } = await resolveSubtree(description, ['paths', '/api/articles-0', 'get']);
    expect(references(spec.responses[200])).toContain('#/components/examples/Article0.list');
  });
});
