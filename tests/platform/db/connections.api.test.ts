// Connection options: defaults for servers and functions, and options in the connection string.
import { afterAll, expect, inject, it } from 'vitest';
import {
  functionConnections,
  openDatabase,
  patientConnections,
  serverConnections,
  type Database,
} from '../../../lib/platform/db/index.ts';

const uri = inject('mongodbUri');
const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

/** The driver keeps the time for a majority in the write concern. */
const optionsOf = async (options: string, connections?: typeof patientConnections): Promise<object> => {
  const database = openDatabase(`${uri}${uri.includes('?') ? '&' : '?'}${options}`, connections);
  opened.push(database);
  const { options: used } = await database.client();
  return { ...used, wtimeoutMS: used.writeConcern.wtimeoutMS };
};

it('a server has a pool of fifteen connections, a function a pool of three', async () => {
  expect(await optionsOf('')).toMatchObject(patientConnections);
  expect(await optionsOf('', serverConnections)).toMatchObject(serverConnections);
  expect(await optionsOf('', functionConnections)).toMatchObject(functionConnections);
  expect([serverConnections.maxPoolSize, functionConnections.maxPoolSize]).toEqual([15, 3]);
});

it('options in the connection string override the defaults', async () => {
  expect(await optionsOf('maxpoolsize=7&serverSelectionTimeoutMS=900', functionConnections)).toMatchObject({
    ...functionConnections,
    ...{ maxPoolSize: 7, serverSelectionTimeoutMS: 900 },
  });
});

it('a caller gets its answer within five seconds from a MongoDB that hangs, and a lost connection ends', () => {
  const { heartbeatFrequencyMS, connectTimeoutMS, serverSelectionTimeoutMS, socketTimeoutMS } = serverConnections;
  // The driver waits so long for a `hello`, then ends the command, and looks for another server.
  expect(heartbeatFrequencyMS + connectTimeoutMS + serverSelectionTimeoutMS).toBeLessThanOrEqual(5_000);
  // A query ends after 20 s, a write that waits for a lock after 15 s, a function after 29 s.
  expect([socketTimeoutMS > 20_000, socketTimeoutMS < 29_000]).toEqual([true, true]);
});
