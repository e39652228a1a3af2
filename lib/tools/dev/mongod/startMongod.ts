// The embedded MongoDB: a real mongod as a replica set of one, for development and tests.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongod } from './binary.ts';
import { claim, inUse, lastPort, rememberPort, uriOf } from './data.ts';
import { launch, type Instance } from './instance.ts';
import { reason, thisMachine, type Log } from './machine.ts';
import { formReplicaSet } from './replicaSet.ts';

export interface Mongod {
  /** How to reach it; without a database in its path. */
  readonly uri: string;
  /** Ends it and returns when it is gone; without a data folder its data go too. */
  readonly stop: () => Promise<void>;
  /** Resolves when it is gone, asked to or not. */
  readonly ended: Promise<void>;
}

/** What the names of temporary data folders begin with. */
export const dataPrefix = 'lectern-mongod-';

interface Options {
  /** Where the data are kept between runs; a temporary folder when not given. */
  readonly dataDir?: string;
  /** Where that temporary folder is made; the system's folder for them when not given. */
  readonly tempDir?: string | undefined;
  readonly log: Log;
}

const failure = (error: unknown, binary: string, folder: string): Error =>
  error instanceof Error && error.message.includes('DBPathInUse')
    ? inUse(folder)
    : new Error(
        `MongoDB did not start: ${reason(error)}\n  (${binary} on ${folder}; if another version of MongoDB wrote that folder, ` +
          'use that version by MONGOMS_SYSTEM_BINARY or delete the folder)',
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
 * Starts a mongod of its own, found or fetched as `findMongod` does; returns when it takes writes. Should this process
 * be killed, the mongod ends within seconds.
 *
 * @throws Error saying what to do, when there is no mongod, it does not start or another one has the data open
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
