// Reads the parameters of requests to the history.
import { invalid } from '../errors.ts';
import { parseWholeNumber } from '../platform/db/index.ts';

/**
 * @param query the raw query string
 * @returns undefined if the parameter is missing or empty
 * @throws ApiError 400 if it is sent twice
 */
export const readParameter = (query: string, name: string): string | undefined => {
  const [value, ...more] = new URLSearchParams(query).getAll(name);
  if (more.length > 0) throw invalid(`Invalid parameter ${name}: send it once`, { path: name });
  return value === '' ? undefined : value;
};

/** As `readParameter`. @throws ApiError 400 for anything but a whole number from 1 to `max` */
export const readNumber = (query: string, name: string, max: number): number | undefined => {
  const value = readParameter(query, name);
  if (value === undefined) return undefined;
  const number = parseWholeNumber(value);
  if (number === undefined || number < 1 || number > max)
    throw invalid(`Invalid ${name}: expected a whole number from 1 to ${max}`, { path: name });
  return number;
};

/** How many entries of a list the request wants. Throws as `readNumber`. */
export const readPageSize = (query: string): number => readNumber(query, 'pageSize', 100) ?? 25;
