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
  // Read at once: the browser forgets the body of a response when the page goes on.
  const bodies: Promise<Buffer>[] = [];
  const collect = (response: Response): void => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) bodies.push(response.body());
  };
  page.on('response', collect);
  await show();
  page.off('response', collect);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  return sizes.reduce((sum, size) => sum + size, 0);
};
