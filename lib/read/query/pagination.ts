// Reads `pagination`: by page, by offset or by cursor.
import { ApiError, invalid, invalidKey } from '../../errors.ts';
import { booleanOf, isBranch, type Branch, type Tree } from './tree.ts';
import type { Cursor, Page } from './types.ts';

/** The limits of a page, and whether it is counted when the request has no `withCount`. */
export interface PageDefaults {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly withCount: boolean;
}

/** Reads numbers as Strapi does: an empty text is 0. */
const readInteger = (pagination: Branch, name: string): number | undefined => {
  const text = pagination[name];
  if (text === undefined) return undefined;
  const value = typeof text === 'object' && text !== null ? Number.NaN : Number(text ?? '');
  if (!Number.isSafeInteger(value))
    throw invalid(`Invalid value at pagination.${name}, expected an integer`, { path: name, value: text });
  return value;
};

const clampLimit = (size: number, { maxLimit }: PageDefaults): number => Math.min(Math.max(size, 1), maxLimit);

/**
 * Reads the limit of an answer that has no pages.
 *
 * @param tree the `pagination` parameter, which may only have `limit`
 * @throws ApiError 400 for another key, or a value that is not an integer
 */
export const readLimit = (tree: Tree | undefined, defaults: PageDefaults): number => {
  if (tree !== undefined && !isBranch(tree))
    throw invalid('Invalid pagination, expected pagination[limit]', { path: 'pagination' });
  const other = Object.keys(tree ?? {}).find((key) => key !== 'limit');
  if (other !== undefined) throw invalidKey(other, 'pagination', 'query', 'pagination');
  return clampLimit(readInteger(tree ?? {}, 'limit') ?? defaults.defaultLimit, defaults);
};

const readWithCount = (tree: Tree): boolean => {
  const value = booleanOf(tree);
  if (value === undefined)
    throw invalid('Invalid withCount parameter. Expected "t","1","true","false","0","f"', {
      path: 'withCount',
      value: tree,
    });
  return value;
};

/** @returns the cursor after which the page starts; undefined for the first page */
const cursorOf = (tree: Tree, parseCursor: (text: string) => Cursor): Cursor | undefined => {
  if (tree === null || tree === '') return undefined;
  if (typeof tree !== 'string')
    throw invalid('Invalid value at pagination.cursor, expected a text', { path: 'cursor' });
  return parseCursor(tree);
};

/**
 * Reads the page of a list. As in Strapi, a value outside the limits becomes the nearest limit.
 *
 * @param tree the `pagination` parameter
 * @param parseCursor reads a cursor in the order of the documents
 * @throws ApiError 400 `PaginationError` when modes are mixed, `ValidationError` for an invalid integer or cursor
 */
export const readPagination = (
  tree: Tree | undefined,
  defaults: PageDefaults,
  parseCursor: (text: string) => Cursor,
): Page => {
  const parameters: Branch = isBranch(tree) ? tree : {};
  const { cursor } = parameters;
  const byPage = parameters.page !== undefined || (parameters.pageSize !== undefined && cursor === undefined);
  const byOffset = parameters.start !== undefined || parameters.limit !== undefined;
  if (byPage && byOffset) throw paginationError('Cannot use both page & offset pagination in the same query');
  if (cursor !== undefined && (byPage || byOffset))
    throw paginationError(
      'Cannot use a cursor with page or offset pagination in the same query; pageSize goes with it',
    );

  const limit = clampLimit(readInteger(parameters, byOffset ? 'limit' : 'pageSize') ?? defaults.defaultLimit, defaults);
  const count = parameters.withCount === undefined ? undefined : readWithCount(parameters.withCount);
  // On a cursor page the count would take longer than the page itself, so it needs an explicit withCount.
  if (cursor !== undefined)
    return { mode: 'cursor', after: cursorOf(cursor, parseCursor), limit, withCount: count ?? false };
  const start = byOffset
    ? Math.max(readInteger(parameters, 'start') ?? 0, 0)
    : (Math.max(readInteger(parameters, 'page') ?? 1, 1) - 1) * limit;
  if (!Number.isSafeInteger(start)) throw invalid('Invalid value at pagination.page, expected a smaller number');
  return { mode: byOffset ? 'offset' : 'page', start, limit, withCount: count ?? defaults.withCount };
};

const paginationError = (message: string): ApiError => new ApiError(400, 'PaginationError', message);

/** @throws ApiError 400 for `page` and `pageSize` outside of `pagination`, where they would have no effect */
export const refuseLoosePage = ({ page, pageSize }: Branch): void => {
  if (page !== undefined || pageSize !== undefined)
    throw paginationError(
      'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    );
};
