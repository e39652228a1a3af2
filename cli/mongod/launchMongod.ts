// Starts one mongod process with mongodb-memory-server-core, which also watches it.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { MongoInstance } from 'mongodb-memory-server-core';
import { endWithOwner } from './endWithOwner.ts';
import { replicaSetName } from './formReplicaSet.ts';

interface LaunchOptions {
  readonly binary: string;
  readonly dbPath: string;
  /** The preferred port; if it is in use, another one is chosen. */
  readonly port: number | undefined;
}

export interface MongodInstance {
  readonly port: number;
  /** Ends the process and returns when it has ended. */
  readonly stop: () => Promise<void>;
  /** Kills the process, whose data are needed no longer, and returns when it has ended. */
  readonly kill: () => Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

// After a crash, mongod first recovers its data.
const launchTimeoutMs = 60_000;

const mongodArguments = [
  // Nothing connects to the socket file, and a killed mongod would leave it behind.
  ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
  // By default the oplog may grow to a twentieth of the disk.
  ...['--oplogSize', '256'],
  ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  // A server killed during a transaction leaves its documents locked for this long; the default is a minute.
  ...['--setParameter', 'transactionLifetimeLimitSeconds=30'],
];

class Mongod extends MongoInstance {
  // The base class expects one line, but the output of mongod may contain several.
  protected override checkErrorInLine(text: string): void {
    for (const line of text.split('\n')) super.checkErrorInLine(line);
  }

  // For a replica set, the base class sends a shutdown command and logs long errors when mongod does not answer. A signal
  // also ends mongod, except on Windows.
  override prepareCommandArgs(): string[] {
    const prepared = super.prepareCommandArgs();
    this.isReplSet = process.platform === 'win32';
    return prepared;
  }

  // The guard of the base class signals once, which a mongod that is starting may ignore.
  override _launchKiller(_parentPid: number, childPid: number): ChildProcess {
    return endWithOwner(childPid);
  }
}

/** @returns the port if it is free, a free port for 0, else undefined */
const tryPort = async (port: number): Promise<number | undefined> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? address?.port : undefined;
};

/** @throws Error with the output of mongod when it does not start */
export const launchMongod = async ({ binary, dbPath, port: preferred }: LaunchOptions): Promise<MongodInstance> => {
  // Any version of the found binary is acceptable.
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false';
  const port = (await tryPort(preferred ?? 0)) ?? (await tryPort(0)) ?? 0;
  const mongod = new Mongod({
    binary: { systemBinary: binary },
    instance: {
      ...{ ip: '127.0.0.1', port, dbPath, replSet: replicaSetName, storageEngine: 'wiredTiger', args: mongodArguments },
      launchTimeout: launchTimeoutMs,
    },
    // Ctrl-C reaches every process of a terminal, but mongod must outlive the server that uses it.
    spawn: { detached: true },
  });
  const ended = once(mongod, 'instanceClosed').then(() => undefined);
  await mongod.start();
  return {
    port,
    ended,
    stop: async () => {
      await mongod.stop();
    },
    kill: async () => {
      // The base class lets this process end before its mongod: a program that waits for nothing else would end here.
      mongod.mongodProcess?.ref();
      mongod.mongodProcess?.kill('SIGKILL');
      await ended;
      await mongod.stop();
    },
  };
};
