// Makes a single mongod a replica set, which transactions and change streams need.
import { setTimeout } from 'node:timers/promises';
import { MongoClient, MongoNetworkError, MongoServerError, type Db } from 'mongodb';

export const replicaSetName = 'lectern';

interface ReplicaSetConfig {
  readonly members: readonly { readonly _id: number; readonly host: string }[];
}

const alreadyInitialized = 23;
const formTimeoutMs = 60_000;

/** Sets the member's host: the data of an earlier run name another port, and a member with a wrong host does not serve. */
const setHost = async (admin: Db, host: string): Promise<void> => {
  const { config } = (await admin.command({ replSetGetConfig: 1 })) as unknown as { readonly config: ReplicaSetConfig };
  if (config.members[0]?.host === host) return;
  const members = config.members.slice(0, 1).map((member) => ({ ...member, host }));
  await admin.command({ replSetReconfig: { ...config, members }, force: true });
};

const waitForPrimary = async (admin: Db, deadline: number): Promise<void> => {
  while ((await admin.command({ hello: 1 })).isWritablePrimary !== true) {
    if (Date.now() > deadline) throw new Error(`it takes no writes after ${formTimeoutMs / 1000} s`);
    await setTimeout(20);
  }
};

const initiateSet = async (host: string, deadline: number): Promise<void> => {
  const client = await new MongoClient(`mongodb://${host}/?directConnection=true`).connect();
  try {
    const admin = client.db('admin');
    try {
      await admin.command({ replSetInitiate: { _id: replicaSetName, members: [{ _id: 0, host }] } });
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === alreadyInitialized)) throw error;
      await setHost(admin, host);
    }
    await waitForPrimary(admin, deadline);
  } finally {
    await client.close();
  }
};

/**
 * Returns when the mongod at this port accepts writes, also if its data name another port.
 *
 * @throws Error when it does not answer or does not become primary
 */
export const formReplicaSet = async (port: number): Promise<void> => {
  const deadline = Date.now() + formTimeoutMs;
  for (;;) {
    try {
      await initiateSet(`127.0.0.1:${port}`, deadline);
      return;
    } catch (error) {
      // A mongod closes its connections when it finds that it is not at the port in its data. That takes 30 s if a program that
      // does not answer listens at the old port.
      if (!(error instanceof MongoNetworkError) || Date.now() > deadline) throw error;
    }
    await setTimeout(100);
  }
};
