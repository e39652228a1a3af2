// The order in which waiting readers get places.
import { expect, test } from 'vitest';
import { FairQueue } from '../../lib/platform/fairQueue.ts';

test('a free place goes to the reader with the fewest', async () => {
  const queue = new FairQueue({ places: 3, placesOfKey: 2 });
  expect(['a', 'a', 'a', 'b'].map((key) => queue.tryTake(key))).toEqual([true, true, false, true]);
  const order: string[] = [];
  const waiting = ['a', 'a', 'b', 'c'].map(async (key, index) => {
    await queue.take(key, 60_000);
    order.push(`${key}${index}`);
  });
  for (const key of ['a', 'c', 'b', 'a']) {
    queue.leave(key);
    await Promise.resolve();
  }
  await Promise.all(waiting);
  expect(order).toEqual(['c3', 'a0', 'b2', 'a1']);
});

test('a reader that gives up gets no place', async () => {
  const queue = new FairQueue({ places: 1, placesOfKey: 1 });
  queue.tryTake('a');
  const controller = new AbortController();
  const gaveUp = queue.take('b', 60_000, controller.signal);
  controller.abort();
  expect(await gaveUp).toBe(false);
  queue.leave('a');
  expect(queue.tryTake('c')).toBe(true);
});

test('a reader that waits many times gets no more than another', async () => {
  const queue = new FairQueue({ places: 1, placesOfKey: 1 });
  queue.tryTake('a');
  const order: string[] = [];
  const waiting = ['a', 'a', 'a', 'b', 'b'].map(async (key, index) => {
    await queue.take(key, 60_000);
    order.push(`${key}${index}`);
    queue.leave(key);
  });
  queue.leave('a');
  await Promise.all(waiting);
  expect(order).toEqual(['a0', 'b3', 'a1', 'b4', 'a2']);
});
