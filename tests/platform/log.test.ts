// The lines of the log for operators.
import process from 'node:process';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { ApiError, unavailable } from '../../lib/errors.ts';
import { runWithInitiator } from '../../lib/platform/audit/index.ts';
import { errorDetails, writeLog } from '../../lib/platform/log.ts';

let stdout: MockInstance<typeof console.log>;
let stderr: MockInstance<typeof console.error>;
beforeEach(() => {
  stdout = vi.spyOn(console, 'log').mockReturnValue();
  stderr = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const linesOf = ({ mock }: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }) =>
  mock.calls.map(([line]) => JSON.parse(String(line)) as Readonly<Record<string, unknown>>);

it('has the level, the time, and the id of the request that a line belongs to', async () => {
  await runWithInitiator({ requestId: 'mine' }, async () => {
    await Promise.resolve();
    writeLog('warn', { message: 'a' });
  });
  writeLog('error', { message: 'b' });
  writeLog('info', { message: 'c' });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) as unknown;
  expect(linesOf(stderr)).toEqual([
    { level: 'warn', time, requestId: 'mine', message: 'a' },
    { level: 'error', time, message: 'b' },
  ]);
  expect(linesOf(stdout)).toEqual([{ level: 'info', time, message: 'c' }]);
});

it('is JSON on Lambda as well, whose console adds a prefix', () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'find');
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  writeLog('error', { message: 'a' });
  writeLog('info', { message: 'b' });
  expect(written.mock.calls.map(([text]) => text)).toEqual([
    expect.stringMatching(/^\{"level":"error".*"message":"a"\}\n$/),
    expect.stringMatching(/^\{"level":"info".*"message":"b"\}\n$/),
  ]);
  expect([stdout, stderr].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('names the codes of an error and of its causes, and has the stack of an unexpected one', () => {
  const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  expect(errorDetails(unavailable('The file cannot be stored', undefined, full))).toEqual({
    name: 'ServiceUnavailableError',
    message: 'The file cannot be stored',
    cause: { name: 'Error', message: 'no space left on device, write', code: 'ENOSPC' },
  });
  const wrapped = Object.assign(new ApiError(500, 'InternalServerError', 'no'), { cause: new TypeError('inner') });
  expect(errorDetails(wrapped, true)).toEqual({
    name: 'InternalServerError',
    message: 'no',
    cause: { name: 'TypeError', message: 'inner', stack: expect.stringContaining('TypeError: inner') as unknown },
  });
  expect(errorDetails('text')).toEqual({ message: 'text' });
});
