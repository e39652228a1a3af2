// Waits for what other processes and connections do.
import { vi } from 'vitest';

/**
 * Repeats a check until it passes, for up to 30 seconds: slow machines need more than the second of `vi.waitFor`.
 *
 * @param check throws while it does not pass
 * @throws what the check threw last
 */
export const waitFor = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });
