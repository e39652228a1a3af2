// Builds the sample site from the sample content with its own commands, and checks the pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { seed } from '../../cli/seed/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { findChromium } from '../setup/findChromium.ts';
import { isLong } from '../setup/lengthOf.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { browserOfGroup, openArticle, screens, threadTexts } from './articlePage.ts';
import { exampleFolder } from './folder.ts';
import { addressesIn, filesIn, pathExists, textOf } from './pages.ts';
import { until, type ProgramResult } from './program.ts';
import { signatureOf, startSite, type SiteServer } from './serving.ts';

const site = await exampleFolder('site');
const executable = findChromium();
if (executable === undefined) console.warn('not looked at in a browser: there is no Chromium here');

const slow = 600_000;

describe.runIf(site !== undefined)('the sample site', async () => {
  const { schema } = await loadSchema('content-types');
  const api = createUploadApi(schema);
  const { folder, env, run } = site ?? expect.fail();
  const built = join(folder, '_site');
  const lectern: Record<string, string> = {};
  let ran: ProgramResult;

  beforeAll(async () => {
    const content = JSON.parse(readFileSync('sample/content.json', 'utf8')) as unknown;
    await seed(api.service(), content, () => undefined, 'sample/uploads');
    const { accessKey } = await createToken(api.service(), { name: 'site', type: 'published-only' });
    Object.assign(lectern, { LECTERN_URL: api.url(), LECTERN_TOKEN: accessKey });
    ran = await run('npm', ['run', 'build'], { ...env, ...lectern });
  }, slow);

  it('is built with its types, without requests to other machines', () => {
    expect(ran).toMatchObject({ code: 0, output: expect.stringMatching(/Wrote \d+ files/) as string });
  });

  it('shows articles: one page each, and four on each page of the list', () => {
    const text = textOf(built, '/articles/the-case-for-thread');
    for (const part of ['The Case for Thread', 'April 17, 2025', 'In at the fold', ...threadTexts])
      expect(text).toContain(part);
    const [first, second] = ['/articles', '/articles/page/2'].map((path) => textOf(built, path));
    expect(first).toMatch(/Notes in Pencil.*The Generous Margin.*Page 1 \/ 2 Older →/);
    expect(second).toMatch(/← Newer Page 2 \/ 2.*$/);
    expect(second).toContain('What Paper Remembers');
    expect(first).not.toContain('What Paper Remembers');
  });

  it('shows zones: texts as Markdown, pictures in all sizes', () => {
    const html = readFileSync(join(built, 'articles/a-morning-at-the-marbling-trough/index.html'), 'utf8');
    expect(html).toContain('called <em>nonpareil</em>');
    expect(html).toMatch(/alt="A wooden comb[^"]*" loading="lazy">\s*<figcaption>The comb goes once/);
    expect(html).toMatch(
      /srcset="\S*small_comb_\S* 500w, \S*medium_comb_\S* 750w, \S*large_comb_\S* 1000w, \S*comb_\S* 1280w"/,
    );
  });

  it('shows authors with their articles', () => {
    expect(textOf(built, '/authors')).toMatch(/Ines Valde.*Maud Ellery.*Tobias Harrow/);
    const text = textOf(built, '/authors/ines-valde');
    expect(text).toContain('Editor');
    expect(text).toMatch(/Notes in Pencil.*In Praise of the Colophon.*Mending a Torn Page.*What Paper Remembers/);
    expect(text).not.toContain('The Case for Thread');
  });

  it('exists in two languages, whose pages link to each other', () => {
    const read = (path: string): string => readFileSync(join(built, path), 'utf8');
    const [english, german] = ['articles/mending-a-torn-page', 'de/articles/eine-zerrissene-seite-flicken'];
    expect(read(`${english}/index.html`)).toContain(`<a href="/${german}/" lang="de" hreflang="de">Deutsch</a>`);
    expect(read(`${german}/index.html`)).toContain(`<a href="/${english}/" lang="en" hreflang="en">English</a>`);
    expect(read(`${german}/index.html`)).toContain('<html lang="de">');
    expect(textOf(built, `/${german}`)).toMatch(
      /19. Juni 2025.*Von Tobias Harrow und Ines Valde.*Der Flicken.*Weiterlesen.*Was Papier/,
    );
    expect(textOf(built, '/de/authors/ines-valde')).toContain('Was Papier im Gedächtnis behält');
    expect(read('articles/notes-in-pencil/index.html')).not.toContain('Deutsch');
    expect([read('404.html'), read('de/404.html')]).toEqual([
      expect.stringContaining('There is no such page'),
      expect.stringContaining('Diese Seite gibt es nicht'),
    ]);
  });

  it('has no broken links, and none to other sites', () => {
    const pages = filesIn(built).filter((path) => path.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(25);
    const addresses = new Set(pages.flatMap((page) => addressesIn(readFileSync(join(built, page), 'utf8'))));
    const elsewhere = [...addresses].filter((one) => !/^(\/(?!\/)|#|mailto:)/.test(one));
    const missing = [...addresses].filter((one) => one.startsWith('/') && !pathExists(built, one));
    expect({ elsewhere, missing }).toEqual({ elsewhere: [], missing: [] });
    expect(readFileSync(join(built, 'assets/style.css'), 'utf8')).not.toMatch(/url\(|@import/);
  });

  it.runIf(isLong)(
    'fails to build without access to Lectern',
    async () => {
      // `npm run build` has compiled it.
      const eleventy = ['node_modules/@11ty/eleventy/cmd.cjs', '--config=.compiled/eleventy.config.js'];
      const { code, output } = await run(process.execPath, eleventy, { ...env, LECTERN_URL: api.url() });
      expect([code, output]).toEqual([1, expect.stringContaining('403')]);
    },
    slow,
  );

  describe('with its server', () => {
    let server: SiteServer;
    beforeAll(async () => {
      server = await startSite({ folder, env, run }, { ...lectern, LIVE: '1' });
    }, slow);
    afterAll(() => server.stop());

    const status = async (path: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(`${server.url}${path}`, { redirect: 'manual', ...init })).status;
    const page = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text();
    const builds = (): number => server.lines().filter((line) => line.startsWith('built in')).length;

    it('answers pages and unknown paths', async () => {
      expect(await page('/de/')).toContain('Eine kleine Zeitschrift');
      expect(await status('/about')).toBe(301);
      expect(await status('/nowhere/')).toBe(404);
      expect(await page('/de/nowhere/')).toContain('Diese Seite gibt es nicht');
      expect(await status('/%2e%2e/%2e%2e/package.json')).toBe(404);
      expect(await status('/%')).toBe(404);
      expect(await status('/', { method: 'DELETE' })).toBe(405);
    });

    describe.runIf(executable !== undefined)('in a browser', () => {
      const browser = browserOfGroup(executable, slow);

      it.each(screens)(
        'shows an article on %s with its picture, without requests to other hosts',
        async (_, size) => {
          const { page, requests, errors } = await openArticle(
            browser(),
            `${server.url}/articles/the-generous-margin/`,
            size,
          );
          expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The Generous Margin');
          expect(requests.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
          expect(errors).toEqual([]);
        },
        slow,
      );
    });

    it('refuses a call without a valid signature', async () => {
      const [before, body] = [builds(), '{}'];
      expect(await server.call({ signature: '' })).toBe(401);
      expect(await server.call({ body, signature: signatureOf(body, 1_700_000_000) })).toBe(401);
      expect(await server.call({ body, signature: signatureOf('{"a":1}', Math.floor(Date.now() / 1000)) })).toBe(401);
      expect(builds()).toBe(before);
    });

    it('refuses a since that Lectern never answers', async () => {
      const askLive = async (since: string): Promise<readonly unknown[]> => {
        const answer = await fetch(`${server.url}/live.json?${new URLSearchParams({ since }).toString()}`);
        return [answer.status, await answer.json()];
      };
      expect(await askLive('')).toEqual([200, { data: [], meta: { since: expect.stringMatching(/^\d+/) as string } }]);
      for (const since of ['x', '1&tags=a', '1.a$', `1${'.'.repeat(300)}`])
        expect(await askLive(since), since).toEqual([400, { error: 'since is invalid' }]);
      expect(await askLive(`1${'.a'.repeat(20)}`)).toEqual([400, { error: 'Lectern answered 400' }]);
    });

    it(
      'is rebuilt when the webhook calls, one build at a time, and stays complete meanwhile',
      async () => {
        const { body } = await api.get('/api/articles?filters[slug]=notes-in-pencil&fields=title');
        await api.put(`/api/articles/${body.data[0].documentId}`, { title: 'Notes in Ink' });
        const before = builds();
        const codes = await Promise.all(Array.from({ length: 5 }, () => server.call()));
        expect(codes).toEqual([202, 202, 202, 202, 202]);
        await until(async () => {
          const html = await page('/articles/notes-in-pencil/');
          if (!html.trim().endsWith('</html>')) throw new Error(html);
          return html.includes('Notes in Ink');
        });
        // The calls during the first build cause one more build.
        await until(() => builds() >= before + 2);
        expect(builds()).toBe(before + 2);
        expect(await page('/')).toContain('Notes in Ink');
      },
      slow,
    );

    it.runIf(isLong)(
      'stays the same if a build fails',
      async () => {
        const before = builds();
        await api.delete('/api/about?locale=*');
        await server.call();
        await until(() => server.lines().some((line) => line.startsWith('The build failed')));
        expect(await page('/about/')).toContain('Come in, sit down, and mind the cat.');
        await api.put('/api/about', { title: 'About us' });
        await server.call();
        await until(() => builds() === before + 1);
        expect(await page('/about/')).toContain('About us');
      },
      slow,
    );
  });
});
