// Reads that see only data which a majority of the replica set has.
import { Timestamp } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { readCommitted, openDatabase } from '../../../lib/platform/db/index.ts';
import { freshDatabase } from '../../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
afterAll(() => database.close());

it('a committed read knows the cluster time of its snapshot', async () => {
  const marks = (await database.get()).collection<{ at: Timestamp }>('marks');
  const times: Timestamp[] = [];
  for (let written = 1; written <= 20; written++) {
    await marks.insertOne({ at: new Timestamp({ t: 0, i: 0 }) });
    await readCommitted(database, async ({ db, options }, { now, clock }) => {
      const found = await db.collection<{ at: Timestamp }>('marks').find({}, options).toArray();
      expect(found).toHaveLength(written);
      expect(found.every(({ at }) => at.lessThanOrEqual(now))).toBe(true);
      expect(Math.abs(clock.getTime() - Date.now())).toBeLessThan(60_000);
      times.push(now);
    });
  }
  expect(times.every((time, index) => times[index - 1]?.greaterThan(time) !== true)).toBe(true);
});

it('a committed read uses read concern majority, in a causally consistent session', async () => {
  const read = await readCommitted(database, ({ db, options }) =>
    Promise.resolve([db.readConcern?.level, options.session?.supports.causalConsistency]),
  );
  expect(read).toEqual(['majority', true]);
});
