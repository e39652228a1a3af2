// After each purge a cache has no outdated answer, and how many of the purged ones had not changed. LECTERN_EDGE_ANSWERS=20000 is
// the run whose numbers docs/internals/events.md has; it takes some minutes for each kind of keys.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fixedSeed } from '../../setup/fixedSeed.ts';
import { createEdgeSite } from './edgeSite.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const answers = Number(process.env.LECTERN_EDGE_ANSWERS ?? 2000);

const seed = fixedSeed ?? Math.floor(Math.random() * 2 ** 31);

/** Their headers differ, which `keyHeaders.test.ts` checks. */
const kinds = ['surrogate keys', 'cache tags'];
const sites = await Promise.all(kinds.map((kind, index) => createEdgeSite(seed + index, kind === 'cache tags')));

it.each(kinds.map((kind, index) => [kind, sites[index] ?? expect.fail(kind)] as const))(
  'leaves no outdated answer in a cache: %s',
  async (_, { fill, round, compareAll, tally, written }) => {
    await fill(answers);
    for (let i = 0; i < 6; i++) {
      const outdated = await round(4, Math.min(500, answers / 6));
      expect([seed, outdated]).toEqual([seed, []]);
    }
    expect([seed, await compareAll()]).toEqual([seed, []]);
    // Else the writes were refused, or each purge emptied the cache.
    expect([seed, tally.purged > 0, tally.unchanged < tally.repeated]).toEqual([seed, true, true]);
    expect([...written.keys()].filter((one) => / 2\d\d$/.test(one)).length).toBeGreaterThan(5);
    process.stdout.write(`${JSON.stringify({ seed, ...tally, written: Object.fromEntries(written) })}\n`);
  },
  1_800_000,
);
