// What every step of an import needs.
import type { Schema } from '../../lib/schema/index.ts';
import type { TypesByArchiveUid } from './archiveTypes.ts';
import type { ProgressLog } from '../terminal/progressLog.ts';
import type { Report } from './report.ts';
import type { UnpackedArchive } from './types.ts';

export interface ImportContext {
  readonly schema: Schema;
  readonly archive: UnpackedArchive;
  readonly types: TypesByArchiveUid;
  /** A folder for the files of this run. */
  readonly folder: string;
  /** In how many parts the documents are read. */
  readonly partitions: number;
  readonly progress: ProgressLog;
  /** What the archive has and no document of Lectern can have. */
  readonly leftOut: Report;
}

/** The text of one partition. Its documents take several times as much memory. */
const partitionBytes = 8_000_000;
const maxPartitions = 256;

/** @param bytes of all rows */
export const partitionsFor = (bytes: number): number =>
  Math.min(maxPartitions, Math.max(1, Math.ceil(bytes / partitionBytes)));
