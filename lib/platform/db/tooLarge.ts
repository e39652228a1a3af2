// Whether MongoDB refused because a document, or what was asked, outgrew what it can hold.
import { MongoServerError } from 'mongodb';

const codes: ReadonlySet<unknown> = new Set([10334, 17419, 17420]);

/** The server's error then; of many writes sent together it is the first that was refused. */
export const isTooLarge = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && codes.has(error.code);
