// Writes and reads cursors of ranked pages: a place among the hits of one search.
import { createHash } from 'node:crypto';
import { invalidCursor, parseCursor, type Query } from '../../read/query/index.ts';

/** Where a page ends. Its numbers count only hits that the caller may see. */
export interface RankPosition {
  /** That of the last hit of the page. */
  readonly score: number;
  /** How many hits up to that one have the same score. */
  readonly equal: number;
  /** How many hits there are up to that one. */
  readonly rank: number;
}

/** Names a search in its cursors. */
export const searchKeyOf = (text: string, queries: readonly Query[]): string =>
  JSON.stringify([text, queries.map(({ type, status, locale }) => [type.uid, status, locale])]);

const hashOf = (searchKey: string): string => createHash('sha256').update(searchKey).digest('base64url').slice(0, 16);

/** @param searchKey from `searchKeyOf`: a cursor does not continue another search */
export const writeRankCursor = (searchKey: string, { score, equal, rank }: RankPosition): string =>
  Buffer.from(JSON.stringify([hashOf(searchKey), score, equal, rank])).toString('base64url');

/**
 * @param text a cursor from `writeRankCursor`
 * @throws ApiError 400 when the text is not a cursor, or belongs to another search
 */
export const readRankCursor = (text: string, searchKey: string): RankPosition => {
  const parts = parseCursor(text);
  if (!Array.isArray(parts)) throw invalidCursor();
  const [hash, ...numbers] = parts as readonly unknown[];
  const [score, equal, rank] = numbers.filter((value) => typeof value === 'number');
  const isCount = (value: number | undefined): boolean => Number.isSafeInteger(value) && Number(value) > 0;
  if (hash !== hashOf(searchKey) || score === undefined || !isCount(equal) || !isCount(rank)) throw invalidCursor();
  return { score, equal: Number(equal), rank: Number(rank) };
};
