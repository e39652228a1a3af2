// Parses lines of an archive.
import { ArchiveError } from '../archive/index.ts';
import { isObject, type JsonObject } from '../../schema/index.ts';

/**
 * @param file what the line is in, for the error
 * @param line counts from 1
 * @throws ArchiveError for a line that is no JSON object
 */
export const parseLine = (text: string, file: string, line: number): JsonObject => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is not JSON`, { cause: error });
  }
  if (!isObject(value)) throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is no object`);
  return value;
};
