// Whether an error says that MongoDB is not there at the moment, rather than that we asked for something wrong.
import {
  MongoBulkWriteError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb';

/** Servers that shut down, step down or wait for a new primary; the driver has tried again before it tells. */
const changing: ReadonlySet<unknown> = new Set([6, 7, 89, 91, 189, 10107, 11600, 11602, 13435, 13436]);

/** What a socket says that breaks while it is written to: the driver hands that on as it is. */
const broken: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/** DNS does not tell where `mongodb+srv://` leads: only the driver asks it such questions. */
const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && ['querySrv', 'queryTxt'].includes(String(error.syscall));

/** What MongoDB answers when `maxTimeMS` is over. */
export const maxTimeMSExpired = 50;

export const isUnreachable = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNetworkError ||
  (error instanceof MongoServerError && changing.has(error.code)) ||
  // The time was over while the majority was waited for: whether the write stays is not known.
  (error instanceof MongoWriteConcernError && error.code === maxTimeMSExpired) ||
  // Of many writes sent together, the driver wraps what ended them.
  (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoNetworkError) ||
  (error instanceof Error && 'code' in error && broken.has(error.code)) ||
  isUnknown(error);
