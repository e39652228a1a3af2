// The duration of an answer does not reveal whether an account exists for the address.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Request } from '../../lib/api/http/index.ts';
import { withMinimumDuration } from '../../lib/accounts/withMinimumDuration.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const request = { id: '1', method: 'POST', path: '/api/auth/forgot-password' } as Request; // The function reads nothing else of it.

it.each([
  ['that ends at once', () => Promise.resolve()],
  ['that fails', () => Promise.reject(new Error('no mail today'))],
])('work %s is answered after the minimum duration', async (_name, work) => {
  vi.spyOn(console, 'error').mockReturnValue();
  let answered = false;
  const answer = withMinimumDuration({ minimumDurationMs: 1_000 }, request, work()).then(() => (answered = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await answer;
});
