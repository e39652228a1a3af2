// Restores mocks and the environment after each test file, because the next file runs in the same process.
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
});
