// pagination[…]: by page or by offset, never both.
import { ApiError, invalid } from '../errors.ts';
import { booleanOf, isBranch, type Branch, type Tree } from './tree.ts';
import type { Page } from './types.ts';

/** Bounds of a page and whether it is counted, where the caller does not say. */
export interface PageDefaults {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly withCount: boolean;
}

/** Numbers as Strapi reads them: an empty text is 0. */
const whole = (given: Branch, name: string): number | undefined => {
  const text = given[name];
  if (text === undefined) return undefined;
  const value = typeof text === 'object' && text !== null ? Number.NaN : Number(text ?? '');
  if (!Number.isSafeInteger(value))
    throw invalid(`Invalid value at pagination.${name}, expected an integer`, { path: name, value: text });
  return value;
};

const counted = (tree: Tree): boolean => {
  const value = booleanOf(tree);
  if (value === undefined)
    throw invalid('Invalid withCount parameter. Expected "t","1","true","false","0","f"', {
      path: 'withCount',
      value: tree,
    });
  return value;
};

/**
 * Values below the least are the least, above the greatest the greatest, as in Strapi.
 *
 * @param tree the `pagination` parameter
 * @throws ApiError 400 `PaginationError` when both modes are mixed, `ValidationError` for what is not an integer
 */
export const readPage = (tree: Tree | undefined, { defaultLimit, maxLimit, withCount }: PageDefaults): Page => {
  const given: Branch = isBranch(tree) ? tree : {};
  const byPage = given.page !== undefined || given.pageSize !== undefined;
  const byOffset = given.start !== undefined || given.limit !== undefined;
  if (byPage && byOffset)
    throw new ApiError(400, 'PaginationError', 'Cannot use both page & offset pagination in the same query');

  const size = whole(given, byOffset ? 'limit' : 'pageSize') ?? defaultLimit;
  const limit = Math.min(Math.max(size, 1), maxLimit);
  const start = byOffset
    ? Math.max(whole(given, 'start') ?? 0, 0)
    : (Math.max(whole(given, 'page') ?? 1, 1) - 1) * limit;
  if (!Number.isSafeInteger(start)) throw invalid('Invalid value at pagination.page, expected a smaller number');
  return {
    mode: byOffset ? 'offset' : 'page',
    start,
    limit,
    withCount: given.withCount === undefined ? withCount : counted(given.withCount),
  };
};

/** @throws ApiError 400 for `page` and `pageSize` beside `pagination` instead of in it: they would be ignored */
export const refuseLoosePage = ({ page, pageSize }: Branch): void => {
  if (page !== undefined || pageSize !== undefined)
    throw new ApiError(
      400,
      'PaginationError',
      'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    );
};
