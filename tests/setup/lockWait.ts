// Shortens the wait for documents that another transaction holds.
import { afterAll, beforeAll } from 'vitest';
import { lockWait } from '../../lib/platform/db/index.ts';

/** Called at the top of a test file: sets the wait of work that can be done later, in milliseconds, until its tests are done. */
export const shortenBriefWait = (ms: number): void => {
  const { briefMs } = lockWait;
  beforeAll(() => {
    lockWait.briefMs = ms;
  });
  afterAll(() => {
    lockWait.briefMs = briefMs;
  });
};
