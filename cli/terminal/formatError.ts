// Formats a thrown error for the command line.
import { ApiError, type InvalidValue } from '../../lib/errors.ts';
import { isUnreachable } from '../../lib/platform/db/index.ts';

/** What the codes of Node's errors about files mean. */
const problems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read or written by this user: change its permissions',
  EPERM: 'may not be read or written by this user: change its permissions',
  EISDIR: 'is a folder, where a file is needed',
  ENOTDIR: 'is below a file, where a folder is needed',
  EEXIST: 'exists already',
  ENOSPC: 'could not be written: the disk is full',
};

/** @returns a sentence about the file that Node could not use; undefined for other errors */
const fileProblem = (error: NodeJS.ErrnoException): string | undefined => {
  const problem = problems[error.code ?? ''];
  return problem === undefined || error.path === undefined ? undefined : `${error.path} ${problem}`;
};

/** @returns one line per fault when the error has several, else its message */
export const formatError = (error: unknown): readonly string[] => {
  if (!(error instanceof Error)) return [String(error)];
  if (isUnreachable(error)) return [`The database that MONGODB_URI names cannot be reached: ${error.message}`];
  if (error.name === 'MongoParseError') return [`MONGODB_URI is not valid: ${error.message}`];
  const file = fileProblem(error);
  if (file !== undefined) return [file];
  const faults = error instanceof ApiError ? (error.details.errors as readonly InvalidValue[] | undefined) : undefined; // invalidValues() sets them
  return faults === undefined ? [error.message] : faults.map(({ message }) => message);
};
