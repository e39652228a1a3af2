// Describes the machine of a benchmark run.
import { cpus, loadavg, totalmem } from 'node:os';
import type { Db } from 'mongodb';

export interface Host {
  /** The day of the run, in UTC. The notes of a release name that of the first section of results.md. */
  readonly day: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
  /** The load average before the run. */
  readonly busy: number;
}

export interface Machine extends Host {
  readonly mongod: string;
}

/** One line for a page of results. */
export const describeMachine = ({ day, processor, cores, memoryGigabytes, busy }: Host): string =>
  `Measured on ${day}: ${processor}, ${cores} cores, ${memoryGigabytes} GB; load average before the run ${busy.toFixed(2)}`;

/** @param busy the load average before the run; by default that of now */
export const hostOf = (busy = loadavg()[0] ?? 0): Host => ({
  day: new Date().toISOString().slice(0, 10),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  busy,
});

export const machineOf = async (db: Db, busy: number): Promise<Machine> => {
  const { version } = await db.admin().serverInfo();
  return { ...hostOf(busy), mongod: String(version) };
};
