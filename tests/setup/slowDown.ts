// Slows pages down, to find browser tests that do not wait for what they need.
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** How much slower pages run than they could. */
const slowdown = Number(process.env.LECTERN_BROWSER_SLOWDOWN ?? 1);

/** Does nothing without LECTERN_BROWSER_SLOWDOWN. With it, scripts and answers of the API also come late, in a random order. */
export const slowDown = async (page: Page): Promise<void> => {
  if (slowdown <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.context().route(/\/(?:api|admin|assets)\//, async (route) => {
    await delay(Math.random() * 800);
    // The page may be closed meanwhile.
    await route.fallback().catch(() => undefined);
  });
};
