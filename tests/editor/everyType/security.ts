// Attacks on the editor in a browser: planted sessions, pages of other origins, scripts in content, frames, leaked tokens.
import type { BrowserContext, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  editorPassword,
  followPath,
  hasChromium,
  openEntries,
  type EditorSite,
  waitForScreen,
  type EditorPage,
} from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import type { OtherSite } from '../../setup/otherSite.ts';
import { typeCredentials } from '../page.ts';
import { changeAnswer } from '../changeAnswer.ts';

const cookieName = '__Host-lectern_editor';

/** Logs in, and waits until the editor is shown. */
const logIn = async (page: Page, email: string): Promise<void> => {
  await typeCredentials(page, email);
  await page.getByRole('navigation').first().waitFor();
};

/** Sends a form as a page can: no header of its own, three content types. */
const sendForm = async (page: Page, action: string, enctype: string): Promise<void> => {
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url() === action),
    page.waitForURL(action),
    page.evaluate(
      ([url, type]) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: url, enctype: type });
        const input = document.createElement('input');
        Object.assign(input, { name: '{"data":{"name":"forged"},"scope":"all","x":"', value: '"}' });
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      [action, enctype] as const,
    ),
  ]);
  expect(answer.status(), `${action} ${enctype}`).toBeGreaterThanOrEqual(400);
};

/** @returns what the page could read: the status, or `unreadable` */
const sendFetch = (page: Page, url: string, init: RequestInit): Promise<number | string> =>
  page.evaluate(
    async ([target, options]) => {
      const answer = await fetch(target, { credentials: 'include', ...options }).catch(() => undefined);
      return answer === undefined || answer.type === 'opaque' ? 'unreadable' : answer.status;
    },
    [url, init] as const,
  );

const [plain, encoded, multipart] = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** Routes, with the content type of a form that comes closest to what they read. */
const targets = [
  ['/api/auth/refresh', encoded],
  ['/api/auth/logout', plain],
  ['/api/rooms', plain],
  ['/api/upload', multipart],
] as const;

const script = 'globalThis.hacked = true';
const html = `<img src=x onerror="${script}"><svg onload="${script}"><script>${script}</script>`;
const link = `javascript:${script}`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${script}"><script>${script}</script></svg>`;
const paragraph = (children: readonly object[]) => ({ type: 'paragraph', children });

const hostileBlocks = [
  paragraph([{ type: 'text', text: html }]),
  paragraph([{ type: 'link', url: link, children: [{ type: 'text', text: 'a link' }] }]),
  paragraph([{ type: 'link', url: `\u0001${link}`, children: [{ type: 'text', text: 'another link' }] }]),
];

/** Puts into an answer what the API refuses to store, as if an import had brought it. */
const spoilAnswers = async (page: Page): Promise<void> => {
  await page.route(/\/api\/exhibits\/\w+\?/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    return changeAnswer(route, ({ data }: { readonly data: Readonly<Record<string, unknown>> }) => {
      Object.assign(data, { card: hostileBlocks, slug: link, contact: link, condition: html });
      const { cover } = data;
      if (cover !== null && cover !== undefined) Object.assign(cover, { url: link, previewUrl: link });
    });
  });
};

const expectHarmless = async ({ page, errors }: EditorPage): Promise<void> => {
  const found = await page.evaluate(() => ({
    hacked: 'hacked' in globalThis,
    handlers: document.querySelectorAll('[onerror], [onload]').length,
    // React replaces such an address by one that only throws. A picture runs none.
    links: [...document.querySelectorAll('[href], iframe')]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
      .filter((value) => /script:/i.test(value) && !value.startsWith('javascript:throw new Error')),
  }));
  expect(found).toEqual({ hacked: false, handlers: 0, links: [] });
  // The Content-Security-Policy reports what it stops: nothing but pictures with the address of a script, which run none.
  expect(errors.filter((error) => !error.startsWith("Loading the image 'javascript:"))).toEqual([]);
};

/** Everything that scripts of the page can read later. */
const readStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result);
        };
        request.onerror = () => {
          reject(new Error('IndexedDB cannot be read'));
        };
      });
    const stored: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        stored.push(await read(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(stored);
  });

export const testSecurity = (editor: EditorSite, otherSite: OtherSite): void => {
  const cookieOf = async (context: BrowserContext): Promise<string | undefined> =>
    (await context.cookies(editor.url())).find(({ name }) => name === cookieName)?.value;

  const refreshWith = async (cookie: string): Promise<number> => {
    const headers = { 'x-strapi-refresh-cookie': 'strict', cookie: `${cookieName}=${cookie}` };
    return (await fetch(`${editor.url()}/api/auth/refresh`, { method: 'POST', headers })).status;
  };

  describe.runIf(hasChromium && isLong)('a planted session', () => {
    it('ends with the login of another user, whose session is new', async () => {
      const { page, context } = await editor.open('/', { role: 'author' });
      await page.getByRole('navigation').first().waitFor();
      const planted = (await cookieOf(context)) ?? '';
      const { email } = editor.user('administrator');
      // The page forgets the session, and the browser keeps its cookie.
      await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }));
      await page.goto(`${editor.url()}/editor/login`);
      await logIn(page, email);
      expect((await cookieOf(context))?.split('.')[0]).not.toBe(planted.split('.')[0]);
      expect(await refreshWith(planted)).toBe(401);
    });
  });

  describe.runIf(hasChromium)('a page of another origin', () => {
    // Browsers send cookies with requests from another port of the same host, so this is the harder one.
    it.each([...(isLong ? (['127.0.0.1'] as const) : []), 'localhost'] as const)(
      'at %s changes nothing and reads nothing',
      async (host) => {
        const { page, context } = await editor.show('/');
        const cookie = await cookieOf(context);
        const rooms = await editor.api('GET', '/api/rooms');
        const evil = await context.newPage();
        const json = { 'content-type': 'application/json' };
        const strict = { ...json, 'x-strapi-refresh-cookie': 'strict' };
        for (const [target, closest] of targets) {
          const url = editor.url() + target;
          for (const enctype of isLong ? [plain, encoded, multipart] : [closest]) {
            await evil.goto(otherSite(host));
            await sendForm(evil, url, enctype);
          }
          await evil.goto(otherSite(host));
          for (const headers of [{}, json, strict]) {
            const read = await sendFetch(evil, url, { method: 'POST', headers, body: '{}' });
            expect(read === 'unreadable' || Number(read) >= 400, `${target} ${JSON.stringify(headers)}: ${read}`).toBe(
              true,
            );
          }
          expect(await sendFetch(evil, url, { method: 'POST', mode: 'no-cors', body: '{}' })).toBe('unreadable');
        }
        // A refresh would have made another cookie, and a logout would have deleted it.
        expect(await cookieOf(context)).toBe(cookie);
        expect(await editor.api('GET', '/api/rooms')).toEqual(rooms);
        // The session goes on.
        await page.reload();
        await waitForScreen(page);
      },
    );
  });

  /** Logs the administrator in. @returns the JWT */
  const administratorJwt = async (): Promise<string> => {
    const { email: identifier, password } = editor.user('administrator');
    const login = await fetch(`${editor.url()}/api/auth/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier, password }),
    });
    return ((await login.json()) as { jwt: string }).jwt;
  };

  /** Sends JSON as the administrator. @returns the status */
  const administer = async (path: string, body: object): Promise<number> => {
    const headers = { authorization: `Bearer ${await administratorJwt()}`, 'content-type': 'application/json' };
    return (await fetch(editor.url() + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };

  const upload = async (name: string): Promise<{ readonly id: number; readonly url: string }> => {
    const form = new FormData();
    form.append('files', new File([svg], name, { type: 'image/svg+xml' }));
    form.append('fileInfo', JSON.stringify({ name, alternativeText: html, caption: html }));
    const headers = { authorization: `Bearer ${await administratorJwt()}` };
    const answer = await fetch(`${editor.url()}/api/upload`, { method: 'POST', headers, body: form });
    const [file] = (await answer.json()) as [{ id: number; url: string }];
    return file;
  };

  /** A document with HTML in every attribute that takes text. @returns its path */
  const makeDocument = async (): Promise<string> => {
    const create = async (path: string, data: object): Promise<string> =>
      ((await editor.api('POST', path, { data })) as { data: { documentId: string } }).data.documentId;
    const file = (await upload(`${html.replaceAll('/', '')}.svg`)).id;
    const room = await create('/api/rooms', { name: html, label: { heading: html } });
    const artist = await create('/api/artists', { name: html });
    const id = await create('/api/exhibits', {
      title: html,
      summary: link,
      story: `${html}\n\n[a link](${link}) <${link}> ![x](${link}) <a href="${link}">x</a>\n\n[x]: ${link}\n\n[x]`,
      card: [paragraph([{ type: 'text', text: html }])],
      data: { [html]: [html, link] },
      secret: html,
      room,
      artists: [artist],
      cover: file,
      pictures: [file],
      label: { heading: html },
      notes: [{ text: html }],
      body: [{ __component: 'block.text', text: html, heading: link }],
    });
    return `/content/exhibits/${id}`;
  };

  describe.runIf(hasChromium)('scripts in content', () => {
    it('are text in every field of a form, and in a list', async () => {
      const path = await makeDocument();
      const opened = await editor.show('/content/exhibits');
      const { page } = opened;
      page.on('dialog', () => {
        expect.unreachable();
      });
      await page.getByText('onerror').first().waitFor();
      await expectHarmless(opened);
      await page.setViewportSize({ width: 390, height: 900 });
      await page.getByRole('listitem').getByText('onerror').first().waitFor();
      await expectHarmless(opened);
      await page.setViewportSize({ width: 1280, height: 900 });
      await spoilAnswers(page);
      await followPath(page, path);
      await page.getByText('another link').waitFor();
      await openEntries(page);
      for (const tab of await page.getByText('Preview', { exact: true }).all()) await tab.click();
      await page.getByText('[a link]').waitFor({ state: 'detached' });
      await expectHarmless(opened);
      await page.getByRole('button', { name: /^Cover: choose/i }).click();
      await page.getByRole('dialog').getByText('.svg').first().waitFor();
      await expectHarmless(opened);
    });

    it.runIf(isLong)('are text in the names of users, roles, locales, tokens and webhooks', async () => {
      const role = { name: html, description: html, permissions: {} };
      await editor.api('POST', '/api/users-permissions/roles', role);
      await editor.api('POST', '/api/i18n/locales', { code: 'fr', name: html.slice(0, 50) });
      const token = { name: html, description: html, type: 'read-only', lifespan: null };
      const hook = { name: html, url: 'https://example.org/hook', events: ['entry.publish'] };
      expect(await administer('/admin/api-tokens', token)).toBe(201);
      expect(await administer('/admin/webhooks', hook)).toBe(201);
      expect(await administer('/admin/webhooks', { ...hook, url: link })).toBe(400);
      const { roles } = (await editor.api('GET', '/api/users-permissions/roles')) as {
        roles: { id: number; name: string }[];
      };
      const user = { email: 'eve@example.org', username: html, password: editorPassword, confirmed: true };
      await editor.api('POST', '/api/users', { ...user, role: roles.find(({ name }) => name === html)?.id });
      for (const screen of ['users', 'roles', 'tokens', 'webhooks', 'locales']) {
        const opened = await editor.show(`/admin/${screen}`);
        await opened.page.getByText('onerror').filter({ visible: true }).first().waitFor();
        await expectHarmless(opened);
      }
    });

    it.runIf(isLong)('do not run inline in the page, nor from another origin', async () => {
      const { page, errors } = await editor.open('/', { role: null });
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      await page.evaluate(
        ([text, other]) => {
          for (const properties of [{ textContent: text }, { src: other }])
            document.body.append(Object.assign(document.createElement('script'), properties));
          const style = Object.assign(document.createElement('style'), { textContent: 'body { color: red }' });
          document.body.append(style, Object.assign(document.createElement('img'), { src: `${other}/x.png` }));
        },
        [script, otherSite('localhost')] as const,
      );
      await expect.poll(() => errors.length).toBeGreaterThanOrEqual(4);
      expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
      const policy = (await fetch(`${editor.url()}/editor/`)).headers.get('content-security-policy') ?? '';
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
    });
  });

  describe.runIf(hasChromium)('tokens', () => {
    it('are in no address and in no storage that scripts can read', async () => {
      const { email } = editor.user('administrator');
      const { page, context } = await editor.open('/', { role: null });
      const urls: string[] = [];
      const tokens = new Set<string>();
      const note = (request: Request): void => {
        urls.push(request.url());
        const [, jwt] = /^Bearer (.+)$/.exec(request.headers().authorization ?? '') ?? [];
        if (jwt !== undefined) tokens.add(jwt);
      };
      page.on('request', note);
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      await logIn(page, email);
      await followPath(page, '/content/exhibits/new');
      // Text that is not saved is kept in the browser.
      await page.getByRole('textbox', { name: 'Title' }).first().fill('Kept text');
      await page.reload({ waitUntil: 'load' });
      await page.getByRole('navigation').first().waitFor();
      const cookie = (await cookieOf(context)) ?? '';
      tokens.add(cookie).add(cookie.split('.')[1] ?? '');
      expect(tokens.size).toBeGreaterThanOrEqual(3);
      const readable = [...urls, page.url(), await readStorage(page)].join('\n');
      for (const token of tokens) expect(readable).not.toContain(token);
      expect(readable).not.toContain(editorPassword);
    });
  });
};
