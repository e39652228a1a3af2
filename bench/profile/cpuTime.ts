// Reads the CPU time of processes, and the commands that mongod has run.
import { readFile } from 'node:fs/promises';
import type { Db } from 'mongodb';

/** Linux counts the CPU time of processes in hundredths of a second. */
const tickMs = 10;

/** The CPU time of a process since it started, in milliseconds. @throws Error on systems without /proc */
export const cpuMs = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};

interface ServerStatus {
  readonly extra_info: { readonly user_time_us: number; readonly system_time_us: number };
  readonly metrics: { readonly commands: Readonly<Record<string, { readonly total?: number } | undefined>> };
}

/** What mongod has done since it started. */
export interface MongodWork {
  readonly cpuMs: number;
  /** The number of commands by name. */
  readonly commands: ReadonlyMap<string, number>;
}

/** Commands of monitoring, not of requests. */
const monitoring: ReadonlySet<string> = new Set(['serverStatus', 'hello', 'ping', 'isMaster', 'endSessions']);

/** @throws MongoError if the database does not answer */
export const mongodWork = async (db: Db): Promise<MongodWork> => {
  const { extra_info, metrics } = (await db.admin().command({ serverStatus: 1 })) as unknown as ServerStatus; // a stable part of the reply
  const commands = Object.entries(metrics.commands).flatMap(([name, count]) =>
    count?.total === undefined || count.total === 0 || monitoring.has(name) ? [] : [[name, count.total] as const],
  );
  return { cpuMs: (extra_info.user_time_us + extra_info.system_time_us) / 1000, commands: new Map(commands) };
};

/** What a process and mongod did while some work ran. */
export interface UsedTime<T> {
  readonly result: T;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly mongod: MongodWork;
}

/** Runs work, and measures a process and mongod meanwhile. @throws as `cpuMs`, `mongodWork` and the work */
export const measureWork = async <T>(pid: number, db: Db, work: () => Promise<T>): Promise<UsedTime<T>> => {
  const [cpuBefore, before, startedAt] = [await cpuMs(pid), await mongodWork(db), performance.now()];
  const result = await work();
  const [wallMs, cpuAfter, after] = [performance.now() - startedAt, await cpuMs(pid), await mongodWork(db)];
  const commands = [...after.commands].map(
    ([name, count]) => [name, count - (before.commands.get(name) ?? 0)] as const,
  );
  return {
    ...{ result, wallMs, cpuMs: cpuAfter - cpuBefore },
    mongod: { cpuMs: after.cpuMs - before.cpuMs, commands: new Map(commands) },
  };
};
