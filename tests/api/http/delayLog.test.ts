// The log of `npm start`: several lines are written at once, and none is lost at the end of the process.
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { delayLog, logToStdout } from '../../../lib/api/http/log.ts';

let write: MockInstance<typeof process.stdout.write>;
beforeEach(() => {
  write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
const before = process.listeners('exit');
const added = () => process.listeners('exit').filter((listener) => !before.includes(listener));
const errorListeners = process.stdout.listeners('error');
afterAll(() => {
  vi.useRealTimers();
  for (const listener of process.stdout.listeners('error'))
    if (!errorListeners.includes(listener)) process.stdout.off('error', listener as () => void);
  for (const listener of added()) process.off('exit', listener);
});

test('without a delay, the lines are written after the current answers', async () => {
  logToStdout({ line: 1 });
  logToStdout({ line: 2 });
  expect(write).not.toHaveBeenCalled();
  await turn();
  expect(write.mock.calls).toEqual([['{"line":1}\n{"line":2}\n']]);
});

test('with a delay, the lines of this time are written at once, and at the end of the process the rest', () => {
  vi.useFakeTimers();
  delayLog(20);
  logToStdout({ line: 3 });
  vi.advanceTimersByTime(19);
  logToStdout({ line: 4 });
  expect(write).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  logToStdout({ line: 5 });
  expect(write.mock.calls).toEqual([['{"line":3}\n{"line":4}\n']]);
  for (const end of added()) end(0);
  expect(write.mock.calls.at(-1)).toEqual(['{"line":5}\n']);
});

test('a full disk does not end the process, and is named once', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  for (let n = 0; n < 2; n++) process.stdout.emit('error', full);
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    expect.objectContaining({ level: 'error', error: expect.objectContaining({ code: 'ENOSPC' }) }),
  ]);
});
