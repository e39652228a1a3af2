// The end of a program: its signals, and the end of the npm that started it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createShutdown, endWithNpm, throughShells } from '../../../cli/dev/shutdown.ts';

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

it.each([
  ['by npm', 'dev', [0]],
  ['by a person or a script', undefined, []],
])('a program that was started %s ends with its parent: %s', async (_by, event, expected) => {
  vi.stubEnv('npm_lifecycle_event', event);
  let parents = [50, 40];
  const stop = vi.fn(() => Promise.resolve());
  const shutdown = createShutdown();
  shutdown.add(stop);
  endWithNpm(shutdown, () => parents);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(codes).toEqual([]);
  parents = [50, 1];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(codes).toEqual(expected);
  expect(stop).toHaveBeenCalledTimes(expected.length);
});

it.runIf(process.platform === 'linux')('looks for npm behind the shell in which it runs a program', async () => {
  const shell = spawn('sh', ['-c', 'read line; true']);
  const { pid = 0 } = shell;
  expect(throughShells(pid)).toEqual([pid, process.pid]);
  shell.stdin.end();
  await once(shell, 'exit');
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
