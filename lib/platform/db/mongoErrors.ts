// Recognizes errors of MongoDB.
import {
  MongoServerError,
  MongoBulkWriteError,
  MongoNetworkError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb';

const duplicateKey = 11000;

/** Whether a unique index refused the write. For a bulk write the error does not name the index. */
export const isDuplicateKey = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === duplicateKey;

/** Of documents, commands, and of what a `$lookup` collects: 4568 at 100 MB, 13548 at 64 MB. */
const tooLargeCodes: ReadonlySet<unknown> = new Set([4568, 10334, 13548, 17419, 17420]);

/** Whether MongoDB refused a write, a command or a row as too large. For a bulk write it is the error of the first refused write. */
export const isTooLarge = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && tooLargeCodes.has(error.code);

/**
 * Error codes of servers that shut down, step down, or wait for a new primary or the majority: 64, those that the driver repeats once,
 * and 43, a cursor that a server does not know after its restart.
 */
const changingServerCodes: ReadonlySet<unknown> = new Set([
  ...[6, 7, 43, 64, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436],
]);

/** Error codes of a socket that breaks during a write. The driver passes these errors on unchanged. */
const brokenSocketCodes: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/** Whether DNS cannot resolve a `mongodb+srv://` name. Only the driver makes such DNS queries. */
const isUnknownHost = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && ['querySrv', 'queryTxt'].includes(String(error.syscall));

/** MongoDB's error code when an operation exceeds `maxTimeMS`. */
export const maxTimeMSExpired = 50;

export const isUnreachable = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNetworkError ||
  (error instanceof MongoServerError && changingServerCodes.has(error.code)) ||
  // The time ran out while MongoDB waited for the majority: it is unknown whether the write stays.
  (error instanceof MongoWriteConcernError && error.code === maxTimeMSExpired) ||
  // For a bulk write the driver wraps the network error.
  (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoNetworkError) ||
  (error instanceof Error && 'code' in error && brokenSocketCodes.has(error.code)) ||
  // All connections are in use, or their server has left the replica set. The driver does not export these classes.
  (error instanceof Error && ['MongoWaitQueueTimeoutError', 'MongoPoolClosedError'].includes(error.name)) ||
  isUnknownHost(error);
