// Starts one browser for a whole run of end-to-end tests; each test opens pages in contexts of its own (see editor.ts).
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from './findChromium.ts';
import { noteMissing } from './noteMissing.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser, for Playwright; empty if there is none. */
    readonly browserUrl: string;
  }
}

/** @returns a function that ends the browser; undefined if there is none */
export default async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const executablePath = findChromium();
  project.provide('browserUrl', '');
  if (executablePath === undefined) {
    noteMissing('There is no Chromium: the tests in a browser are skipped');
    return undefined;
  }
  // With a limit, the pages of a context share a process, which has compiled the scripts of the editor.
  const args = ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1'];
  const server = await chromium.launchServer({ executablePath, args });
  project.provide('browserUrl', server.wsEndpoint());
  return () => server.close();
};
