// One embedded MongoDB for the whole run; every test file has databases of its own in it (see database.ts).
import type { TestProject } from 'vitest/node';
import { startMongod } from '../../lib/dev/mongod/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded MongoDB, without a database in its path. */
    readonly mongodbUri: string;
  }
}

/** @returns how to end it */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const mongod = await startMongod({
    log: (line) => {
      console.error(line);
    },
  });
  project.provide('mongodbUri', mongod.uri);
  return mongod.stop;
};
