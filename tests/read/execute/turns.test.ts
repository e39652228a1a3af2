// Long work of readers in turns: who works when, and what ends it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mapInTurns, takeTurn, waitForOwnTurn } from '../../../lib/read/execute/turns.ts';
import type { Reader } from '../../../lib/platform/timings.ts';

const readerOf = (key: string, disconnected?: AbortSignal): Reader => ({
  ...{ key, isPublic: true, maxCost: 1, maxBytes: 1 },
  ...(disconnected === undefined ? {} : { disconnected: () => disconnected }),
});

/** Milliseconds that each look at the clock takes. */
let pace = 0;
let now = 0;
beforeEach(() => {
  pace = 0;
  // What readers used in other tests no longer counts.
  now += 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += pace));
});
afterEach(() => new Promise(setImmediate));

it('short work does not wait', async () => {
  let others = 0;
  setImmediate(() => (others += 1));
  expect(await mapInTurns(readerOf('a'), [1, 2, 3], (item) => item * 2)).toEqual([2, 4, 6]);
  expect(others).toBe(0);
});

it('long work lets the event loop serve others between its turns', async () => {
  pace = 3;
  let others = 0;
  const serve = (): void => {
    others += 1;
    timer = setImmediate(serve);
  };
  let timer = setImmediate(serve);
  const seen = await mapInTurns(readerOf('a'), Array.from({ length: 20 }), () => others);
  clearImmediate(timer);
  expect(seen[0]).toBe(0);
  expect(new Set(seen).size).toBeGreaterThan(5);
});

it('readers work in turn, whatever number of requests one has', async () => {
  pace = 10;
  const order: string[] = [];
  const work = (key: string): Promise<unknown> => mapInTurns(readerOf(key), [1, 2, 3, 4], () => order.push(key));
  await Promise.all([work('a'), work('a'), work('a'), work('b')]);
  // Of sixteen items, the four of b are among the first nine.
  expect(order.lastIndexOf('b')).toBeLessThan(9);
});

it('a reader whose work waits for a turn begins no other', async () => {
  const began: string[] = [];
  const reader = readerOf('a');
  await takeTurn(reader);
  const second = mapInTurns(reader, [1], () => began.push('a'));
  const other = mapInTurns(readerOf('b'), [1], () => began.push('b'));
  await Promise.all([second, other]);
  expect(began).toEqual(['b', 'a']);
});

it('a reader above its share of the CPU waits for turns while others read', async () => {
  const [greedy, modest] = [readerOf('greedy'), readerOf('modest')];
  const work = async (reader: Reader, ms: number): Promise<void> => {
    await mapInTurns(reader, [ms], () => (now += ms));
  };
  await work(modest, 5);
  await work(greedy, 15);
  await work(modest, 1);
  expect(waitForOwnTurn(modest)).toBeUndefined();
  await expect(waitForOwnTurn(greedy)).resolves.toBeUndefined();
  await new Promise(setImmediate);
  // Its share grows with time.
  now += 300;
  expect(waitForOwnTurn(greedy)).toBeUndefined();
});

it('a reader that reads alone waits for no turn', async () => {
  const work = (): Promise<unknown> => mapInTurns(readerOf('alone'), [50], (ms) => (now += ms));
  await work();
  now += 1_000;
  await work();
  expect(waitForOwnTurn(readerOf('alone'))).toBeUndefined();
});

it('a reader that reads alone begins a query while other work of it has the turn', async () => {
  const reader = readerOf('alone');
  await mapInTurns(reader, [1], (item) => item);
  await takeTurn(reader);
  expect(waitForOwnTurn(reader)).toBeUndefined();
});

it('the system is no other reader', async () => {
  const [reader, system] = [readerOf('alone'), { ...readerOf('system'), maxCost: Infinity }];
  for (const one of [reader, system, reader]) await mapInTurns(one, [50], (ms) => (now += ms));
  expect(waitForOwnTurn(reader)).toBeUndefined();
});

it('work ends when its client disconnects', async () => {
  pace = 10;
  const controller = new AbortController();
  const done: number[] = [];
  const work = mapInTurns(readerOf('a', controller.signal), [1, 2, 3, 4], (item) => {
    done.push(item);
    if (item === 2) controller.abort();
  });
  await expect(work).rejects.toMatchObject({ status: 499 });
  expect(done).toEqual([1, 2]);
});

it('an item that pauses is repeated in the next turn', async () => {
  pace = 3;
  const complete = new Set<number>();
  const parts = [1, 2, 3, 4, 5, 6, 7];
  const [sum] = await mapInTurns(readerOf('a'), [parts], (item, turn) => {
    for (const part of item) {
      if (complete.has(part)) continue;
      turn.pauseIfOver();
      complete.add(part);
      turn.progress();
    }
    return complete.size;
  });
  expect(sum).toBe(parts.length);
});

it('throws what the work throws', async () => {
  await expect(
    mapInTurns(readerOf('a'), [1], () => {
      throw new RangeError('no');
    }),
  ).rejects.toThrow(RangeError);
});
