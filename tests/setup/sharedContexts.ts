// The browser contexts of a process: its tests and test files use them one after the other, so that each loads and compiles the
// editor once.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** How long a page may take to show what a test waits for, in milliseconds. Slow machines need much of it. */
const patience = 60_000;

interface SharedContext {
  readonly context: BrowserContext;
  /** Shows nothing, and keeps the process in which the pages of the editor run, with the scripts that it has compiled. */
  readonly keeper: Page;
}

/** Closes the pages of a context, except for those that are needed. */
const closePages = async (context: BrowserContext, ...needed: readonly Page[]): Promise<void> => {
  for (const page of context.pages()) {
    if (needed.includes(page)) continue;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
};

const createContext = async (browser: Browser): Promise<BrowserContext> => {
  const context = await browser.newContext({ locale: 'en', timezoneId: 'UTC', reducedMotion: 'reduce' });
  context.setDefaultTimeout(patience);
  return context;
};

const createShared = async (browser: Browser, origin: string): Promise<SharedContext> => {
  const context = await createContext(browser);
  const keeper = await context.newPage();
  await keeper.goto(`${origin}/_health`);
  return { context, keeper };
};

/** Makes a context as new, except for its cache and its process: they have the scripts of the editor, compiled. */
const reset = async ({ context, keeper }: SharedContext, origin: string): Promise<void> => {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await closePages(context, keeper);
  await context.clearCookies();
  const session = await context.newCDPSession(keeper);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.detach();
};

let connected: Promise<Browser> | undefined;

/** @returns the browser of the run (see chromium.ts); this process stays connected with it */
const connect = (): Promise<Browser> => (connected ??= chromium.connect(inject('browserUrl')));

/** Those that no test uses, by the origin of the pages that they have shown. */
const unusedOf = new Map<string, SharedContext[]>();

/** The contexts of a test file. */
export class SharedContexts {
  readonly #origin: string;
  readonly #unused: SharedContext[];
  /** Used until the end of the test, and until the end of the file. */
  readonly #used = { test: [] as SharedContext[], file: [] as SharedContext[] };

  /** @param origin the address of the server, `http://localhost:3000` */
  constructor(origin: string) {
    this.#origin = origin;
    this.#unused = unusedOf.get(origin) ?? [];
    unusedOf.set(origin, this.#unused);
  }

  /** @returns a context that nothing else uses, until `release` of the same name */
  readonly take = async (until: 'test' | 'file'): Promise<BrowserContext> => {
    const shared = this.#unused.pop() ?? (await createShared(await connect(), this.#origin));
    this.#used[until].push(shared);
    return shared.context;
  };

  /** Closes the pages that a page of this test file has opened, and those of earlier tests beside it. */
  readonly closeOthers = async (page: Page): Promise<void> => {
    const shared = this.#used.file.find(({ context }) => context === page.context());
    if (shared !== undefined) await closePages(shared.context, shared.keeper, page);
  };

  /** Ends the use of the contexts. */
  readonly release = async (until: 'test' | 'file'): Promise<void> => {
    const contexts = this.#used[until].splice(0);
    await Promise.all(contexts.map((context) => reset(context, this.#origin)));
    this.#unused.push(...contexts);
  };
}
