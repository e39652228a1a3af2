// The browser of the run, for pages that are not of the editor.
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

/**
 * Connects a test file with the browser while its tests run; call it at the top of an e2e test file.
 *
 * @returns the browser, without the pages of others; call it in tests and hooks, where there is a Chromium
 */
export const ownBrowser = (): (() => Browser) => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const address = inject('browserUrl');
    if (address !== '') browser = await chromium.connect(address);
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error('There is no Chromium: use describe.runIf(hasChromium)');
    return browser;
  };
};
