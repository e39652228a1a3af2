// After each purge a cache has no outdated answer. edge.slow.test.ts has more answers and more writes.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEdgeSite } from './edgeSite.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const edge = await createEdgeSite(20_261_127, false);

it('leaves no outdated answer in a cache', async () => {
  const { fill, round, written } = edge;
  await fill(100);
  for (let i = 0; i < 12; i++) {
    const outdated = await round(4, 60);
    expect({ outdated, written: outdated.length > 0 ? Object.fromEntries(written) : {} }).toEqual({
      ...{ outdated: [], written: {} },
    });
  }
}, 120_000);
