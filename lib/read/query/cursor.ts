// Writes and reads cursors, as opaque text: the sort, and of a page's last row the sort values and, if they can be equal, the _id.
import { invalid } from '../../errors.ts';
import type { ContentType, ValueKind } from '../../schema/index.ts';
import { valueOf } from './cast.ts';
import type { Cursor, Operand, SortKey } from './types.ts';

const orderOf = (type: ContentType, sort: readonly SortKey[]): string =>
  [
    type.uid,
    ...sort.map(({ through, attribute, direction, ignoresCase = false }) =>
      [...through.map(({ name }) => name), `${attribute.name}:${direction}${ignoresCase ? ':i' : ''}`].join('.'),
    ),
  ].join(',');

/** Sort values are strings, numbers, booleans and dates. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : (value as string | number | bigint | boolean).toString();
};

/** Whether the sort has the version's `id`, so that no two rows have equal values. */
export const sortsById = (sort: readonly SortKey[]): boolean =>
  sort.some(({ through, attribute }) => through.length === 0 && attribute.name === 'id');

/** Clients send a cursor in a URL, and servers read at most 16 KB of URL and headers. */
const maxCursor = 6_000;

/**
 * @param values the sort values of the row as they are stored, one for each sort key
 * @throws ApiError 400 when the values are too long to be sent in a URL
 */
export const writeCursor = (
  type: ContentType,
  sort: readonly SortKey[],
  values: readonly unknown[],
  id: string,
): string => {
  const place = [orderOf(type, sort), values.map(textOf), ...(sortsById(sort) ? [] : [id])];
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  if (text.length <= maxCursor) return text;
  throw invalid('The values of this sort are too long for a cursor: sort by a shorter attribute', {
    path: 'cursor',
  });
};

export const invalidCursor = (): Error =>
  invalid('Invalid pagination.cursor: send the nextCursor of the previous page, with the same sort and search', {
    path: 'cursor',
  });

/** @throws ApiError 400 for a text that is no JSON in base64 */
export const parseCursor = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
};

/** Reverses `textOf`. A datetime must be exactly as `textOf` wrote it; years that a filter would refuse are allowed. */
const operandOf = (kind: ValueKind, text: string): Operand | undefined => {
  if (kind !== 'datetime') return valueOf(kind, text);
  const time = new Date(text);
  return Number.isNaN(time.getTime()) || time.toISOString() !== text ? undefined : time;
};

/**
 * @param text a cursor from `writeCursor`
 * @throws ApiError 400 when the text is not a cursor, or belongs to another type or sort
 */
export const readCursor = (text: string, type: ContentType, sort: readonly SortKey[]): Cursor => {
  const parts = parseCursor(text);
  if (!Array.isArray(parts)) throw invalidCursor();
  const [order, texts, id = sortsById(sort) ? '' : undefined, ...others] = parts as readonly unknown[];
  if (order !== orderOf(type, sort) || !Array.isArray(texts) || texts.length !== sort.length) throw invalidCursor();
  if (others.length > 0 || typeof id !== 'string' || !(id === '' ? sortsById(sort) : /^[0-9a-f]{24}$/.test(id)))
    throw invalidCursor();
  const values = sort.map(({ attribute }, index): Operand => {
    const value: unknown = texts[index];
    if (value === null) return null;
    const operand = typeof value === 'string' ? operandOf(attribute.value, value) : undefined;
    if (operand === undefined) throw invalidCursor();
    return operand;
  });
  return { values, id };
};
