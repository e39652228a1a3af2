// Measures each bundle in fresh processes, in rounds, so that disturbances of the machine affect all bundles.
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../statistics.ts';

const run = promisify(execFile);

/** The times of one process, or the medians of many, in milliseconds. */
export interface Times {
  readonly wall: number;
  /** The CPU time of all threads, in user and system mode. */
  readonly cpu: number;
}

/** The variables that a service needs; it never connects to this database. */
const env = {
  MONGODB_URI: 'mongodb://127.0.0.1:1/cold',
  LECTERN_TOKEN_SECRET: 'a secret for the tokens of benchmarks, and of nobody else',
};

const measureOnce = async (file: string): Promise<Times> => {
  const { stdout } = await run(process.execPath, ['bench/cold/child.js', pathToFileURL(file).href], { env });
  return JSON.parse(stdout) as Times; // child.js writes this
};

/** @returns the medians for each file, in the order of the files */
export const measure = async (files: readonly string[], rounds: number): Promise<readonly Times[]> => {
  const timesByFile = files.map((): Times[] => []);
  // The first run reads the file from disk; later runs read it from the page cache.
  for (const file of files) await measureOnce(file);
  for (let round = 0; round < rounds; round++)
    for (const [index, file] of files.entries()) timesByFile[index]?.push(await measureOnce(file));
  return timesByFile.map((times) => ({
    wall: median(times.map(({ wall }) => wall)),
    cpu: median(times.map(({ cpu }) => cpu)),
  }));
};
