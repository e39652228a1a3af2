// Passwords leave threads to everything else.
import type * as crypto from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { isPassword } from '../../lib/documents/index.ts';

const counted = vi.hoisted(() => ({ now: 0, most: 0 }));

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  const scrypt = (...given: [...unknown[], (error: unknown, key: Buffer) => void]): void => {
    counted.most = Math.max(counted.most, ++counted.now);
    const done = given.at(-1) as (error: unknown, key: Buffer) => void; // the callback
    setImmediate(() => {
      counted.now--;
      done(null, Buffer.alloc(32, 1));
    });
  };
  return { ...real, scrypt };
});

it('are checked two at a time, and no more than a hundred wait', async () => {
  const checks = Array.from({ length: 103 }, () => isPassword('a guess', undefined));
  const results = await Promise.allSettled(checks);
  expect(counted.most).toBe(2);
  expect(results.slice(0, 102).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(results[102]).toMatchObject({ status: 'rejected', reason: { status: 503, headers: { 'retry-after': '5' } } });
});
