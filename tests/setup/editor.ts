// Starts Lectern with the built editor, users of its roles, and a browser to open the editor in.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { prepareEditorFields } from '../../bin/editorFields.js';
import { roleOfType } from '../../lib/accounts/roles/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import type { SettingsInput } from '../../lib/platform/config/index.ts';
import { createService, type Service } from '../../lib/platform/service.ts';
import { siteOf } from '../../lib/platform/site.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import { endpoint, type Endpoint, type Handler } from '../../lib/api/http/index.ts';
import type { RunningServer } from '../../lib/server/serve.ts';
import { serveSite } from '../../cli/start/serveSite.ts';
import { seed } from '../../cli/seed/index.ts';
import { createPublished } from './accounts.ts';
import { findChromium } from './findChromium.ts';
import { silentLog } from './api.ts';
import { secrets } from './secrets.ts';
import { SharedContexts } from './sharedContexts.ts';
import { siteDatabase } from './siteDatabase.ts';
import { slowDown } from './slowDown.ts';

export interface EditorOptions {
  /** The folder of content types; the sample site by default. */
  readonly contentTypes?: string;
  /** The content to load, as in `sample/content.json`; `sample` is the sample content, with its pictures. */
  readonly content?: 'sample' | object;
  readonly settings?: SettingsInput;
  /** For settings that contain the address of the site; any free port by default. */
  readonly port?: number;
  /** The folder of a project whose `extensions/editor/` the editor has; the editor is without them by default. */
  readonly project?: string;
}

export interface OpenOptions {
  /** The role of the user who is logged in; null: nobody. `administrator` by default. */
  readonly role?: EditorRole | null;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Called before the page loads, for instance to change an answer of the API. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface ShowOptions extends Omit<OpenOptions, 'prepare'> {
  readonly role?: EditorRole;
}

export interface EditorPage {
  readonly page: Page;
  /**
   * Of this page alone: other pages that `open` returns are other browsers. A later test uses it again, without its pages, routes,
   * cookies and storage. So change nothing else of it, such as its scripts.
   */
  readonly context: BrowserContext;
  /** Console warnings and errors, violations of the Content-Security-Policy, and uncaught exceptions. */
  readonly errors: readonly string[];
}

export interface EditorUser {
  readonly documentId: string;
  readonly email: string;
  readonly password: string;
}

export interface EditorSite {
  /** `http://localhost:41234`; call it in tests and hooks. */
  readonly url: () => string;
  /** The database of the site, for what no answer contains. */
  readonly database: () => Promise<Db>;
  /** Calls the API with a full-access token. Throws Error with the answer if it is an error. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- the JSON of every route
  /** Logs in as the user of a role. @returns a function that calls the API as this user, as `api` does */
  readonly apiAs: (role: EditorRole) => Promise<EditorSite['api']>;
  /** The user of a role; call it in tests and hooks. */
  readonly user: (role: EditorRole) => EditorUser;
  /** Opens a page of the editor, `/content/articles`, and waits until it is loaded. It is closed after the test. */
  readonly open: (path?: string, options?: OpenOptions) => Promise<EditorPage>;
  /**
   * Shows a path in the page of the user's role, which all tests of the file that call it share: it does not load the editor
   * again, which takes a second of CPU time. Text that the test before left unsaved is lost, also what the browser kept of it.
   * Use `open` for tests of the first load, of the session, and of other things that the browser stores.
   */
  readonly show: (path: string, options?: ShowOptions) => Promise<EditorPage>;
}

export const editorPassword = 'a password of tests';

const readContent = async (content: EditorOptions['content']): Promise<unknown> =>
  content === 'sample' ? JSON.parse(await readFile('sample/content.json', 'utf8')) : content;

const roles = ['administrator', 'editor', 'author'] as const;

export type EditorRole = (typeof roles)[number];

/** The tests of a file log in more often than one person. */
const manyLogins = { limits: { login: { perAddress: 1_000, perIdentifier: 1_000 } } };

/** A hash contains its cost, so the server compares these passwords as fast: a login with the usual cost takes 0.4 s. */
const fastPasswords = { passwordCost: { N: 2, r: 8, p: 1 }, minimumDurationMs: 0 };

const createUser = async (service: Service, role: EditorRole): Promise<EditorUser> => {
  const { documentId: roleId } = await roleOfType(service, role);
  const [email, password] = [`${role}@example.org`, editorPassword];
  const values = { username: role, email, password, role: roleId, confirmed: true, provider: 'local' };
  const { documentId } = await createPublished(service, builtInUids.user, values);
  return { documentId, email, password };
};

interface Prepared {
  /** The access key of a full-access token. */
  readonly token: string;
  readonly users: Partial<Record<EditorRole, EditorUser>>;
}

/** Loads the content, and creates a user of each role. */
const fill = async (service: Service, content: EditorOptions['content']): Promise<Prepared> => {
  const documents = await readContent(content);
  if (documents !== undefined) await seed(service, documents, () => undefined, 'sample/uploads');
  const users: Prepared['users'] = {};
  for (const role of roles) users[role] = await createUser(service, role);
  return { token: (await createToken(service, { name: 'tests', type: 'full-access' })).accessKey, users };
};

/** The port of the test files of this process: contexts that have shown an address do not load and compile its scripts again. */
let usualPort = 0;

/** Serves in this process, which has loaded and compiled the server for the test files before. */
const startServer = async (service: Service, port: number | undefined): Promise<RunningServer> => {
  const handlerOf = ({ operation }: Endpoint): Handler => {
    const { direct } = endpoint(operation, () => Promise.resolve(service), silentLog);
    return direct;
  };
  const serve = (atPort: number) => serveSite(service, { host: '127.0.0.1', port: atPort }, handlerOf);
  if (port !== undefined) return serve(port);
  // Somebody else may use the port now.
  const server = await serve(usualPort).catch(() => serve(0));
  usualPort = Number(new URL(server.url).port);
  return server;
};

/** Keeps what a page complains of. Answers with an error are left out: the API gives them, and the page handles them. */
const collectErrors = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !message.text().startsWith('Failed to load resource')) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
};

const setWindow = async (page: Page, options: OpenOptions): Promise<void> => {
  const { width = 1280, height = 900, colorScheme = 'light' } = options;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
};

const cookieName = '__Host-lectern_editor';

/** Logs in and sets the cookie of the session, as the login form does. */
const logIn = async (context: BrowserContext, base: string, { email, password }: EditorUser): Promise<void> => {
  const answer = await fetch(`${base}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-strapi-refresh-cookie': 'strict' },
    body: JSON.stringify({ identifier: email, password }),
  });
  const [, value] = new RegExp(`^${cookieName}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (value === undefined) throw new Error(`The login of ${email} was answered with ${answer.status}`);
  const attributes = { httpOnly: true, secure: true, sameSite: 'Strict' } as const;
  await context.addCookies([{ name: cookieName, value, domain: 'localhost', path: '/', ...attributes }]);
};

/** Waits until a screen is loaded: it has its heading, and nothing says that it loads. */
export const waitForScreen = async (page: Page): Promise<void> => {
  await page.locator('h1').filter({ visible: true }).first().waitFor();
  const loaders = page
    .locator('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]')
    .filter({ visible: true });
  await expect.poll(() => loaders.count()).toBe(0);
};

/** Opens all entries of a form, also those inside of entries. */
export const openEntries = async (page: Page): Promise<void> => {
  await waitForScreen(page);
  const buttons = page.getByRole('button', { name: 'Open all' });
  // An opened list has another button.
  while ((await buttons.count()) > 0) {
    await buttons.first().click();
    await waitForScreen(page);
  }
};

/** Goes to a path, also from a form with text that cannot be saved: only links and the router ask before they leave it. */
export const followPath = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(undefined, '', ${JSON.stringify(`/editor${path}`)})`);

const closeMessages = `document.querySelectorAll('[role=alert] button[aria-label=Close]').forEach((one) => one.click())`;

/** Removes what the browser keeps of forms that are closed. */
const forgetTexts = `(async () => {
  const all = await indexedDB.databases();
  // To open it would create it without a store.
  if (!all.some(({ name }) => name === 'lectern')) return;
  const settle = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });
  const database = await settle(indexedDB.open('lectern'));
  await settle(database.transaction('texts', 'readwrite').objectStore('texts').clear());
  database.close();
})()`;

/** Removes what the API answered to screens that the page does not show any more. React knows the client of the queries. */
const forgetAnswers = `{
  const root = document.getElementById('root');
  let fiber = root[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))].stateNode.current;
  while (fiber.memoizedProps?.client === undefined) fiber = fiber.child;
  fiber.memoizedProps.client.removeQueries({ type: 'inactive' });
}`;

/**
 * Starts Lectern before the tests of this file, and ends it after them; call it at the top of an e2e test file. Tests are
 * run only where there is a Chromium: `describe.runIf(hasChromium)`.
 */
export const startEditor = (options: EditorOptions = {}): EditorSite => {
  const { contentTypes = 'content-types', content = 'sample', settings = {}, project, port } = options;
  const site = siteDatabase({ contentTypes, content, settings }, (empty) => fill(empty, content));
  const { uri } = site;
  let [url, token] = ['', ''];
  let users: Prepared['users'] = {};
  let client: MongoClient | undefined;
  let contexts: SharedContexts | undefined;
  let folder: string | undefined;
  let service: Service | undefined;
  let server: RunningServer | undefined;
  const commonPages = new Map<EditorRole, Omit<EditorPage, 'errors'> & { readonly errors: string[] }>();

  const call = async (bearer: string, ...[method, path, body]: Parameters<EditorSite['api']>): Promise<unknown> => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const reply = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };

  const api: EditorSite['api'] = (...request) => call(token, ...request);

  const apiAs: EditorSite['apiAs'] = async (role) => {
    const { email: identifier, password } = user(role);
    const { jwt } = await api('POST', '/api/auth/local', { identifier, password });
    return (...request) => call(jwt as string, ...request);
  };

  const openIn = async (context: BrowserContext, path: string, options: OpenOptions = {}) => {
    const { role = 'administrator' } = options;
    if (role !== null) await logIn(context, url, user(role));
    const page = await context.newPage();
    await setWindow(page, options);
    await slowDown(page);
    await options.prepare?.(page);
    const errors = collectErrors(page);
    await page.goto(`${url}/editor${path}`);
    await waitForScreen(page);
    return { page, context, errors };
  };

  const user: EditorSite['user'] = (role) => {
    const found = users[role];
    if (found === undefined) throw new Error('The users are created before the tests');
    return found;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-editor-'));
    const config = join(folder, 'lectern.json');
    const upload = { folder: join(folder, 'uploads'), ...settings.upload };
    await writeFile(config, JSON.stringify({ auth: manyLogins, ...settings, upload }));
    const fields = project === undefined ? { LECTERN_EDITOR_FILES: '' } : await prepareEditorFields({}, project);
    Object.assign(process.env, fields);
    service = createService(
      await siteOf({ CONTENT_TYPES: contentTypes, LECTERN_CONFIG: config, ...fields }),
      uri,
      secrets,
      fastPasswords,
    );
    ({ token, users } = await site.prepare(service, upload.folder));
    server = await startServer(service, port);
    // Cookies with a `__Host-` prefix are for HTTPS and for localhost.
    url = `http://localhost:${new URL(server.url).port}`;
    if (inject('browserUrl') !== '') contexts = new SharedContexts(url);
  });
  afterEach(async ({ task }) => {
    await contexts?.release('test');
    if (task.result?.state !== 'fail') return;
    await contexts?.release('file');
    commonPages.clear();
  });
  afterAll(async () => {
    await contexts?.release('file');
    await client?.close();
    await server?.stop();
    await service?.database.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  return {
    url: () => url,
    database: async () => {
      client ??= await new MongoClient(uri).connect();
      return client.db();
    },
    api,
    apiAs,
    user,
    open: async (path = '/', options = {}) => {
      if (contexts === undefined) throw new Error('There is no Chromium: use describe.runIf(hasChromium)');
      return openIn(await contexts.take('test'), path, options);
    },
    show: async (path, options = {}) => {
      if (contexts === undefined) throw new Error('There is no Chromium: use describe.runIf(hasChromium)');
      const { role = 'administrator' } = options;
      const commonPage = commonPages.get(role);
      if (commonPage === undefined) {
        const opened = await openIn(await contexts.take('file'), path, options);
        commonPages.set(role, opened);
        return opened;
      }
      const { page, errors } = commonPage;
      await contexts.closeOthers(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().setOffline(false);
      await setWindow(page, options);
      // Nothing of the test before may be taken for the new screen.
      await followPath(page, '/no-such-screen');
      await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
      await page.evaluate(forgetTexts);
      await page.evaluate(forgetAnswers);
      // Messages stay when the screen changes, and some come late.
      await expect
        .poll(async () => {
          await page.evaluate(closeMessages);
          return page.getByRole('alert').or(page.getByRole('dialog')).count();
        })
        .toBe(0);
      errors.splice(0);
      await followPath(page, path);
      await waitForScreen(page);
      return commonPage;
    },
  };
};

/** Whether this machine has the browser. */
export const hasChromium = findChromium() !== undefined;
