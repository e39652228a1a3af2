// The lease that one process at a time hands on events under.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { collections, openDatabase } from '../../lib/db/index.ts';
import { Lease, LeaseLost } from '../../lib/events/lease.ts';
import { freshDatabase } from '../setup/database.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
afterAll(() => database.close());
beforeEach(async () => {
  await (await database.get()).collection(collections.leases).deleteMany({});
});

const long = 60_000;
/** Longer than the database takes to give it. */
const short = 1_000;
const ranOut = (): Promise<void> => setTimeout(short + 100);
const leaseOf = (ms = long): Lease => new Lease(database, ms);

/** The places that work was given; none where the lease was lost. */
const placesOf = async (lease: Lease, count: number): Promise<number | 'lost'> => {
  let place = 0;
  try {
    await lease.fenced(count, (_unit, first) => {
      place = first;
      return Promise.resolve();
    });
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    throw error;
  }
  return place;
};

it('is held by one, who can renew it', async () => {
  const [one, other] = [leaseOf(), leaseOf()];
  expect(one.lasts()).toBe(false);
  expect([await one.hold(), await other.hold(), await one.hold()]).toEqual([true, false, true]);
  expect([one.lasts(long / 2), one.lasts(long), other.lasts()]).toEqual([true, false, false]);
});

it('goes to one of many who want it at once', async () => {
  const held = await Promise.all(Array.from({ length: 20 }, () => leaseOf().hold()));
  expect(held.filter(Boolean)).toHaveLength(1);
});

it('is taken over when it ran out, and when it was given back', async () => {
  const [one, other, third] = [leaseOf(short), leaseOf(), leaseOf()];
  expect(await one.hold()).toBe(true);
  await ranOut();
  expect([one.lasts(), await other.hold(), await one.hold(), await third.hold()]).toEqual([false, true, false, false]);
  await other.release();
  expect([other.lasts(), await third.hold()]).toEqual([false, true]);
  // Who gives back what it lost takes it from nobody.
  await one.release();
  expect(await one.hold()).toBe(false);
});

it('gives each place once, and nothing happens for who lost it', async () => {
  const [one, other] = [leaseOf(short), leaseOf()];
  await one.hold();
  expect([await placesOf(one, 3), await placesOf(one, 2)]).toEqual([1, 4]);
  await ranOut();
  // It ran out, and nobody else has it.
  expect(await placesOf(one, 1)).toBe(6);
  await other.hold();
  expect([await placesOf(one, 1), await placesOf(other, 1)]).toEqual(['lost', 7]);
});
