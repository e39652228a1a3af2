// Whether a process reports that it is ready.
import type { Db } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { Readiness } from '../../../lib/platform/db/index.ts';

/** A readiness check on a fake database, with a clock to set; `ping` counts the calls. */
const readinessOf = (command: () => Promise<unknown>) => {
  const ping = vi.fn(command);
  const clock = { ms: 0 };
  const db = { command: ping } as unknown as Db; // Readiness uses nothing else of it.
  return {
    ping,
    clock,
    readiness: new Readiness(
      () => Promise.resolve(db),
      () => new Date(clock.ms),
    ),
  };
};

describe('a process', () => {
  it('is ready when its database answers', async () => {
    const { readiness, ping } = readinessOf(() => Promise.resolve({ ok: 1 }));
    expect(await readiness.isReady()).toBe(true);
    expect(ping).toHaveBeenCalledWith({ ping: 1 });
  });

  it('is not ready when the database fails', async () => {
    expect(await readinessOf(() => Promise.reject(new Error('away'))).readiness.isReady()).toBe(false);
  });

  it('is not ready when it cannot connect to the database', async () => {
    const readiness = new Readiness(
      () => Promise.reject(new Error('away')),
      () => new Date(0),
    );
    expect(await readiness.isReady()).toBe(false);
  });

  it('is not ready when the database does not answer within two seconds', async () => {
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

  it('queries the database again after its clock was set back', async () => {
    let canConnect = true;
    const { readiness, clock } = readinessOf(() =>
      canConnect ? Promise.resolve({ ok: 1 }) : Promise.reject(new Error('away')),
    );
    clock.ms = 3_600_000;
    expect(await readiness.isReady()).toBe(true);
    canConnect = false;
    clock.ms = 0;
    expect(await readiness.isReady()).toBe(false);
  });

  it('queries the database at most once a second', async () => {
    const { readiness, ping, clock } = readinessOf(() => Promise.resolve({ ok: 1 }));
    await Promise.all(Array.from({ length: 50 }, () => readiness.isReady()));
    clock.ms = 999;
    await readiness.isReady();
    expect(ping).toHaveBeenCalledTimes(1);
    clock.ms = 1_000;
    await readiness.isReady();
    expect(ping).toHaveBeenCalledTimes(2);
  });

  it('is not ready once it is shutting down', async () => {
    const { readiness } = readinessOf(() => Promise.resolve({ ok: 1 }));
    await readiness.isReady();
    readiness.markStopping();
    expect(await readiness.isReady()).toBe(false);
  });
});
