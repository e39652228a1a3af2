// One mongod process, started and watched over by mongodb-memory-server-core.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { MongoInstance } from 'mongodb-memory-server-core';
import { replicaSet } from './replicaSet.ts';

interface Place {
  readonly binary: string;
  readonly dbPath: string;
  /** The port to prefer; another is taken when it is not free. */
  readonly port: number | undefined;
}

export interface Instance {
  readonly port: number;
  /** Ends it and returns when it is gone. */
  readonly stop: () => Promise<void>;
  /** Resolves when the process is gone, asked to or not. */
  readonly ended: Promise<void>;
}

// After a crash it first makes its data whole again.
const launchMs = 60_000;

const args = [
  // Nothing connects to the socket file, and a killed mongod would leave it behind.
  ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
  // By default the oplog may grow to a twentieth of the disk.
  ...['--oplogSize', '256'],
  ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  // A server that is killed in a transaction leaves its documents locked until then: by default for a minute.
  ...['--setParameter', 'transactionLifetimeLimitSeconds=30'],
];

class Mongod extends MongoInstance {
  // It looks for faults line by line, but what mongod writes may come several lines at a time.
  protected override checkErrorInLine(text: string): void {
    for (const line of text.split('\n')) super.checkErrorInLine(line);
  }

  // It ends the member of a replica set by a command, and complains at length when there is nobody to take it. A signal
  // ends a mongod as well, but on Windows.
  override prepareCommandArgs(): string[] {
    const prepared = super.prepareCommandArgs();
    this.isReplSet = process.platform === 'win32';
    return prepared;
  }
}

/** @returns the port itself when it is free (0: any), else undefined */
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

/** @throws Error with what mongod said when it does not start */
export const launch = async ({ binary, dbPath, port: preferred }: Place): Promise<Instance> => {
  // The binary is the one that was found; which version it is does not matter.
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false';
  const port = (await tryPort(preferred ?? 0)) ?? (await tryPort(0)) ?? 0;
  const mongod = new Mongod({
    binary: { systemBinary: binary },
    instance: {
      ...{ ip: '127.0.0.1', port, dbPath, replSet: replicaSet, storageEngine: 'wiredTiger', args },
      launchTimeout: launchMs,
    },
    // Ctrl-C reaches every process of a terminal: this one has to outlast the server that uses it.
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
  };
};
