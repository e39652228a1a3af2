// Restores spies and stubs after each test, so that no test has those of another. Clocks that tests move go on.
import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
