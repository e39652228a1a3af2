// Errors of MongoDB during reads, whose rows stay bytes.
import { MongoServerError } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/platform/db/index.ts';
import { queryRunner } from '../../../lib/read/execute/databaseQuery.ts';
import { freshDatabase } from '../../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
afterAll(() => database.close());

it.each([
  ['an aggregation', [{ $set: { half: { $divide: ['$zero', '$zero'] } } }]],
  ['a find', [{ $match: { $expr: { $divide: ['$zero', '$zero'] } } }]],
])(
  'the driver can read the error of %s: with its fields it follows a primary that steps down',
  async (_name, stages) => {
    const db = await database.get();
    await db.collection('numbers').insertOne({ zero: 0 });
    const run = queryRunner({ db, options: {} });
    const error: unknown = await run({ about: 'numbers', collection: 'numbers', stages }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(MongoServerError);
    // MongoDB adds it to every reply, as it adds `topologyVersion` to those of a primary that steps down.
    const { $clusterTime } = (error as MongoServerError).errorResponse;
    expect($clusterTime).toMatchObject({ clusterTime: expect.anything() as unknown });
  },
);
