// Opens pages in a browser and records their requests and errors.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright, type Page } from 'playwright-core';

const browserArguments = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];

export interface OpenedPage {
  readonly page: Page;
  /** The URL of every request. */
  readonly requests: readonly string[];
  /** Console warnings and errors, and uncaught exceptions. */
  readonly errors: readonly string[];
}

export interface Browser {
  readonly open: (url: string, size?: { readonly width: number; readonly height: number }) => Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

/** @param executablePath the path that `chromium()` returns */
export const startBrowser = async (executablePath: string): Promise<Browser> => {
  const profile = mkdtempSync(join(tmpdir(), 'lectern-chromium-'));
  const context = await playwright.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: browserArguments,
  });
  return {
    open: async (url, size = { width: 1280, height: 900 }) => {
      const page = await context.newPage();
      const requests: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.setViewportSize(size);
      await page.goto(url, { waitUntil: 'networkidle' });
      return { page, requests, errors };
    },
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
