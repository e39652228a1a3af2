// Transactions on documents that another transaction has locked: how long they retry, and what they throw.
import { MongoNetworkError, MongoServerError, MongoWriteConcernError, type ClientSession } from 'mongodb';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  inTransaction,
  isLockTimeout,
  isUnreachable,
  LockTimeout,
  openDatabase,
  standaloneOperations,
  type Transaction,
} from '../../../lib/platform/db/index.ts';
import { freshDatabase } from '../../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
afterAll(() => database.close());

const documents = async () => (await database.get()).collection<{ _id: number; by?: string }>('documents');
const write = async (transaction: Transaction): Promise<void> => {
  await transaction.db.collection('documents').updateOne({}, { $set: { by: 'us' } }, transaction.options);
};
const by = async (): Promise<unknown> => (await (await documents()).findOne())?.by;

/** A transaction that locks the document. */
let other: ClientSession;
beforeEach(async () => {
  await (await documents()).deleteMany({});
  await (await documents()).insertOne({ _id: 1 });
  other = (await database.client()).startSession();
  other.startTransaction();
  await (await documents()).updateOne({}, { $set: { by: 'another' } }, { session: other });
});
afterEach(() => other.endSession());

it('gives up at its deadline, and writes nothing', async () => {
  await expect(inTransaction(database, write, { deadline: performance.now() })).rejects.toBeInstanceOf(LockTimeout);
  const transaction = await standaloneOperations(database, performance.now());
  await expect(transaction.inTransaction(write)).rejects.toBeInstanceOf(LockTimeout);
  await other.abortTransaction();
  expect(await by()).toBeUndefined();
});

it('retries until the lock is free if it has no deadline, and does once what comes after the commit', async () => {
  let [attempts, commits] = [0, 0];
  await inTransaction(
    database,
    async (transaction) => {
      await transaction.afterCommit(() => {
        commits++;
        return Promise.resolve();
      });
      // The driver retries too; the lock is free before its last attempt.
      if (++attempts === 3) await other.abortTransaction();
      await write(transaction);
    },
    { deadline: Infinity },
  );
  expect([attempts >= 3, commits, await by()]).toEqual([true, 1, 'us']);
  expect((await standaloneOperations(database, Infinity)).options).toEqual({});
});

it('throws the error that caused the retry if the database is unreachable', async () => {
  const networkError = new MongoNetworkError('away');
  networkError.addErrorLabel('TransientTransactionError');
  const work = (): Promise<void> => Promise.reject(networkError);
  await expect(inTransaction(database, work, { deadline: performance.now() })).rejects.toBe(networkError);
});

it('is not repeated for a caller after three seconds without the database', async () => {
  const networkError = new MongoNetworkError('away');
  networkError.addErrorLabel('TransientTransactionError');
  const from = performance.now();
  let attempts = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => from + attempts * 3_100);
  const work = (): Promise<void> => {
    attempts++;
    return Promise.reject(networkError);
  };
  await expect(inTransaction(database, work)).rejects.toBe(networkError);
  expect(attempts).toBe(1);
});

it('stops waiting at its deadline outside of a transaction too', async () => {
  const transaction = await standaloneOperations(database, performance.now() + 200);
  await expect(write(transaction)).rejects.toThrow('time limit');
  await other.abortTransaction();
  expect(await by()).toBeUndefined();
});

const expired = { code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'operation exceeded time limit' };

it.each([
  { error: new LockTimeout(undefined), is: 'held', what: 'a transaction that gave up' },
  { error: new MongoServerError(expired), is: 'held', what: 'an operation that gave up before it wrote' },
  {
    error: new MongoWriteConcernError({ ok: 1, writeConcernError: expired }),
    is: 'unreachable',
    what: 'an operation that gave up after it wrote, before a majority had the write',
  },
])('classifies $what', ({ error, is }) => {
  expect([isLockTimeout(error), isUnreachable(error)]).toEqual([is === 'held', is === 'unreachable']);
});
