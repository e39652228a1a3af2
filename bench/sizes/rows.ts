// Measures steps by CPU time and wall time, and keeps the results in the database that they were measured on.
import type { Db } from 'mongodb';
import { measureWork } from '../profile/cpuTime.ts';
import { logProgress } from '../progress.ts';

/** What a step processed: its times are those of one request, or of 1,000 documents. */
export type Work = { readonly requests: number } | { readonly documents: number };

export interface SizeRow {
  readonly title: string;
  readonly unit: 'request' | '1,000 documents';
  /** Milliseconds for a unit. */
  readonly wall: number;
  readonly cpu: number;
  readonly mongodCpu: number;
  /** Of the process that worked; undefined: a part of the benchmark. */
  readonly megabytes?: number | undefined;
}

/** What a step says of the process that worked; undefined: this one. */
export interface Used {
  readonly cpu: number;
  readonly megabytes: number | undefined;
}

/** Runs a step and keeps its row. */
export type Measure = (title: string, work: Work, step: () => Promise<Used | undefined>) => Promise<void>;

const rowsIn = (db: Db) => db.collection<SizeRow & { readonly _id: string; readonly at: Date }>('bench_rows');

export const readRows = async (db: Db): Promise<readonly SizeRow[]> =>
  rowsIn(db)
    .find({}, { sort: { at: 1 } })
    .toArray();

export const measureIn =
  (db: Db): Measure =>
  async (title, work, step) => {
    const { result, wallMs, cpuMs, mongod } = await measureWork(process.pid, db, step);
    const { cpu, megabytes } = result ?? { cpu: cpuMs, megabytes: undefined };
    const units = 'requests' in work ? work.requests : work.documents / 1_000;
    const row: SizeRow = {
      ...{ title, unit: 'requests' in work ? 'request' : '1,000 documents' },
      ...{ wall: wallMs / units, cpu: cpu / units, mongodCpu: mongod.cpuMs / units, megabytes },
    };
    logProgress(`${title}: ${JSON.stringify(row)}`);
    await rowsIn(db).replaceOne({ _id: title }, { ...row, at: new Date() }, { upsert: true, ignoreUndefined: true });
  };
