// Starts the embedded MongoDB for development and tests: a real mongod as a replica set of one member, with its data in
// memory where that is possible.
import { mkdtemp, realpath, rm, access, constants, readdir, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findMongod } from './findMongod.ts';
import { claimDataFolder, dataFolderInUse, readLastPort, rememberPort, uriOf } from './dataFolder.ts';
import { launchMongod, type MongodInstance } from './launchMongod.ts';
import { reasonOf, localMachine, type LogLine } from './machine.ts';
import { formReplicaSet } from './formReplicaSet.ts';

export interface Mongod {
  /** The connection URI, without a database in its path. */
  readonly uri: string;
  /** Ends mongod and returns when it has ended; deletes the data if no data folder was given. */
  readonly stop: () => Promise<void>;
  /** Resolves when mongod has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** The prefix of the names of temporary data folders. */
const dataPrefix = 'lectern-mongod-';

interface Options {
  /** The folder that keeps the data between runs; a temporary folder if undefined. */
  readonly dataDir?: string;
  /** The folder for that temporary folder; the system's if undefined. */
  readonly tempDir?: string | undefined;
  readonly log: LogLine;
}

const isFolderInUse = (error: unknown): boolean => error instanceof Error && error.message.includes('DBPathInUse');

const startError = (error: unknown, binary: string, folder: string): Error =>
  isFolderInUse(error)
    ? dataFolderInUse(folder)
    : new Error(
        `MongoDB did not start: ${reasonOf(error)}\n  (${binary} on ${folder}; if another version of MongoDB wrote that folder, ` +
          'set MONGOMS_SYSTEM_BINARY to that version or delete the folder)',
        { cause: error },
      );

const launchReplicaSet = async (binary: string, dbPath: string): Promise<MongodInstance> => {
  const instance = await launchMongod({ binary, dbPath, port: await readLastPort(dbPath) });
  try {
    await formReplicaSet(instance.port);
    await rememberPort(dbPath, instance.port);
    return instance;
  } catch (error) {
    await instance.stop();
    throw error;
  }
};

/** A mongod that ends has its folder open a little longer than it answers. */
const endMs = 6_000;

const launchWhenFree = async (
  binary: string,
  dbPath: string,
  deadline = Date.now() + endMs,
): Promise<MongodInstance> => {
  try {
    return await launchReplicaSet(binary, dbPath);
  } catch (error) {
    if (!isFolderInUse(error) || Date.now() > deadline) throw error;
    await setTimeout(250);
    return launchWhenFree(binary, dbPath, deadline);
  }
};

/**
 * Starts a mongod that `findMongod` found and returns when it accepts writes. If this process is killed, the mongod ends
 * within seconds.
 *
 * @throws Error that says what to do when there is no mongod, it does not start, or another one has the data open
 */
export const startMongod = async ({ dataDir, tempDir = tmpdir(), log }: Options): Promise<Mongod> => {
  const dbPath =
    dataDir === undefined
      ? await realpath(await mkdtemp(join(tempDir, dataPrefix)))
      : await claimDataFolder(dataDir, log);
  const clean = async (): Promise<void> => {
    if (dataDir === undefined) await rm(dbPath, { recursive: true, force: true });
  };
  try {
    const binary = await findMongod(localMachine(log));
    const instance = await launchWhenFree(binary, dbPath).catch((error: unknown) => {
      throw startError(error, binary, dbPath);
    });
    return {
      uri: uriOf(instance.port),
      ended: instance.ended,
      stop: async () => {
        // After many tests, a normal end takes more than ten seconds.
        await (dataDir === undefined ? instance.kill() : instance.stop());
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
};

const memoryFolder = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Removes the folders of killed runs, which occupy memory. */
const removeLeftOver = async (): Promise<void> => {
  for (const name of await readdir(memoryFolder)) {
    const pid = Number(await readFile(join(memoryFolder, name, 'mongod.lock'), 'utf8').catch(() => ''));
    if (name.startsWith(dataPrefix) && pid > 0 && !isRunning(pid))
      await rm(join(memoryFolder, name), { recursive: true, force: true });
  }
};

/** @returns undefined if this machine has no such folder, or it has too little room */
export const findMemoryFolder = async (): Promise<string | undefined> => {
  try {
    await access(memoryFolder, constants.W_OK);
    await removeLeftOver();
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= neededBytes ? memoryFolder : undefined;
  } catch {
    return undefined;
  }
};
