// A place in an order, as text that a client hands back: the sort it belongs to, the last row's values, its _id.
import { invalid } from '../../errors.ts';
import type { ContentType, ValueKind } from '../../schema/index.ts';
import { valueOf } from './cast.ts';
import type { Cursor, Operand, SortKey } from './types.ts';

const orderOf = (type: ContentType, sort: readonly SortKey[]): string =>
  [
    type.uid,
    ...sort.map(({ through, attribute, direction }) =>
      [...through.map(({ name }) => name), `${attribute.name}:${direction}`].join('.'),
    ),
  ].join(',');

/** Sorts are by scalars: texts, numbers, booleans and dates. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : (value as string | number | bigint | boolean).toString();
};

/** A cursor comes back in an address, of which servers read 16 KB with all headers. */
const maxCursor = 6_000;

/**
 * @param values the row's, one a sort key, as they are stored
 * @throws ApiError 400 where they are too long to be sent back
 */
export const writeCursor = (
  type: ContentType,
  sort: readonly SortKey[],
  values: readonly unknown[],
  id: string,
): string => {
  const text = Buffer.from(JSON.stringify([orderOf(type, sort), values.map(textOf), id])).toString('base64url');
  if (text.length <= maxCursor) return text;
  throw invalid('A cursor cannot be used with a sort by values as long as these: sort by a shorter attribute', {
    path: 'cursor',
  });
};

const wrong = (): Error =>
  invalid('Invalid pagination.cursor: take the nextCursor of the page before, with the same sort', {
    path: 'cursor',
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw wrong();
  }
};

/** What was written of it; a time is read exactly as it was written, also of years that no filter may name. */
const operandOf = (kind: ValueKind, text: string): Operand | undefined => {
  if (kind !== 'datetime') return valueOf(kind, text);
  const time = new Date(text);
  return Number.isNaN(time.getTime()) || time.toISOString() !== text ? undefined : time;
};

/**
 * @param text what `writeCursor` gave
 * @throws ApiError 400 when it is no cursor, or one of another type or sort
 */
export const readCursor = (text: string, type: ContentType, sort: readonly SortKey[]): Cursor => {
  const given = parsed(text);
  if (!Array.isArray(given) || given.length !== 3) throw wrong();
  const [order, texts, id] = given as readonly unknown[];
  if (order !== orderOf(type, sort) || !Array.isArray(texts) || texts.length !== sort.length) throw wrong();
  if (typeof id !== 'string' || !/^[0-9a-f]{24}$/.test(id)) throw wrong();
  const values = sort.map(({ attribute }, index): Operand => {
    const value: unknown = texts[index];
    if (value === null) return null;
    const operand = typeof value === 'string' ? operandOf(attribute.value, value) : undefined;
    if (operand === undefined) throw wrong();
    return operand;
  });
  return { values, id };
};
