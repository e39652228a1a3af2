// Builds the Next.js example next to Lectern, with the commands of its README: pages, drafts, revalidation, and the editor's frame.
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { SettingsInput } from '../../lib/platform/config/index.ts';
import { createArticle, testInFrame } from './inFrame.ts';
import { freshFolder } from '../media/files.ts';
import { findChromium } from '../setup/findChromium.ts';
import { startEditor } from '../setup/editor.ts';
import { clientId, startProvider } from '../setup/oidcProvider.ts';
import { freePort } from '../setup/port.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { spawnLectern } from '../cli/run.ts';
import { browserOfGroup, openArticle, screens } from '../site/articlePage.ts';
import { exampleFolder } from '../site/folder.ts';
import { startProgram, until, type ProgramResult, type RunningProgram } from '../site/program.ts';
import { signatureOf } from '../site/serving.ts';

const readme = readFileSync('examples/next/README.md', 'utf8');
const readmePort = '3001';
/** The commands and the configuration in the README. */
const commands = [...readme.matchAll(/npm run -s lectern -- ((?:.*\\\n)*.*)/g)].map(([, command = '']) => command);
const [, configuration = ''] = /```json\n([^`]*"webhooks"[^`]*)```/.exec(readme) ?? [];

const site = await exampleFolder('next');
const executable = findChromium();
const slow = 600_000;
const [port, apiPort] = [await freePort(), await freePort()];
const redirects = [`http://localhost:${apiPort}/api/connect/example/callback`];
const provider = await startProvider(redirects, {
  clients: [{ client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: redirects }],
});
afterAll(() => provider.stop());

interface Found {
  readonly data: readonly { readonly documentId: string }[];
}

describe.runIf(site !== undefined)('the Next.js example', () => {
  const example = site ?? { folder: '', env: {}, run: () => expect.fail() };
  const member = { enabled: true, key: clientId, issuer: provider.issuer };
  const callback = `http://localhost:${port}/api/member/callback`;
  const settings: SettingsInput = {
    ...(JSON.parse(configuration.replaceAll(readmePort, String(port))) as SettingsInput),
    signIn: { url: `http://localhost:${apiPort}`, members: { example: { ...member, callback } } },
  };
  const lectern = startEditor({ settings, port: apiPort });
  let ran: ProgramResult;
  let server: RunningProgram;
  let secret: string;

  const cli = async (command: string, config: string): Promise<string> => {
    const args = command
      .replaceAll('\\\n', ' ')
      .replaceAll("'", '')
      .replace(readmePort, String(port))
      .trim()
      .split(/\s+/);
    const uri = new URL(inject('mongodbUri'));
    uri.pathname = `/${(await lectern.database()).databaseName}`;
    const { code, stdout, stderr } = await spawnLectern(args, {
      ...secretsEnvironment,
      MONGODB_URI: uri.href,
      LECTERN_CONFIG: config,
    });
    expect([code, stderr]).toEqual([0, expect.anything()]);
    return stdout.trim();
  };

  beforeAll(async () => {
    const config = join(await freshFolder(), 'lectern.json');
    await writeFile(config, JSON.stringify(settings));
    const [allow, create] = ['role allow', 'webhook create'].map((start) =>
      commands.find((one) => one.startsWith(start)),
    );
    await cli(allow ?? '', config);
    [, secret = ''] = (await cli(create ?? '', config)).split('\t');
    const environment = { LECTERN_URL: lectern.url(), WEBHOOK_SECRET: secret, SIGN_IN_PROVIDER: 'example' };
    ran = await example.run('npm', ['run', 'build'], { ...example.env, ...environment });
    if (ran.code !== 0) throw new Error(ran.output);
    server = await startProgram(example, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], environment);
  }, slow);
  afterAll(async () => {
    await server.stop();
  });

  const send = (method: string, path: string, data?: object): Promise<unknown> =>
    lectern.api(method, `/api/${path}`, data === undefined ? undefined : { data });
  const documentIdOf = async (slug: string): Promise<string> => {
    const { data } = (await send('GET', `articles?filters[slug]=${slug}&fields=title`)) as Found;
    return data[0]?.documentId ?? expect.fail();
  };
  const open = (path: string): Promise<Response> => fetch(`${server.url}${path}`);
  const page = async (path: string): Promise<string> => (await open(path)).text();
  const callWebhook = async (body: string, signature: string): Promise<number> => {
    const headers = { 'X-Lectern-Signature': signature };
    return (await fetch(`${server.url}/api/webhook`, { method: 'POST', headers, body })).status;
  };

  it('builds a static page for each article', async () => {
    expect(ran.output).toContain('/articles/notes-in-pencil');
    // React separates texts by comments.
    const html = (await page('/articles/the-case-for-thread')).replaceAll(/<!-- -->|<\/?span>/g, '');
    for (const part of ['By Tobias Harrow and Maud Ellery', 'Glue is a promise.', 'How to Open a New Book'])
      expect(html).toContain(part);
    expect((await open('/articles/nowhere')).status).toBe(404);
  });

  it(
    'shows a published change when the webhook has called, and not before',
    async () => {
      const documentId = await documentIdOf('in-praise-of-the-colophon');
      await send('PUT', `articles/${documentId}?status=draft`, { title: 'In Praise of Endpapers' });
      expect(await page('/')).toContain('In Praise of the Colophon');
      await send('POST', `articles/${documentId}/actions/publish`);
      expect(await page('/')).toContain('In Praise of the Colophon');
      await until(async () => (await page('/')).includes('In Praise of Endpapers'));
      expect(await page('/articles/in-praise-of-the-colophon')).toContain('In Praise of Endpapers');
      expect(await page('/articles/the-generous-margin')).toContain('In Praise of Endpapers');
    },
    slow,
  );

  it(
    'shows a new article at an address that was empty',
    async () => {
      expect((await open('/articles/on-string')).status).toBe(404);
      await send('POST', 'articles', { title: 'On String', slug: 'on-string' });
      await until(async () => (await open('/articles/on-string')).status === 200);
      expect(await page('/')).toContain('On String');
    },
    slow,
  );

  it(
    'answers 404 to addresses of nothing',
    async () => {
      const documentId = await documentIdOf('notes-in-pencil');
      expect((await open(`/published/en/${documentId}`)).status).toBe(200);
      for (const locale of ['xx', '*', 'a b', 'toString', '..%2Fen', '%', '\0'])
        expect((await open(`/published/${encodeURIComponent(locale)}/${documentId}`)).status, locale).toBe(404);
      for (const path of [`/published/en/${'a'.repeat(24)}`, '/articles/absent-1', '/articles/absent-2'])
        expect((await open(path)).status, path).toBe(404);
      const files = await readdir(join(example.folder, '.next/server'), { recursive: true });
      expect(files.filter((file) => /a{24}|absent/.test(file))).toEqual([]);
    },
    slow,
  );

  it('refuses webhook calls and preview links that Lectern did not sign', async () => {
    const [body, now] = ['{"uid":"api::article.article","entry":{"documentId":"a"}}', Math.floor(Date.now() / 1000)];
    expect(await callWebhook(body, signatureOf(body, now, secret))).toBe(204);
    expect(await callWebhook(body, signatureOf(body, now, 'other'))).toBe(401);
    expect(await callWebhook(body, signatureOf(body, 1_700_000_000, secret))).toBe(401);
    expect(await callWebhook(body, '')).toBe(401);
    const documentId = await documentIdOf('notes-in-pencil');
    expect((await open(`/api/preview?type=articles&id=${documentId}&token=1.a.b.c.d`)).status).toBe(401);
    expect((await open('/api/preview?type=authors&id=a&token=b')).status).toBe(404);
  });

  describe.runIf(executable !== undefined)('in a browser', () => {
    const browser = browserOfGroup(executable, slow);

    it.each(screens)(
      'shows an article on %s with its picture',
      async (_, size) => {
        const { requests, errors } = await openArticle(browser(), `${server.url}/articles/the-generous-margin`, size);
        const elsewhere = requests.filter(
          (one) => !one.startsWith(server.url) && !one.startsWith(`${lectern.url()}/uploads/`),
        );
        expect({ elsewhere, errors }).toEqual({ elsewhere: [], errors: [] });
      },
      slow,
    );

    it(
      'shows a draft to visitors with a preview link only, until they leave the preview',
      async () => {
        const documentId = await documentIdOf('notes-in-pencil');
        await send('PUT', `articles/${documentId}?status=draft`, { title: 'Notes in Charcoal' });
        const link = (await send('POST', `articles/${documentId}/actions/preview-link`)) as { data: { url: string } };
        const { page: tab, errors } = await browser().open(link.data.url);
        expect(new URL(tab.url()).pathname).toBe('/articles/notes-in-pencil');
        expect(tab.url()).not.toContain('token');
        expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('Notes in Charcoal');
        expect(await tab.getByText('This is a draft.').isVisible()).toBe(true);
        expect(await page('/articles/notes-in-pencil')).not.toContain('Charcoal');
        await tab.getByRole('button', { name: 'Leave the preview' }).click();
        await tab.waitForURL(`${new URL(tab.url()).origin}/`);
        await tab.goto(`${new URL(tab.url()).origin}/articles/notes-in-pencil`);
        expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('Notes in Pencil');
        expect(errors).toEqual([]);
      },
      slow,
    );

    it(
      'signs a member in by a provider, and out',
      async () => {
        provider.accounts.set('ada', { email: 'ada@example.org', email_verified: true, preferred_username: 'ada' });
        const { page } = await browser().open(server.url.replace('127.0.0.1', 'localhost'));
        await page.getByRole('link', { name: 'Sign in' }).click();
        await page.getByPlaceholder('Enter any login').fill('ada');
        await page.getByPlaceholder('and password').fill('any');
        await page.getByRole('button', { name: 'Sign-in' }).click();
        await page.getByRole('button', { name: 'Continue' }).click();
        const leave = page.getByRole('navigation').filter({ hasText: 'ada' }).getByRole('button');
        await leave.click();
        await page.getByRole('link', { name: 'Sign in' }).waitFor();
        expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('member');
      },
      slow,
    );

    describe("in the editor's frame", () => {
      let documentId: string;
      beforeAll(async () => {
        documentId = await createArticle(lectern);
      });
      testInFrame(lectern, () => documentId);
    });
  });
});
