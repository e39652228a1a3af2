// Starts the embedded MongoDB for development and tests: a real mongod as a replica set of one member.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongod } from './binary.ts';
import { claim, inUse, lastPort, rememberPort, uriOf } from './data.ts';
import { launch, type Instance } from './instance.ts';
import { reason, thisMachine, type Log } from './machine.ts';
import { formReplicaSet } from './replicaSet.ts';

export interface Mongod {
  /** The connection URI, without a database in its path. */
  readonly uri: string;
  /** Ends mongod and returns when it has ended; deletes the data if no data folder was given. */
  readonly stop: () => Promise<void>;
  /** Resolves when mongod has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** The prefix of the names of temporary data folders. */
export const dataPrefix = 'lectern-mongod-';

interface Options {
  /** The folder that keeps the data between runs; a temporary folder if undefined. */
  readonly dataDir?: string;
  /** The folder for that temporary folder; the system's if undefined. */
  readonly tempDir?: string | undefined;
  readonly log: Log;
}

const failure = (error: unknown, binary: string, folder: string): Error =>
  error instanceof Error && error.message.includes('DBPathInUse')
    ? inUse(folder)
    : new Error(
        `MongoDB did not start: ${reason(error)}\n  (${binary} on ${folder}; if another version of MongoDB wrote that folder, ` +
          'set MONGOMS_SYSTEM_BINARY to that version or delete the folder)',
        { cause: error },
      );

const launchSet = async (binary: string, dbPath: string): Promise<Instance> => {
  const instance = await launch({ binary, dbPath, port: await lastPort(dbPath) });
  try {
    await formReplicaSet(instance.port);
    await rememberPort(dbPath, instance.port);
    return instance;
  } catch (error) {
    await instance.stop();
    throw error;
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
    dataDir === undefined ? await realpath(await mkdtemp(join(tempDir, dataPrefix))) : await claim(dataDir, log);
  const clean = async (): Promise<void> => {
    if (dataDir === undefined) await rm(dbPath, { recursive: true, force: true });
  };
  try {
    const binary = await findMongod(thisMachine(log));
    const instance = await launchSet(binary, dbPath).catch((error: unknown) => {
      throw failure(error, binary, dbPath);
    });
    return {
      uri: uriOf(instance.port),
      ended: instance.ended,
      stop: async () => {
        await instance.stop();
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
};
