// Fresh processes, one after the other: what each takes, in rounds, so that every bundle meets every mood of the machine.
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../statistics.ts';

const run = promisify(execFile);

/** Of one process or the median of many, in milliseconds. */
export interface Times {
  readonly wall: number;
  /** Of all threads, in user and system mode. */
  readonly cpu: number;
}

/** Nothing but what a service needs to be made: it does not connect. */
const env = {
  MONGODB_URI: 'mongodb://127.0.0.1:1/cold',
  LECTERN_TOKEN_SECRET: 'a secret for the tokens of benchmarks, and of nobody else',
};

const once = async (file: string): Promise<Times> => {
  const { stdout } = await run(process.execPath, ['bench/cold/child.js', pathToFileURL(file).href], { env });
  return JSON.parse(stdout) as Times; // what child.js writes
};

/** @returns the medians of each file, in their order */
export const measure = async (files: readonly string[], rounds: number): Promise<readonly Times[]> => {
  const seen = files.map((): Times[] => []);
  // The first is read from disk, which no later one is.
  for (const file of files) await once(file);
  for (let round = 0; round < rounds; round++)
    for (const [index, file] of files.entries()) seen[index]?.push(await once(file));
  return seen.map((times) => ({
    wall: median(times.map(({ wall }) => wall)),
    cpu: median(times.map(({ cpu }) => cpu)),
  }));
};
