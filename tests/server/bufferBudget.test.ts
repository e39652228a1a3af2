// The byte budget for unfinished bodies, which evicts the body that stalls longest.
import { expect, it } from 'vitest';
import { BufferBudget, type BufferHolder } from '../../lib/tools/server/bufferBudget.ts';

/** A budget with named bodies, and the names of the evicted ones. */
const holders = () => {
  const evicted: Name[] = [];
  const named = (name: Name): BufferHolder => ({ evict: () => evicted.push(name) });
  return { made: { a: named('a'), b: named('b'), c: named('c'), d: named('d') }, evicted };
};

type Name = 'a' | 'b' | 'c' | 'd';
type Step = readonly [name: Name, bytes: number];

it.each<[what: string, steps: readonly Step[], evicted: readonly Name[], held: number]>([
  ['keeps bodies that fit', [['a', 40], ['b', 60]], [], 100], // prettier-ignore
  ['counts a body once, however often it grows', [['a', 40], ['a', 80], ['a', 100]], [], 100], // prettier-ignore
  ['evicts the oldest body', [['a', 50], ['b', 50], ['c', 1]], ['a'], 51], // prettier-ignore
  ['evicts a stalled body before an older one that grows', [['a', 50], ['b', 40], ['a', 60], ['c', 10]], ['b'], 70], // prettier-ignore
  ['evicts as many bodies as necessary', [['a', 30], ['b', 30], ['c', 30], ['d', 95]], ['a', 'b', 'c'], 95], // prettier-ignore
  ['lets a single body exceed it', [['a', 10], ['b', 150]], ['a'], 150], // prettier-ignore
])('a budget of 100 bytes %s', (_what, steps, evicted, held) => {
  const budget = new BufferBudget(100);
  const named = holders();
  for (const [name, bytes] of steps) budget.hold(named.made[name], bytes);
  expect([named.evicted, budget.heldBytes]).toEqual([evicted, held]);
});

it('a released body frees its space once', () => {
  const budget = new BufferBudget(100);
  const { made, evicted } = holders();
  budget.hold(made.a, 60);
  budget.release(made.a);
  budget.release(made.a);
  budget.hold(made.b, 100);
  expect([evicted, budget.heldBytes]).toEqual([[], 100]);
});
