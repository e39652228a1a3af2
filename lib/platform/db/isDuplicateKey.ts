// Recognises writes that a unique index refused.
import { MongoServerError } from 'mongodb';

const duplicateKey = 11000;

/** Whether a unique index refused the write. For a bulk write the error does not name the index. */
export const isDuplicateKey = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === duplicateKey;
