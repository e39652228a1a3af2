// Reads the cursors of lists outside of content.
import { invalid, type ApiError } from '../errors.ts';
import { parseWholeNumber } from './db/index.ts';

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
