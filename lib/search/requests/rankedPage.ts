// Reads a page of ranked documents: those that the index names, as far as they exist.
import type { Row } from '../../read/execute/index.ts';
import type { Page } from '../../read/query/index.ts';
import { readRankCursor, writeRankCursor, type RankPosition } from './rankCursor.ts';
import type { Hit, Matches } from '../types.ts';

/** Reads the documents of hits, by hit: those that exist and are visible. */
export type ReadDocuments = (hits: readonly Hit[]) => Promise<ReadonlyMap<Hit, Row>>;

/** A hit with its document. */
export interface FoundDocument {
  readonly hit: Hit;
  readonly row: Row;
}

export interface RankedPage {
  readonly found: readonly FoundDocument[];
  /** The cursor of the next page; null: there is none. */
  readonly nextCursor: string | null;
}

/**
 * How often more hits are read because documents of others no longer exist. The index has them for seconds only; then a page can
 * be shorter.
 */
const maxAttempts = 5;

export const countMatches = ({ totals }: Pick<Matches, 'totals'>): number =>
  totals.reduce((sum, total) => sum + total, 0);

const startOf = (page: Page): number => (page.mode === 'cursor' ? 0 : page.start);

/** @returns the first rank whose score is this low; ranks are sorted by score, so it halves the ranks between */
const firstRank = async (matches: Matches, isLow: (score: number) => boolean): Promise<number> => {
  let [low, high] = [0, countMatches(matches)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [hit] = await matches.page(middle, 1);
    if (hit === undefined || isLow(hit.score)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The rank at which the page after a position starts, also if documents were indexed since. */
const rankAfter = async (matches: Matches, { score, equal, rank }: RankPosition): Promise<number> => {
  const first = rank - equal;
  const around = await matches.page(Math.max(0, first - 1), first > 0 ? 2 : 1);
  const [before, at] = first > 0 ? around : [undefined, around[0]];
  if (at?.score === score && (before === undefined || before.score > score)) return rank;
  const firstEqual = await firstRank(matches, (other) => other <= score);
  const end = await firstRank(matches, (other) => other < score);
  return Math.min(firstEqual + equal, end);
};

/**
 * @param matches the hits that the caller may see
 * @param searchKey from `searchKeyOf`, for cursors
 * @throws ApiError 400 for a cursor of another search
 */
export const readRankedPage = async (
  matches: Matches,
  page: Page,
  searchKey: string,
  readDocuments: ReadDocuments,
): Promise<RankedPage> => {
  const total = countMatches(matches);
  const before =
    page.mode === 'cursor' && page.after !== undefined ? readRankCursor(page.after.id, searchKey) : undefined;
  let rank = before === undefined ? startOf(page) : await rankAfter(matches, before);
  let position = before;
  let hasMore = rank < total;
  const found: FoundDocument[] = [];
  for (let attempt = 0; attempt < maxAttempts && found.length < page.limit && hasMore; attempt++) {
    const missing = page.limit - found.length;
    const hits = await matches.page(rank, missing);
    // The total can count documents that the index has just removed.
    hasMore = hits.length === missing;
    const rows = await readDocuments(hits);
    for (const hit of hits) {
      const row = rows.get(hit);
      if (row !== undefined) found.push({ hit, row });
      const { score } = hit;
      position = { score, equal: position?.score === score ? position.equal + 1 : 1, rank: ++rank };
    }
  }
  if (page.mode !== 'cursor' || !hasMore || rank >= total || position === undefined) return { found, nextCursor: null };
  return { found, nextCursor: writeRankCursor(searchKey, position) };
};
