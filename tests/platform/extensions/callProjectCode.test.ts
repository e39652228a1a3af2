import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiError, forbidden } from '../../../lib/errors.ts';
import { callProjectCode, ProjectCodeError } from '../../../lib/platform/extensions/index.ts';

it('returns what the code returns', async () => {
  expect(await callProjectCode('a hook', 1, () => 'value')).toBe('value');
  expect(await callProjectCode('a hook', 1, () => Promise.resolve('later'))).toBe('later');
});

it('ends code that takes too long with 503', async () => {
  await expect(
    callProjectCode('a hook', 0.01, () => setTimeout(10_000, undefined, { ref: false })),
  ).rejects.toMatchObject({ status: 503, message: 'a hook took more than 0.01 seconds: try again' });
});

it('keeps the cause of an error', async () => {
  const cause = new TypeError('title is undefined');
  const failing = callProjectCode('a hook', 1, () => {
    throw cause;
  });
  await expect(failing).rejects.toBeInstanceOf(ProjectCodeError);
  await expect(failing).rejects.toMatchObject({ message: 'a hook failed', cause });
});

it('passes errors for the caller on, also those of another copy of Lectern', async () => {
  const own = forbidden();
  const copy = Object.assign(new Error('Not on Sundays'), { [Symbol.for('lectern.ApiError')]: true, status: 409 });
  for (const error of [own, copy]) {
    const failing = callProjectCode('a hook', 1, () => Promise.reject(error));
    await expect(failing).rejects.toBe(error);
    await expect(failing).rejects.toBeInstanceOf(ApiError);
  }
});

const circular: Record<string, unknown> = {};
circular.self = circular;

it.each([
  ['a status that is no error', new ApiError(200, 'OK', 'fine')],
  ['a status that does not exist', new ApiError(1000, 'OK', 'fine')],
  ['details that are no JSON', new ApiError(400, 'ValidationError', 'no', circular)],
  ['a header that is two', new ApiError(400, 'ValidationError', 'no', {}, { 'x-a': 'a\r\nb: c' })],
])('does not pass on an error with %s', async (_, error) => {
  const failing = callProjectCode('a hook', 1, () => Promise.reject(error));
  await expect(failing).rejects.toBeInstanceOf(ProjectCodeError);
});
