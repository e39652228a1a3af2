import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../setup/database.ts';

const one = freshDatabase();
const other = freshDatabase();

test('each fresh database is a separate one, which its URI names', async () => {
  expect(one.name).not.toBe(other.name);
  const client = await new MongoClient(one.uri).connect();
  await client.db().collection('a').insertOne({});
  expect(await client.db(one.name).collection('a').countDocuments()).toBe(1);
  await client.close();
});
