// Lectern rebuilds the site: `npm start` next to it, with the webhook from the site's README.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtLectern } from '../cli/run.ts';
import { freshFolder } from '../media/files.ts';
import { startServer, type Site } from '../describe/openapi/site.ts';
import { freshDatabase } from '../setup/database.ts';
import { findChromium } from '../setup/findChromium.ts';
import { freePort } from '../setup/port.ts';
import { browserOfGroup } from './articlePage.ts';
import { exampleFolder } from './folder.ts';
import { until } from './program.ts';
import { startSite, type SiteServer } from './serving.ts';

const readme = readFileSync('examples/site/README.md', 'utf8');

/** The command and the configuration in the README. */
const [, command = ''] = /npm run -s lectern -- (webhook create (?:.*\\\n)*.*)/.exec(readme) ?? [];
const [, configuration = ''] = /```json\n([^`]*"webhooks"[^`]*)```/.exec(readme) ?? [];

const run = promisify(execFile);
const executable = findChromium();
const slow = 600_000;
const { uri } = freshDatabase();
const site = await exampleFolder('site');

describe.runIf(site !== undefined)('the webhook of the sample site', () => {
  let lectern: Site;
  let server: SiteServer;

  beforeAll(async () => {
    const { folder, env, run: ran } = site ?? expect.fail();
    const [own, port] = [await freshFolder(), await freePort()];
    lectern = await startServer(uri, own, JSON.parse(configuration) as object);
    const config = join(own, 'webhook.json');
    await writeFile(config, configuration);
    const args = command.replaceAll('\\\n', ' ').replace('8080', String(port)).trim().split(/\s+/);
    const { stdout } = await run(process.execPath, [...builtLectern, ...args], {
      env: { PATH: process.env.PATH, MONGODB_URI: uri, LECTERN_CONFIG: config },
    });
    const [, secret = ''] = stdout.trim().split('\t');
    const settings = { LECTERN_URL: lectern.url, LECTERN_TOKEN: lectern.token };
    // site.e2e.test.ts checks the types.
    await ran(process.execPath, ['node_modules/typescript/bin/tsc', '--noCheck'], env);
    server = await startSite(
      { folder, env, run: ran },
      { ...settings, PORT: String(port), WEBHOOK_SECRET: secret, LIVE: '1' },
    );
  }, slow);
  afterAll(async () => {
    await server.stop();
    lectern.stop();
  });

  const api = async (path: string, data?: object): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${lectern.token}`, 'Content-Type': 'application/json' };
    const init = data === undefined ? { headers } : { method: 'PUT', headers, body: JSON.stringify({ data }) };
    return (await fetch(`${lectern.url}/api/${path}`, init)).json();
  };
  const page = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text();

  it(
    'shows published changes on the site',
    async () => {
      const found = await api('articles?filters[slug]=notes-in-pencil&fields=title');
      const { data } = found as { readonly data: readonly { readonly documentId: string }[] };
      await api(`articles/${data[0]?.documentId ?? ''}`, { title: 'Notes in Ink' });
      await until(async () => (await page('/articles/notes-in-pencil/')).includes('Notes in Ink'));
      expect(server.lines()).toContain('entry.publish: building');
    },
    slow,
  );

  describe.runIf(executable !== undefined)('an open page', () => {
    const browser = browserOfGroup(executable, slow);

    it(
      'shows published changes, without loading it again',
      async () => {
        const { page, errors } = await browser().open(`${server.url}/articles/the-case-for-thread/`);
        const heading = page.locator('h1');
        expect(await heading.textContent()).toBe('The Case for Thread');
        await page.locator('html').evaluate((html) => {
          html.setAttribute('data-loaded', 'once');
        });
        const found = await api('articles?filters[slug]=the-case-for-thread&fields=title');
        const { data } = found as { readonly data: readonly { readonly documentId: string }[] };
        await api(`articles/${data[0]?.documentId ?? ''}`, { title: 'The Case for Glue' });
        await until(async () => (await heading.textContent()) === 'The Case for Glue');
        expect(await page.locator('html').getAttribute('data-loaded')).toBe('once');
        expect(errors).toEqual([]);
      },
      slow,
    );

    it(
      'asks less often while Lectern does not answer',
      async () => {
        const { page } = await browser().open(`${server.url}/about/`);
        await page.route('**/live.json*', (route) => route.fulfill({ status: 503, json: { error: 'away' } }));
        // Notes the pauses of the script, and ends them at once.
        await page.addInitScript(`
          pauses = [];
          const wait = setTimeout;
          setTimeout = (run, ms) => { if (ms >= 2000) pauses.push(ms); return wait(run, ms >= 2000 ? 0 : ms); };
        `);
        await page.reload();
        const pauses = () => page.evaluate<readonly number[]>('pauses');
        await until(async () => (await pauses()).length > 6);
        expect((await pauses()).slice(0, 7)).toEqual([4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
        await page.unroute('**/live.json*');
        await until(async () => (await pauses()).at(-1) === 2000);
      },
      slow,
    );
  });

  const askLive = async (): Promise<readonly unknown[]> => {
    const answer = await fetch(`${server.url}/live.json?since=`);
    return [answer.status, await answer.json()];
  };

  it('says that Lectern cannot be reached', async () => {
    lectern.stop();
    await until(async () => (await askLive())[0] === 503);
    expect(await askLive()).toEqual([503, { error: 'Lectern cannot be reached' }]);
    const search = await fetch(`${server.url}/search.json?q=paper`);
    expect([search.status, await search.json()]).toEqual([503, { error: 'Lectern cannot be reached' }]);
  });
});
