// Finds the documents that match a search: the terms of its words, their postings, the scores, and the documents of a page.
import type { Db } from 'mongodb';
import type { FindOptions, Hit, Matches, PartitionSearch, SearchWord } from '../types.ts';
import { loadStemmers, stemOf } from '../text/index.ts';
import { checkPhrases } from './checkPhrases.ts';
import { beginning, findTerms, isOpenBeginning, termOf, type Term } from './findTerms.ts';
import { memoryKey, memoryOf, readStates, type IndexState } from './indexMemory.ts';
import { Ranking } from './ranking.ts';
import { readBlocks, type BlockRange, type Blocks } from './readPostings.ts';
import { resolveHits } from './resolveHits.ts';
import { scoreMatches, type ScoredOrdinals, type Variant } from './scoreMatches.ts';
import { lacksWords } from './vocabulary.ts';

/** A search in one index. */
interface IndexSearch extends PartitionSearch, IndexState {}

/** What a search needs of its index. */
interface Needs {
  readonly search: IndexSearch;
  /** For each word of the search its terms. */
  readonly terms: readonly ReadonlyMap<string, Term>[];
  /** The terms of single words that a document must not have. */
  readonly excluded: readonly string[];
}

interface Found {
  readonly totals: readonly number[];
  readonly ranking: Ranking;
}

/**
 * How many words a search looks up to find those with mistakes where the dictionary is not in memory; if it needs more, it is answered
 * without them. One word of eight letters needs 450.
 */
const maxKeys = 10_000;

/** @param keys undefined: words with mistakes do not count */
const findNeeds = async (db: Db, search: IndexSearch, keys: number | undefined): Promise<Needs> => ({
  search,
  terms: await findTerms(db, search.index, search.search, keys),
  excluded: search.search.excluded
    .flatMap((phrase) => (phrase.length === 1 ? phrase : []))
    .map((word) => stemOf(word, search.index.language) ?? word),
});

const rangesOf = ({ search: { index, search }, terms, excluded }: Needs): readonly BlockRange[] => {
  // Words with a mistake are rarely searched again, and there are many of them.
  const isRemembered = new Map(
    terms.flatMap((ofWord) => [...ofWord].map(([term, { isNear = false }]) => [term, !isNear])),
  );
  for (const term of excluded) isRemembered.set(term, true);
  return [
    ...[...isRemembered].map(([term, isKept]) => ({ index, term, isBeginning: false, isRemembered: isKept })),
    ...search.words.filter(isOpenBeginning).map(({ text }) => ({
      ...{ index, term: text, isBeginning: true, isRemembered: true },
    })),
  ];
};

/** @returns the blocks that each search needs, read with one query */
const readNeededBlocks = async (db: Db, needs: readonly Needs[]): Promise<readonly Blocks[]> => {
  const ranges = needs.map(rangesOf);
  const blocks = await readBlocks(db, ranges.flat());
  let end = 0;
  return ranges.map(({ length }) => new Map(blocks.slice(end, (end += length)).flatMap((ofRange) => [...ofRange])));
};

/** The words of the index that stand for a searched one, those with a mistake at last. */
const variantsOf = (word: SearchWord, terms: ReadonlyMap<string, Term>, blocks: Blocks): readonly Variant[] => {
  const variants = [...terms].map(([term, counts]) => ({ ...counts, blocks: blocks.get(term) ?? [] }));
  const others = isOpenBeginning(word)
    ? [...blocks].filter(([term]) => term.startsWith(word.text) && !terms.has(term))
    : [];
  return [
    ...variants.filter(({ isNear = false }) => !isNear),
    ...others.map(([, ofTerm]) => ({ ...beginning, blocks: ofTerm })),
    ...variants.filter(({ isNear = false }) => isNear),
  ];
};

const scoreIndex = ({ search: { search, index, removed }, terms, excluded }: Needs, blocks: Blocks): ScoredOrdinals => {
  const blocksOf = (term: string): readonly Uint8Array[] => blocks.get(term) ?? [];
  const inPhrases = new Set(search.phrases.flat());
  return scoreMatches({
    words: search.words.map((word, place) => ({
      variants: variantsOf(word, terms[place] ?? new Map(), blocks),
      isOptional: word.isOptional,
    })),
    exact: search.words.filter(({ text }) => inPhrases.has(text)).map((word) => blocksOf(termOf(word))),
    excluded: excluded.map(blocksOf),
    ...{ removed, highest: index.ordinals },
  });
};

const rankAll = (all: readonly ScoredOrdinals[]): Ranking => {
  const length = all.reduce((sum, { ordinals }) => sum + ordinals.length, 0);
  const columns = {
    partitions: new Uint16Array(length),
    ordinals: new Uint32Array(length),
    scores: new Float32Array(length),
  };
  let start = 0;
  for (const [partition, { ordinals, scores }] of all.entries()) {
    columns.partitions.fill(partition, start, start + ordinals.length);
    columns.ordinals.set(ordinals, start);
    columns.scores.set(scores, start);
    start += ordinals.length;
  }
  return new Ranking(columns);
};

const noneScored: ScoredOrdinals = { ordinals: new Uint32Array(), scores: new Float32Array() };

const rankSearches = async (db: Db, searches: readonly (IndexSearch | undefined)[], near: boolean): Promise<Found> => {
  const current = searches.filter((search) => search !== undefined);
  const keys = near ? maxKeys / current.length : undefined;
  const needs = await Promise.all(current.map((search) => findNeeds(db, search, keys)));
  const blocks = await readNeededBlocks(db, needs);
  const scored = await Promise.all(
    needs.map((need, place) => {
      const { index, search } = need.search;
      return checkPhrases(db, index, search, scoreIndex(need, blocks[place] ?? new Map()));
    }),
  );
  const bySearch = new Map(current.map((search, place) => [search, scored[place]]));
  const all = searches.map((search) => (search && bySearch.get(search)) ?? noneScored);
  return { totals: all.map(({ ordinals }) => ordinals.length), ranking: rankAll(all) };
};

/** Ranks what matches searches in these states of their indexes. */
const findRanking = (db: Db, searches: readonly (IndexSearch | undefined)[], near: boolean): Promise<Found> => {
  const states = searches.map(
    (one) => one && [memoryKey(one.index), one.index.ordinals, one.index.removed, one.search],
  );
  const key = `found ${JSON.stringify([near, states])}`;
  // With newer words for mistakes, a later search of these states may find more.
  const isKept = !near || searches.every((one) => one === undefined || !lacksWords(db, one.index));
  return memoryOf(db).read(
    key,
    0,
    () => rankSearches(db, searches, near),
    isKept ? ({ ranking }) => ranking.bytes : undefined,
  );
};

/**
 * Finds the documents that match a search in each of its partitions. A partition whose index is not yet built has none.
 *
 * @throws MongoError when the database does not answer
 */
export const findMatches = async (
  db: Db,
  partitionSearches: readonly PartitionSearch[],
  { near = false }: FindOptions = {},
): Promise<Matches> => {
  const states = await readStates(
    db,
    partitionSearches.map(({ partition }) => partition),
  );
  const searches = partitionSearches.map((search, place): IndexSearch | undefined => {
    const state = states[place];
    return state === undefined || search.search.words.length === 0 ? undefined : { ...search, ...state };
  });
  await loadStemmers(searches.flatMap((search) => search?.index.language ?? []));
  const { totals, ranking } = await findRanking(db, searches, near);
  const page = async (start: number, count: number): Promise<readonly Hit[]> => {
    for (;;) {
      const places = ranking.slice(start, count);
      const hits = await resolveHits(db, searches, ranking, places);
      const missing = new Set([...places].filter((_, place) => hits[place] === undefined));
      if (missing.size === 0) return hits.filter((hit) => hit !== undefined);
      // Other requests may have removed some as well, so the ranks are taken anew.
      ranking.remove(missing);
    }
  };
  return { totals, page };
};
