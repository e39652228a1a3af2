// The byte budget for unfinished bodies: above it, the network that holds most loses a body.
import { expect, it } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { BufferBudget, type BufferedBody } from '../../lib/server/bufferBudget.ts';

/** Bodies by their names, `sender/name`, and the names of the evicted ones. */
const bodies = () => {
  const evicted: string[] = [];
  const made = new Map<string, BufferedBody>();
  const named = (name: string): BufferedBody => {
    const body = made.get(name) ?? { sender: name.split('/')[0] ?? '', evict: () => evicted.push(name) };
    made.set(name, body);
    return body;
  };
  return { named, evicted };
};

/** Bodies that grow, one after the other: `a/1=40@5` is 40 bytes of the body 1 of the network a, at the second 5. */
const growing = (steps: string) =>
  steps.split(' ').map((step) => {
    const [, name = '', bytes, second] = /^(.+)=(\d+)(?:@(\d+))?$/.exec(step) ?? [];
    return { name, bytes: Number(bytes), second: second === undefined ? undefined : Number(second) };
  });

it.each<[what: string, steps: string, evicted: readonly string[], held: number]>([
  ['keeps bodies that fit', 'a/1=40 b/1=60', [], 100],
  ['counts a body once, however often it grows', 'a/1=40 a/1=80 a/1=100', [], 100],
  ['evicts the newest body of a network', 'a/1=50 a/2=50 a/1=51', ['a/2'], 51],
  ['evicts a body that has had five seconds before a new one', 'a/1=50 a/2=50@4 a/3=1@5', ['a/1'], 51],
  ['evicts an old body although it grows', 'a/1=50 a/2=40@1 a/1=51@5 a/3=10@5', ['a/1'], 50],
  ['evicts a body of the network that holds most', 'b/1=30 a/1=30@1 a/2=40@1 b/2=10@5', ['a/2'], 70],
  ['evicts the growing body if its network holds most', 'b/1=30 a/1=71', ['a/1'], 30],
  ['evicts as many bodies as necessary', 'a/1=40 a/2=20 a/3=20 a/1=95', ['a/3', 'a/2'], 95],
  ['lets a single body exceed it', 'a/1=150', [], 150],
])('a budget of 100 bytes %s', (_what, steps, evicted, held) => {
  let now = 0;
  const budget = new BufferBudget(100, () => now * 1000);
  const { named, evicted: actual } = bodies();
  for (const { name, bytes, second = now } of growing(steps)) {
    now = second;
    budget.hold(named(name), bytes);
  }
  expect([actual, budget.heldBytes]).toEqual([evicted, held]);
});

it('many bodies that drip do not evict the one body of another network', () => {
  const budget = new BufferBudget(100);
  const { named, evicted } = bodies();
  budget.hold(named('honest/1'), 9);
  for (let bytes = 1; bytes <= 10; bytes++)
    for (let i = 0; i < 30; i++) if (!evicted.includes(`drip/${i}`)) budget.hold(named(`drip/${i}`), bytes);
  expect([evicted.length > 0, evicted.includes('honest/1'), budget.heldBytes <= 100]).toEqual([true, false, true]);
});

it('a released body frees its space once', () => {
  const budget = new BufferBudget(100);
  const { named, evicted } = bodies();
  budget.hold(named('a/1'), 60);
  budget.release(named('a/1'));
  budget.release(named('a/1'));
  budget.hold(named('a/2'), 100);
  expect([evicted, budget.heldBytes]).toEqual([[], 100]);
});

it('by default, eight bodies of the largest size fit', () => {
  const { http, api } = defaultConfig;
  expect(http.server.maxBufferedBytes / api.rest.maxBodyBytes).toBeGreaterThanOrEqual(8);
});
