// Starts one embedded MongoDB for the whole run; every test file has its own databases in it (see database.ts).
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { findMemoryFolder, startMongod } from '../../cli/mongod/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the embedded MongoDB, without a database in its path. */
    readonly mongodbUri: string;
    /** Whether databases have only the indexes that decide answers, which are built faster. */
    readonly decisiveIndexesOnly?: boolean;
  }
}

/** Each minute, MongoDB removes what has expired: documents of tests that have the dates of another day, if their test runs then. */
const keepExpired = async (uri: string): Promise<void> => {
  const client = await new MongoClient(uri).connect();
  await client.db('admin').command({ setParameter: 1, ttlMonitorEnabled: false });
  await client.close();
};

/** @returns a function that stops MongoDB */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // Vitest has the modules of this process as bytes, so mapping a stack through one fails: a fault of a setup would be hidden, and an
  // error that the driver makes while MongoDB starts slowly would end the run.
  Reflect.deleteProperty(Error, 'prepareStackTrace');
  const mongod = await startMongod({
    tempDir: await findMemoryFolder(),
    log: (line) => {
      console.error(line);
    },
  });
  await keepExpired(mongod.uri);
  project.provide('mongodbUri', mongod.uri);
  return mongod.stop;
};
