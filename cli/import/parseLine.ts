// Parses lines of an archive.
import { ArchiveError } from '../archive/index.ts';
import { isObject, type JsonObject } from '../../lib/schema/index.ts';

/** Far more than a document may have, and few enough for code that recurses. */
const maxLevels = 500;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/**
 * @param file what the line is in, for the error
 * @param line counts from 1
 * @throws ArchiveError for a line that is no JSON object, or is nested too deep
 */
export const parseLine = (text: string, file: string, line: number): JsonObject => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is not JSON`, { cause: error });
  }
  if (!isObject(value)) throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is no object`);
  if (isDeeper(value, maxLevels))
    throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is nested over ${maxLevels} levels`);
  return value;
};
