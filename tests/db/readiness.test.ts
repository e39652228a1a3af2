// Whether a process says that it can serve.
import type { Db } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { Readiness } from '../../lib/platform/db/index.ts';

/** A database that answers as said, a clock to set, and how often it was asked. */
const readinessOf = (command: () => Promise<unknown>) => {
  const asked = vi.fn(command);
  const clock = { ms: 0 };
  const db = { command: asked } as unknown as Db; // no more of it is used
  return {
    asked,
    clock,
    readiness: new Readiness(
      () => Promise.resolve(db),
      () => new Date(clock.ms),
    ),
  };
};

describe('a process', () => {
  it('is ready when its database answers', async () => {
    const { readiness, asked } = readinessOf(() => Promise.resolve({ ok: 1 }));
    expect(await readiness.isReady()).toBe(true);
    expect(asked).toHaveBeenCalledWith({ ping: 1 });
  });

  it('is not when the database fails', async () => {
    expect(await readinessOf(() => Promise.reject(new Error('away'))).readiness.isReady()).toBe(false);
  });

  it('is not when the database cannot be connected to', async () => {
    const readiness = new Readiness(
      () => Promise.reject(new Error('away')),
      () => new Date(0),
    );
    expect(await readiness.isReady()).toBe(false);
  });

  it('is not when the database says nothing for two seconds', async () => {
    vi.useFakeTimers();
    try {
      const { readiness } = readinessOf(() => new Promise(() => undefined));
      const answer = readiness.isReady();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await answer).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks the database once a second, however many want to know', async () => {
    const { readiness, asked, clock } = readinessOf(() => Promise.resolve({ ok: 1 }));
    await Promise.all(Array.from({ length: 50 }, () => readiness.isReady()));
    clock.ms = 999;
    await readiness.isReady();
    expect(asked).toHaveBeenCalledTimes(1);
    clock.ms = 1_000;
    await readiness.isReady();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is not ready once it is about to end', async () => {
    const { readiness } = readinessOf(() => Promise.resolve({ ok: 1 }));
    await readiness.isReady();
    readiness.end();
    expect(await readiness.isReady()).toBe(false);
  });
});
