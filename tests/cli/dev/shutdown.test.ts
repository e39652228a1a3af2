// The end of a program: everything that it started stops.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createShutdown } from '../../../cli/dev/shutdown.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let codes: unknown[];
const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
beforeEach(() => {
  codes = [];
  vi.useFakeTimers();
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    codes.push(code);
    return undefined as never; // It would end the tests.
  });
});
afterEach(() => {
  vi.useRealTimers();
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (before.get(signal)?.includes(listener) !== true) process.off(signal, listener);
});

it('exits with 1 if something cannot be stopped, and stops the others', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const shutdown = createShutdown();
  const stop = vi.fn(() => Promise.resolve());
  shutdown.add(stop);
  shutdown.add(() => Promise.reject(new Error('no')));
  await shutdown.end(0);
  expect([codes, stop.mock.calls.length, logged.mock.calls.length]).toEqual([[1], 1, 1]);
});
