// Passwords are hashed slowly, but leave threads for other work.
import { describe, expect, it } from 'vitest';
import { Passwords } from '../../lib/platform/passwords.ts';
import { createServiceFromEnvironment } from '../../lib/platform/service.ts';
import { secretsEnvironment } from '../setup/secrets.ts';

const cheap = { N: 2, r: 8, p: 1 };

it('at most two passwords are checked at once, and at most a hundred wait', async () => {
  const running = { now: 0, most: 0 };
  const passwords = new Passwords(cheap, async () => {
    running.most = Math.max(running.most, ++running.now);
    await new Promise(setImmediate);
    running.now--;
    return Buffer.alloc(32, 1);
  });
  const checks = Array.from({ length: 103 }, () => passwords.matches('a guess', undefined));
  const results = await Promise.allSettled(checks);
  expect(running.most).toBe(2);
  expect(results.slice(0, 102).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(results[102]).toMatchObject({ status: 'rejected', reason: { status: 503, headers: { 'retry-after': '5' } } });
});

it('no password matches a missing hash', async () => {
  for (const stored of [undefined, null, '', 'x', 'secret'])
    expect(await new Passwords(cheap).matches(String(stored), stored)).toBe(false);
});

it('a hash is checked with the cost that it was made with', async () => {
  const stored = await new Passwords({ N: 4, r: 4, p: 2 }).hash('secret');
  expect(stored).toMatch(/^scrypt\$4\$4\$2\$/);
  const later = new Passwords(cheap);
  expect([await later.matches('secret', stored), await later.matches('Secret', stored)]).toEqual([true, false]);
});

describe('a service from the environment', () => {
  it("hashes passwords with OWASP's minimum cost, and answers no faster than the minimum duration", async () => {
    const service = await createServiceFromEnvironment({
      ...secretsEnvironment,
      MONGODB_URI: 'mongodb://127.0.0.1:1/away',
    });
    const { passwordCost, minimumDurationMs } = service;
    expect({ passwordCost, minimumDurationMs }).toEqual({
      passwordCost: { N: 131_072, r: 8, p: 1 },
      minimumDurationMs: 1_000,
    });
  });
});
