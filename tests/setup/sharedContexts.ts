// The browser contexts of a test file: tests use them one after the other, so that each loads and compiles the editor once.
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** How long a page may take to show what a test waits for, in milliseconds. Slow machines need much of it. */
const patience = 60_000;

interface SharedContext {
  readonly context: BrowserContext;
  /** Shows nothing, and keeps the process in which the pages of the editor run, with the scripts that it has compiled. */
  readonly keeper: Page;
}

export const createContext = async (browser: Browser): Promise<BrowserContext> => {
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
  for (const page of context.pages()) {
    if (page === keeper) continue;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
  await context.clearCookies();
  const session = await context.newCDPSession(keeper);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.detach();
};

export class SharedContexts {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #used: SharedContext[] = [];
  readonly #unused: SharedContext[] = [];

  /** @param origin the address of the server, `http://localhost:3000` */
  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** @returns a context that no other page of this test uses */
  readonly take = async (): Promise<BrowserContext> => {
    const shared = this.#unused.pop() ?? (await createShared(this.#browser, this.#origin));
    this.#used.push(shared);
    return shared.context;
  };

  /** Ends the use of all contexts, after a test. */
  readonly release = async (): Promise<void> => {
    const contexts = this.#used.splice(0);
    await Promise.all(contexts.map((context) => reset(context, this.#origin)));
    this.#unused.push(...contexts);
  };
}
