// Checks what a read answers when MongoDB has no state of one moment.
import { MongoServerError, type Db } from 'mongodb';
import { expect, it } from 'vitest';
import { queryRunner, type DatabaseQuery } from '../../../lib/read/execute/databaseQuery.ts';

const unavailable = new MongoServerError({ message: 'Unable to read from a snapshot', code: 246 });
const find = () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(unavailable) }) });
// Only what a query without an aggregation calls.
const db = { collection: () => ({ find }) } as unknown as Db;

const rowsOf = (more: Pick<DatabaseQuery, 'snapshot'>) =>
  queryRunner({ db, options: {} })({ about: 'the rows', collection: 'places', stages: [], ...more });

it('finds no stored total, so that the documents are counted', async () => {
  expect(await rowsOf({ snapshot: true })).toEqual([]);
});

it('never answers an empty list instead of the error', async () => {
  await expect(rowsOf({})).rejects.toBe(unavailable);
});
