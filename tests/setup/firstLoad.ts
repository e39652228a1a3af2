// Measures what a browser loads for a screen of the editor.
import type { Page } from 'playwright-core';

export interface FirstLoad {
  /** As they are sent: compressed, with headers. */
  readonly bytes: number;
  readonly requests: number;
}

/**
 * Collects all that a screen loads without the browser's cache.
 *
 * @param show goes to the screen, and resolves when all of it is there
 */
export const firstLoad = async (page: Page, show: () => Promise<unknown>): Promise<FirstLoad> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes = new Map<string, number>();
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await show();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return { bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0), requests: sizes.size };
};
