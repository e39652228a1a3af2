// Describes the machine of a benchmark run.
import { cpus, totalmem } from 'node:os';
import type { Db } from 'mongodb';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
  readonly mongod: string;
  /** The load average before the run. */
  readonly busy: number;
}

/** One line for a page of results. */
export const describeMachine = ({ processor, cores, memoryGigabytes, busy }: Machine): string =>
  `${processor}, ${cores} cores, ${memoryGigabytes} GB; load average before the run ${busy.toFixed(2)}`;

export const machineOf = async (db: Db, busy: number): Promise<Machine> => {
  const { version } = await db.admin().serverInfo();
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    mongod: String(version),
    busy,
  };
};
