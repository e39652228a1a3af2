// Runs the recipes of docs/preview.md, in docs/examples/, beside Lectern: Nuxt's page and route run with the packages that Nuxt is made of (vue,
// h3) and stand-ins for its composables, the plain page is served as it is, and in the long run a SvelteKit site is built.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform, type BuildOptions } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePreview } from '../../bin/buildPreview.js';
import { hasChromium, startEditor } from '../setup/editor.ts';
import { isLong } from '../setup/lengthOf.ts';
import { installPackages, packagesFolder } from '../setup/packages.ts';
import { ownBrowser } from '../setup/ownBrowser.ts';
import { freePort } from '../setup/port.ts';
import { openSiteFolder, startProgram } from '../site/program.ts';

const examples = 'docs/examples';
const codeOf = (file: string): string => readFileSync(`${examples}/${file}`, 'utf8');

it.each(['sveltekit', 'nuxt', 'plain'])('has at most 40 lines of code for %s', (framework) => {
  const files = readdirSync(`${examples}/${framework}`, { recursive: true, encoding: 'utf8' });
  const lines = files
    .filter((file) => /\.\w+$/.test(file))
    .flatMap((file) => codeOf(`${framework}/${file}`).trim().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.length).toBeGreaterThan(10);
});

const packages = await installPackages('tests/docs/recipes');
const editor = startEditor({ settings: { preview: { url: 'https://www.example.org/?token={token}' } } });

let folder: string;
const write = (file: string, text: string): void => {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** What the package `lectern` has for sites. */
const writeLectern = async (): Promise<void> => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly default: string }>>;
  };
  const [page, text] = [exports['./preview'], exports['./preview/text']].map((one) => one?.default ?? '');
  const entries = { './preview': page, './preview/text': text };
  write('node_modules/lectern/package.json', JSON.stringify({ name: 'lectern', type: 'module', exports: entries }));
  write(join('node_modules/lectern', page ?? ''), await bundlePreview('lecternPreview'));
  const source = readFileSync('editor/overlay/encodedText.ts', 'utf8');
  write(join('node_modules/lectern', text ?? ''), (await transform(source, { loader: 'ts' })).code);
};

const stops: (() => unknown)[] = [];
const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const startSvelteKit = async (): Promise<string> => {
  const files = ['src/routes/articles/[id]/+page.server.ts', 'src/routes/articles/[id]/+page.svelte'];
  for (const file of files) write(file, codeOf(`sveltekit/${file}`));
  write('package.json', '{ "type": "module" }');
  write('svelte.config.js', 'export default { compilerOptions: { warningFilter: () => false } };');
  write(
    'vite.config.js',
    "import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };",
  );
  write(
    'src/app.html',
    '<!doctype html><html><head><meta charset="utf-8">%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
  );
  const site = openSiteFolder(folder);
  const { code: failed, output } = await site.run(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build'],
    site.env,
  );
  if (failed !== 0) throw new Error(output);
  const port = String(await freePort());
  const args = ['node_modules/vite/bin/vite.js', 'preview', '--host', '127.0.0.1', '--port', port];
  const { url, stop } = await startProgram(site, args, { LECTERN_URL: editor.url() });
  stops.push(stop);
  return url;
};

/** Stands in for Nuxt's composables, on the server and in the browser. */
const composables = `
  import { ref } from 'vue';
  export { computed, onMounted, onUnmounted } from 'vue';
  export { createError, defineEventHandler, getQuery, getRouterParam, setResponseHeader, setResponseHeaders } from 'h3';
  const { nuxt } = globalThis;
  export const useRuntimeConfig = () => ({ lecternUrl: nuxt.lecternUrl });
  export const useRoute = () => nuxt.route;
  export const useRequestEvent = () => nuxt.event;
  export const useHead = ({ title }) => { nuxt.title = title(); if (globalThis.document) document.title = nuxt.title; };
  export const useFetch = async (path, { query }) => {
    const [data, error] = [ref(), ref()];
    const refresh = async () => {
      const answer = await fetch(nuxt.origin + path + '?' + new URLSearchParams(query));
      if (answer.ok) data.value = await answer.json();
      else error.value = { statusCode: answer.status };
    };
    await refresh();
    return { data, error, refresh };
  };
`;

const startNuxt = async (): Promise<string> => {
  write('composables.js', composables);
  const require = createRequire(join(folder, 'package.json'));
  const { parse, compileScript } = require('vue/compiler-sfc');
  const { descriptor } = parse(codeOf('nuxt/pages/articles/[id].vue'));
  const page = (ssr: boolean): string =>
    compileScript(descriptor, { id: 'page', inlineTemplate: true, templateOptions: { ssr, ssrCssVars: [] } }).content;
  write(
    'server.ts',
    `export { default as page } from './page.server.ts'; export { default as route } from './route.ts';
    export { createSSRApp } from 'vue'; export { renderToString } from 'vue/server-renderer';
    export { createApp, createRouter, defineEventHandler, toNodeListener } from 'h3';`,
  );
  write(
    'client.ts',
    `import { createSSRApp, h, Suspense } from 'vue'; import Page from './page.client.ts';
    createSSRApp({ render: () => h(Suspense, null, h(Page)) }).mount('#app');`,
  );
  write('route.ts', codeOf('nuxt/server/api/articles/[id].get.ts'));
  write('page.server.ts', page(true));
  write('page.client.ts', page(false));
  const bundle = async (name: string, options: BuildOptions): Promise<string> => {
    const entry = { entryPoints: [join(folder, `${name}.ts`)], outfile: join(folder, `${name}.mjs`), bundle: true };
    await build({ ...entry, format: 'esm', inject: [join(folder, 'composables.js')], logLevel: 'error', ...options });
    return join(folder, `${name}.mjs`);
  };
  const vue = {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
  };
  const production = { ...vue, 'process.env.NODE_ENV': '"development"' };
  const client = readFileSync(await bundle('client', { platform: 'browser', define: production }), 'utf8');
  const server = await bundle('server', { platform: 'node', external: ['vue', 'h3', 'vue/server-renderer'] });
  const nuxt: Record<string, unknown> = { lecternUrl: editor.url() };
  Object.assign(globalThis, { nuxt });
  stops.push(() => Reflect.deleteProperty(globalThis, 'nuxt'));
  const {
    createApp,
    createRouter,
    createSSRApp,
    defineEventHandler,
    page: Page,
    renderToString,
    route,
    toNodeListener,
  } = await import(pathToFileURL(server).href);
  const showPage = defineEventHandler(
    async (event: { readonly path: string; readonly context: { readonly params: object } }) => {
      const { searchParams } = new URL(event.path, 'http://localhost');
      nuxt.event = event;
      nuxt.route = { params: event.context.params, query: Object.fromEntries(searchParams) };
      const body = await renderToString(createSSRApp(Page));
      const state = JSON.stringify({ route: nuxt.route, origin: '' });
      return `<!doctype html><meta charset="utf-8"><title>${String(nuxt.title)}</title><div id="app">${body}</div>
      <script>nuxt = ${state}</script><script type="module" src="/client.js"></script>`;
    },
  );
  const router = createRouter()
    .get('/api/articles/:id', route)
    .get('/articles/:id', showPage)
    .get(
      '/client.js',
      defineEventHandler(() => new Response(client, { headers: { 'content-type': 'text/javascript' } })),
    );
  nuxt.origin = await serve(toNodeListener(createApp().use(router)));
  return nuxt.origin as string;
};

const startPlain = async (): Promise<string> => {
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/article.html': ['text/html', codeOf('plain/article.html').replace('https://cms.example.org', editor.url())],
    '/preview.js': ['text/javascript', await bundlePreview('lecternPreview')],
    '/text.js': [
      'text/javascript',
      readFileSync(join(folder, 'node_modules/lectern/dist/modules/editor/overlay/encodedText.js'), 'utf8'),
    ],
  };
  return serve(({ url = '' }, response) => {
    const [type, text] = files[url.split('?')[0] ?? ''] ?? [];
    response
      .writeHead(type === undefined ? 404 : 200, { 'content-type': `${type ?? 'text/plain'}; charset=utf-8` })
      .end(text);
  });
};

/** The page around a site. */
const around = '<!doctype html><body><script>messages = []; onmessage = ({ data }) => messages.push(data);</script>';

/** By the name of the recipe. */
const urls = new Map<string, string>();

const allowPublicToRead = async (): Promise<void> => {
  const { roles } = await editor.api('GET', '/api/users-permissions/roles');
  const { id } = roles.find(({ type }: { readonly type: string }) => type === 'public');
  const permissions = { 'api::article': { controllers: { article: { findOne: { enabled: true } } } } };
  await editor.api('PUT', `/api/users-permissions/roles/${id}`, { permissions });
};
const browser = ownBrowser();
beforeAll(async () => {
  if (packages === undefined) return;
  folder = mkdtempSync(join(packagesFolder, 'run-recipes-'));
  execFileSync('cp', ['-al', join(packages, 'node_modules'), folder]);
  await writeLectern();
  await allowPublicToRead();
  if (isLong) urls.set('SvelteKit', await startSvelteKit());
  urls.set('Nuxt', await startNuxt());
  urls.set('plain HTML', await startPlain());
  urls.set(
    'editor',
    await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(around)),
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
  if (packages !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const invisible = /[\u200B-\u200D\uFEFF]/;

interface Draft {
  readonly documentId: string;
  readonly title: string;
  readonly token: string;
}

const makeDraft = async (): Promise<Draft> => {
  const { data } = await editor.api('GET', '/api/articles?pagination[pageSize]=1&filters[cover][id][$notNull]=true');
  const { documentId } = data[0] as Draft;
  const title = 'A draft & more';
  await editor.api('PUT', `/api/articles/${documentId}?status=draft`, { data: { title } });
  const { data: link } = await editor.api('POST', `/api/articles/${documentId}/actions/preview-link`);
  return { documentId, title, token: link.token };
};

/** The page of a draft, or without a token of the published document. */
const addressOf = (
  name: string,
  { documentId, token }: Pick<Draft, 'documentId'> & { readonly token?: string },
): string =>
  name === 'plain HTML'
    ? `${urls.get(name)}/article.html?id=${documentId}&token=${token}`
    : `${urls.get(name)}/articles/${documentId}${token === undefined ? '' : `?token=${token}`}`;

/** Building a site of SvelteKit takes half of the time. */
const frameworks = isLong ? ['SvelteKit', 'Nuxt'] : ['Nuxt'];

describe.runIf(packages !== undefined).each(frameworks)('a page of %s', (name) => {
  it('is for one reader with a token, and has a clean title', async () => {
    const draft = await makeDraft();
    const answer = await fetch(addressOf(name, draft));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
    });
    const html = await answer.text();
    expect(html).toMatch(invisible);
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toMatch(/^A draft &(amp;)? more$/);
  });

  it('is published without a token: no search engine sees a source', async () => {
    const draft = await makeDraft();
    const answer = await fetch(addressOf(name, { documentId: draft.documentId }));
    const html = await answer.text();
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, null]);
    expect(html).toMatch(/<h1>.+<\/h1>/);
    expect(html).not.toContain(draft.title);
    expect(html).not.toMatch(invisible);
  });

  it('is refused with an invalid token, or a documentId that is none', async () => {
    const { documentId, token } = await makeDraft();
    expect((await fetch(addressOf(name, { documentId, token: '1.a.b.c.d' }))).status).toBe(401);
    expect((await fetch(addressOf(name, { documentId: '..%2Fusers' }))).status).toBe(404);
    expect((await fetch(addressOf(name, { documentId: 'other', token }))).status).toBe(403);
  });
});

describe.runIf(packages !== undefined && hasChromium).each([...frameworks, 'plain HTML'])('%s in the frame', (name) => {
  /** Stands for the editor, whose frame has tests of its own. */
  const showFramed = async (draft: Draft) => {
    const page: Page = await browser().newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    await page.goto(urls.get('editor') ?? '');
    const frameOf = JSON.stringify(`<iframe src="${addressOf(name, draft)}" width="800" height="600"></iframe>`);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${frameOf})`);
    await expect.poll(() => page.evaluate('messages[0]?.type')).toBe('previewReady');
    const frame: Frame = page.frames()[1] ?? expect.fail();
    return { page, frame, faults };
  };

  it('shows clean texts, opens their fields, and updates itself', async () => {
    const draft = await makeDraft();
    const { page, frame, faults } = await showFramed(draft);
    const heading = frame.locator('h1[data-strapi-source]');
    expect(await heading.textContent()).toBe(draft.title);
    expect(await frame.title()).toBe(draft.title);
    expect(await frame.locator('body').innerText()).not.toMatch(invisible);
    await heading.dblclick();
    await expect.poll(() => page.evaluate('messages.at(-1).type')).toBe('strapiFieldFocusIntent');
    const source = new URLSearchParams(await page.evaluate<string>('messages.at(-1).payload.path'));
    expect([source.get('documentId'), source.get('path')]).toEqual([draft.documentId, 'title']);
    await frame.evaluate("document.body.dataset.kept = 'true'");
    await editor.api('PUT', `/api/articles/${draft.documentId}?status=draft`, { data: { title: 'Newer' } });
    await page.evaluate("frames[0].postMessage({ type: 'strapiUpdate' }, '*')");
    await frame.getByRole('heading', { name: 'Newer' }).waitFor();
    expect(await frame.locator('h1').textContent()).toBe('Newer');
    expect(await frame.evaluate('document.body.dataset.kept')).toBe('true');
    expect(faults).toEqual([]);
    await page.close();
  });
});

describe.runIf(hasChromium && packages !== undefined)('the plain page', () => {
  it('has a clean address of its picture, with the source beside it', async () => {
    const draft = await makeDraft();
    const page = await browser().newPage();
    await page.goto(addressOf('plain HTML', draft));
    await expect.poll(() => page.evaluate('document.images[0].naturalWidth')).toBeGreaterThan(0);
    expect(await page.locator('img').getAttribute('src')).not.toMatch(/%E2%80%8|[\u200B-\u200D]/);
    expect(await page.locator('img').getAttribute('data-strapi-source')).toMatch(invisible);
    await page.goto(addressOf('plain HTML', { ...draft, token: 'x' }));
    await page.getByRole('heading', { name: 'This link is invalid' }).waitFor();
    await page.close();
  });
});
