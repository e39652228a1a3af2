// Databases for tests: each its own, gone with the test file.
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, inject } from 'vitest';

export interface TestDatabase {
  /** With the database in its path. */
  readonly uri: string;
  readonly name: string;
}

/** Names a database that nobody else has, empty; called at the top of a test file or `describe`, it is dropped after. */
export const freshDatabase = (): TestDatabase => {
  const name = `test-${randomUUID()}`;
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${name}`;
  afterAll(async () => {
    const client = await new MongoClient(uri.href).connect();
    await client.db(name).dropDatabase();
    await client.close();
  });
  return { uri: uri.href, name };
};
