// Manages the data folder of an embedded mongod: its last port, and whether a mongod uses it now.
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { LogLine } from './machine.ts';
import { replicaSetName } from './formReplicaSet.ts';

const portFile = (folder: string): string => join(folder, 'lectern-port');

// After a kill, a mongod outlives its owner by 5 s at most.
const defaultWaitMs = 6_000;

export const uriOf = (port: number): string => `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSetName}`;

/** @returns the port of the last run; undefined if there was none */
export const readLastPort = async (folder: string): Promise<number | undefined> => {
  const text = await readFile(portFile(folder), 'utf8').catch(() => '');
  return /^\d{1,5}\s*$/.test(text) ? Number(text) : undefined;
};

export const rememberPort = (folder: string, port: number): Promise<void> =>
  writeFile(portFile(folder), `${port}\n`, 'utf8');

interface CommandLineOptions {
  readonly parsed?: { readonly storage?: { readonly dbPath?: string } };
}

const dbPathAt = async (port: number): Promise<string | undefined> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
  });
  try {
    const options = (await client.db('admin').command({ getCmdLineOpts: 1 })) as unknown as CommandLineOptions;
    return options.parsed?.storage?.dbPath;
  } catch {
    // Nothing listens there, or another program does.
    return undefined;
  } finally {
    await client.close();
  }
};

/**
 * Finds the embedded MongoDB, of this or another process, that has the folder open.
 *
 * @returns its URI; undefined if there is none
 */
export const runningMongod = async (folder: string): Promise<string | undefined> => {
  const port = await readLastPort(folder);
  // A mongod that ends normally empties its lock file, so none is running.
  const lock = await stat(join(folder, 'mongod.lock')).catch(() => undefined);
  if (port === undefined || lock === undefined || lock.size === 0) return undefined;
  return (await dbPathAt(port)) === (await realpath(folder)) ? uriOf(port) : undefined;
};

export const dataFolderInUse = (folder: string): Error =>
  new Error(
    `Another Lectern is running on ${folder}: stop it first, or set MONGODB_URI to another database for this one`,
  );

/**
 * Prepares the folder for a mongod. Waits until the mongod of a killed run has ended.
 *
 * @returns the real path of the folder
 * @throws Error when another mongod keeps running there
 */
export const claimDataFolder = async (folder: string, log: LogLine, waitMs = defaultWaitMs): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + waitMs;
  for (let first = true; (await runningMongod(folder)) !== undefined; first = false) {
    if (first) log(`MongoDB: one is running on ${folder}: waiting for it to end`);
    if (Date.now() > deadline) throw dataFolderInUse(folder);
    await setTimeout(250);
  }
  return realpath(folder);
};
