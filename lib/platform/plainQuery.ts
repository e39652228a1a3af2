// Checks query strings of administrative routes, whose parameters are plain texts.
import { invalid, invalidKey, type ApiError } from '../errors.ts';
import { parseWholeNumber } from './db/index.ts';

/** Page sizes, from the configuration of reads. */
export interface PageSizes {
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

/**
 * @param text the raw query string, or its parameters
 * @param keys the allowed parameters
 * @throws ApiError 400 for another parameter, or one that is sent twice
 */
export const plainQuery = (text: string | URLSearchParams, keys: readonly string[]): URLSearchParams => {
  const query = new URLSearchParams(text);
  for (const key of query.keys()) {
    if (!keys.includes(key)) throw invalidKey(key, '', 'query');
    if (query.getAll(key).length > 1) throw invalid(`${key} is repeated`, { path: key });
  }
  return query;
};

/** Of a text that no answer has given as `nextCursor`. */
export const invalidCursor = (): ApiError =>
  invalid('Invalid pagination.cursor: send the nextCursor of the previous page', { path: 'cursor' });

/**
 * @param cursor of a list that goes on before a number, such as an id; undefined: the first page
 * @throws ApiError 400 for a text that is no such cursor
 */
export const readNumberCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const number = parseWholeNumber(cursor) ?? 0;
  if (number < 1) throw invalidCursor();
  return number;
};

/**
 * Reads `pagination[name]`.
 *
 * @param text null or undefined: it is not sent
 * @throws ApiError 400 for anything but a whole number from 1 to `most`
 */
export const readPageNumber = (
  text: string | null | undefined,
  name: 'page' | 'pageSize',
  otherwise: number,
  most: number,
): number => {
  if (text === null || text === undefined) return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw invalid(`Invalid value at pagination.${name}, expected a whole number from 1 to ${most}`, {
    path: name,
    value: text,
  });
};

/** Reads `pagination[pageSize]`, as `readPageNumber` does. */
export const readPageSize = (text: string | null | undefined, { defaultLimit, maxLimit }: PageSizes): number =>
  readPageNumber(text, 'pageSize', Math.min(defaultLimit, maxLimit), maxLimit);
