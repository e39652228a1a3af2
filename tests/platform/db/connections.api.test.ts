// Connection options: defaults for servers and functions, and options in the connection string.
import { afterAll, expect, it } from 'vitest';
import { functionConnections, openDatabase, serverConnections, type Database } from '../../../lib/platform/db/index.ts';
import { freshDatabase } from '../../setup/database.ts';

const { uri } = freshDatabase();
const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

const optionsOf = async (options: string, connections?: typeof serverConnections): Promise<object> => {
  const database = openDatabase(`${uri}${uri.includes('?') ? '&' : '?'}${options}`, connections);
  opened.push(database);
  return (await database.client()).options;
};

it('a server has a pool of fifteen connections, a function a pool of three', async () => {
  expect(await optionsOf('')).toMatchObject(serverConnections);
  expect(await optionsOf('', functionConnections)).toMatchObject(functionConnections);
  expect([serverConnections.maxPoolSize, functionConnections.maxPoolSize]).toEqual([15, 3]);
});

it('options in the connection string override the defaults', async () => {
  expect(await optionsOf('maxpoolsize=7&serverSelectionTimeoutMS=900', functionConnections)).toMatchObject({
    ...functionConnections,
    ...{ maxPoolSize: 7, serverSelectionTimeoutMS: 900 },
  });
});
