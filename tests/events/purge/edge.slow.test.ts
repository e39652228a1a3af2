// After each purge a cache with 20,000 answers has no outdated one, and how many of the purged ones had not changed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fixedSeed } from '../../setup/fixedSeed.ts';
import { createEdgeSite } from './edgeSite.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const seed = fixedSeed ?? Math.floor(Math.random() * 2 ** 31);

it.each([
  ['surrogate keys', await createEdgeSite(seed, false)],
  ['cache tags', await createEdgeSite(seed + 1, true)],
])(
  'leaves no outdated answer in a cache of 20,000: %s',
  async (_, { fill, round, compareAll, tally, written }) => {
    await fill(20_000);
    for (let i = 0; i < 6; i++) {
      const outdated = await round(4, 500);
      expect([seed, outdated]).toEqual([seed, []]);
    }
    expect([seed, await compareAll()]).toEqual([seed, []]);
    process.stdout.write(`${JSON.stringify({ seed, ...tally, written: Object.fromEntries(written) })}\n`);
  },
  1_800_000,
);
