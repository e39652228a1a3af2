// Checks the lease under which one process at a time dispatches events.
import { setTimeout } from 'node:timers/promises';
import { ClientSession } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { collections, Lease, LeaseLost, openDatabase } from '../../../lib/platform/db/index.ts';
import { freshDatabase } from '../../setup/database.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
afterAll(() => database.close());
beforeEach(async () => {
  await (await leases()).deleteMany({});
});

const longMs = 60_000;
/** Longer than the database takes to grant the lease. */
const shortMs = 1_000;
const leaseOf = (ms = longMs): Lease => new Lease(database, ms, 'relay');

const leases = async () => (await database.get()).collection(collections.leases);

/** Ends the lease for the database; its owner does not know. */
const expireLease = async (): Promise<void> => {
  await (await leases()).updateOne({}, { $set: { until: new Date(0) } });
};

/** The first position that the work received, or `lost` if the lease is lost. */
const reservePositions = async (lease: Lease, count: number): Promise<number | 'lost'> => {
  let position = 0;
  try {
    await lease.runFenced(count, (_unit, first) => {
      position = first;
      return Promise.resolve();
    });
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    throw error;
  }
  return position;
};

it('has one owner, which can renew it', async () => {
  const [one, other] = [leaseOf(), leaseOf()];
  expect(one.isHeldFor()).toBe(false);
  expect([await one.acquire(), await other.acquire(), await one.acquire()]).toEqual([true, false, true]);
  expect([one.isHeldFor(longMs / 2), one.isHeldFor(longMs), other.isHeldFor()]).toEqual([true, false, false]);
});

it('goes to one of many processes that request it at once', async () => {
  const held = await Promise.all(Array.from({ length: 20 }, () => leaseOf().acquire()));
  expect(held.filter(Boolean)).toHaveLength(1);
});

it('can be taken over when it expires or when its owner releases it', async () => {
  const [one, other, third] = [leaseOf(shortMs), leaseOf(), leaseOf()];
  expect(await one.acquire()).toBe(true);
  while (one.isHeldFor()) await setTimeout(20);
  await expireLease();
  expect([one.isHeldFor(), await other.acquire(), await one.acquire(), await third.acquire()]).toEqual([
    false,
    true,
    false,
    false,
  ]);
  await other.release();
  expect([other.isHeldFor(), await third.acquire()]).toEqual([false, true]);
  // Releasing a lost lease takes it from no other owner.
  await one.release();
  expect(await one.acquire()).toBe(false);
});

it('gives each position once, and none after the lease is lost', async () => {
  const [one, other] = [leaseOf(), leaseOf()];
  await one.acquire();
  expect([await reservePositions(one, 3), await reservePositions(one, 2)]).toEqual([1, 4]);
  await expireLease();
  // The lease expired, but no other owner has taken it.
  expect(await reservePositions(one, 1)).toBe(6);
  await other.acquire();
  expect([await reservePositions(one, 1), await reservePositions(other, 1)]).toEqual(['lost', 7]);
});

it('begins no transaction for an owner that wakes after another took over', async () => {
  const [one, other] = [leaseOf(), leaseOf()];
  await one.acquire();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its session
  const begin = ClientSession.prototype.withTransaction;
  vi.spyOn(ClientSession.prototype, 'withTransaction').mockImplementationOnce(async function (
    this: ClientSession,
    ...work
  ) {
    await expireLease();
    await other.acquire();
    return begin.apply(this, work);
  });
  expect([await reservePositions(one, 1), await reservePositions(other, 1)]).toEqual(['lost', 2]);
});

it('counts as lost after the machine slept, although the monotonic clock may have stopped', async () => {
  const lease = leaseOf();
  await lease.acquire();
  const later = Date.now() + longMs;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  expect(lease.isHeldFor()).toBe(false);
  vi.restoreAllMocks();
  expect(lease.isHeldFor()).toBe(true);
});

it('has a fencing token that grows only when the owner changes', async () => {
  const [one, other] = [leaseOf(), leaseOf()];
  const tokens: unknown[] = [];
  const noteToken = async (): Promise<void> => {
    tokens.push((await (await leases()).findOne({}))?.token);
  };
  await one.acquire();
  await noteToken();
  await one.acquire();
  await reservePositions(one, 2);
  await other.acquire();
  await noteToken();
  await expireLease();
  await other.acquire();
  await noteToken();
  await other.release();
  await noteToken();
  await one.acquire();
  await noteToken();
  expect(tokens).toEqual([1, 1, 2, 2, 3]);
});

describe('an open transaction of an owner', () => {
  const documents = async () => (await database.get()).collection<{ _id: string; by?: string }>('documents');
  beforeEach(async () => {
    await (await documents()).deleteMany({});
    await (await documents()).insertOne({ _id: 'one' });
  });

  /** Begins a transaction that writes the document, and keeps it open until `resume`. */
  const openTransaction = async (lease: Lease) => {
    let resume = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (resume = resolve));
    let ended: Promise<string> = Promise.resolve('');
    await new Promise<void>((resolve) => {
      ended = lease
        .runFenced(1, async ({ db, options }) => {
          await db.collection('documents').updateOne({}, { $set: { by: 'the stale owner' } }, options);
          resolve();
          await waiting;
        })
        .then(
          () => 'committed',
          (error: unknown) => (error instanceof LeaseLost ? 'lost' : String(error)),
        );
    });
    return { resume, ended: () => ended };
  };
  const writeDocument = async (): Promise<unknown> =>
    (await documents()).updateOne({}, { $set: { by: 'a writer' } }, { maxTimeMS: 500 });

  it('does not block its own owner from renewing the lease, and continues', async () => {
    const [one, other] = [leaseOf(), leaseOf()];
    await one.acquire();
    await expireLease();
    await other.acquire();
    await other.release();
    // This process also owned the lease before the last owner.
    await one.acquire();
    const { resume, ended } = await openTransaction(one);
    expect(await one.acquire()).toBe(true);
    resume();
    expect(await ended()).toBe('committed');
  });

  it('does not block another process from taking over, and is aborted', async () => {
    const [one, other] = [leaseOf(), leaseOf()];
    await one.acquire();
    const { resume, ended } = await openTransaction(one);
    await expect(writeDocument()).rejects.toThrow('time limit');
    await expireLease();
    expect(await other.acquire()).toBe(true);
    await writeDocument();
    resume();
    expect(await ended()).not.toBe('committed');
    expect((await (await documents()).findOne())?.by).toBe('a writer');
  });
});
