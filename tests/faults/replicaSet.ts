// Three members of a replica set, whose primary can be replaced and killed.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { findMongod } from '../../cli/mongod/findMongod.ts';
import { replicaSetName } from '../../cli/mongod/formReplicaSet.ts';
import { launchMongod, type MongodInstance } from '../../cli/mongod/launchMongod.ts';
import { localMachine } from '../../cli/mongod/machine.ts';
import { waitFor } from '../setup/waitFor.ts';

interface MemberStatus {
  readonly name: string;
  readonly stateStr: string;
}

export class ReplicaSet {
  private readonly binary: string;
  private readonly folder: string;
  private readonly members: MongodInstance[];

  private constructor(binary: string, folder: string, members: MongodInstance[]) {
    this.binary = binary;
    this.folder = folder;
    this.members = members;
  }

  /** Returns when it has a primary and two secondaries. */
  static async start(): Promise<ReplicaSet> {
    const binary = await findMongod(localMachine(() => undefined));
    const folder = await mkdtemp(join(tmpdir(), 'lectern-replica-set-'));
    const set = new ReplicaSet(binary, folder, []);
    for (const index of [0, 1, 2]) await set.launch(index, undefined);
    const config = { _id: replicaSetName, members: set.hosts.map((host, _id) => ({ _id, host })) };
    await set.onMember(0, (admin) => admin.command({ replSetInitiate: config }));
    await set.untilComplete();
    return set;
  }

  get uri(): string {
    return `mongodb://${this.hosts.join()}/faults?replicaSet=${replicaSetName}`;
  }

  /** Makes another member the primary. */
  async stepDown(): Promise<void> {
    const primary = await this.primary();
    await this.onMember(primary, (admin) => admin.command({ replSetStepDown: 20, secondaryCatchUpPeriodSecs: 10 }));
    await waitFor(async () => {
      if ((await this.primary()) === primary) throw new Error('there is no other primary yet');
    });
  }

  /** Kills the primary, and starts it again when there is another one. */
  async killPrimary(): Promise<void> {
    const index = await this.primary();
    const { port } = this.members[index] ?? {};
    await this.members[index]?.kill();
    await waitFor(async () => {
      await this.primary(index);
    });
    await this.launch(index, port);
    await this.untilComplete();
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    await rm(this.folder, { recursive: true });
  }

  /** Returns when there are a primary and two secondaries. */
  private async untilComplete(): Promise<void> {
    await waitFor(async () => {
      const states = (await this.status()).map(({ stateStr }) => stateStr).toSorted();
      if (states.join() !== 'PRIMARY,SECONDARY,SECONDARY') throw new Error(states.join());
    });
  }

  private get hosts(): readonly string[] {
    return this.members.map(({ port }) => `127.0.0.1:${port}`);
  }

  private async launch(index: number, port: number | undefined): Promise<void> {
    const dbPath = join(this.folder, String(index));
    await mkdir(dbPath, { recursive: true });
    this.members[index] = await launchMongod({ binary: this.binary, dbPath, port });
    if (port !== undefined && this.members[index].port !== port) throw new Error('MongoDB came up at another port');
  }

  private async onMember<T>(index: number, work: (admin: Db) => Promise<T>): Promise<T> {
    const client = new MongoClient(
      `mongodb://${this.hosts[index]}/?directConnection=true&serverSelectionTimeoutMS=2000`,
    );
    try {
      return await work(client.db('admin'));
    } finally {
      await client.close();
    }
  }

  /** What the first member says that answers. */
  private async status(except?: number): Promise<readonly MemberStatus[]> {
    const index = except === 0 ? 1 : 0;
    const { members } = await this.onMember(index, (admin) => admin.command({ replSetGetStatus: 1 }));
    return members as readonly MemberStatus[];
  }

  /** @param except a member that does not answer @throws Error while there is none */
  private async primary(except?: number): Promise<number> {
    const { name } = (await this.status(except)).find(({ stateStr }) => stateStr === 'PRIMARY') ?? {};
    const index = this.hosts.findIndex((host) => host === name);
    if (index < 0 || index === except) throw new Error('there is no primary');
    return index;
  }
}
