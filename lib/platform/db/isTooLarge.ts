// Recognises errors of documents or commands that exceed MongoDB's size limits.
import { MongoServerError } from 'mongodb';

const tooLargeCodes: ReadonlySet<unknown> = new Set([10334, 17419, 17420]);

/** Whether MongoDB refused a write or a command as too large. For a bulk write it is the error of the first refused write. */
export const isTooLarge = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && tooLargeCodes.has(error.code);
