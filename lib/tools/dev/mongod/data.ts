// The folder an embedded mongod keeps its data in: the port it was last at, and whether one is at work there now.
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { Log } from './machine.ts';
import { replicaSet } from './replicaSet.ts';

const portFile = (folder: string): string => join(folder, 'lectern-port');

// After a kill mongod outlives its owner for 3 s at most.
const defaultPatienceMs = 6_000;

export const uriOf = (port: number): string => `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}`;

/** @returns the port of the last run; undefined when there was none */
export const lastPort = async (folder: string): Promise<number | undefined> => {
  const text = await readFile(portFile(folder), 'utf8').catch(() => '');
  return /^\d{1,5}\s*$/.test(text) ? Number(text) : undefined;
};

export const rememberPort = (folder: string, port: number): Promise<void> =>
  writeFile(portFile(folder), `${port}\n`, 'utf8');

interface Options {
  readonly parsed?: { readonly storage?: { readonly dbPath?: string } };
}

const dbPathAt = async (port: number): Promise<string | undefined> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
  });
  try {
    const options = (await client.db('admin').command({ getCmdLineOpts: 1 })) as unknown as Options;
    return options.parsed?.storage?.dbPath;
  } catch {
    // Nobody there, or somebody else.
    return undefined;
  } finally {
    await client.close();
  }
};

/**
 * Whether an embedded MongoDB, of this or another process, has the folder open.
 *
 * @returns its URI; undefined when there is none
 */
export const runningMongod = async (folder: string): Promise<string | undefined> => {
  const port = await lastPort(folder);
  // A mongod empties its lock when it ends well: then there is nobody to ask.
  const lock = await stat(join(folder, 'mongod.lock')).catch(() => undefined);
  if (port === undefined || lock === undefined || lock.size === 0) return undefined;
  return (await dbPathAt(port)) === (await realpath(folder)) ? uriOf(port) : undefined;
};

export const inUse = (folder: string): Error =>
  new Error(
    `Another Lectern is running on ${folder}: stop that one first, or give this one a database of its own with MONGODB_URI`,
  );

/**
 * Makes the folder ready for a mongod. Waits for the one of a killed run to end.
 *
 * @returns its real path
 * @throws Error when another one keeps running there
 */
export const claim = async (folder: string, log: Log, patienceMs = defaultPatienceMs): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + patienceMs;
  for (let first = true; (await runningMongod(folder)) !== undefined; first = false) {
    if (first) log(`MongoDB: one is running on ${folder}: waiting for it to end`);
    if (Date.now() > deadline) throw inUse(folder);
    await setTimeout(250);
  }
  return realpath(folder);
};
