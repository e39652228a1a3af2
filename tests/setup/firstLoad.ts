// Measures what a browser loads for the first screen of the editor.
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/**
 * Goes to a screen and collects the scripts and style sheets that it loads.
 *
 * @param show resolves when the screen is shown
 * @returns their gzipped size in bytes
 */
export const firstLoadBytes = async (page: Page, show: () => Promise<unknown>): Promise<number> => {
  const urls = new Set<string>();
  const collect = (response: Response): void => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) urls.add(response.url());
  };
  page.on('response', collect);
  await show();
  page.off('response', collect);
  // Read again, because the browser forgets the bodies of responses when the page goes on.
  const bodies = await Promise.all([...urls].map(async (url) => (await fetch(url)).arrayBuffer()));
  const sizes = bodies.map((body) => gzipSync(body).length);
  return sizes.reduce((sum, size) => sum + size, 0);
};
