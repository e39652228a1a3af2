// Whether a unique index refused a write.
import { MongoServerError } from 'mongodb';

const duplicateKey = 11000;

/** The server's error then; of many writes sent together it does not say which index. */
export const isDuplicateKey = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === duplicateKey;
