// Finds the documents that match a search, with one query and another one for the last word, which may be a beginning.
import type { Db, Document } from 'mongodb';
import { textPattern } from '../../read/operators/index.ts';
import type { FindOptions, Hit, Matches, PartitionSearch, SearchWord, StoredIndex } from '../types.ts';
import { documentIdOf } from '../indexing/index.ts';
import { loadStemmers, stemOf } from '../text/index.ts';
import { memoryKey, memoryOf, readStates, type Found, type IndexState } from './indexMemory.ts';
import { beginningTerm, maxTermLetters } from './postings.ts';
import { Ranking } from './ranking.ts';
import { scoreMatches, type ScoredOrdinals, type Variant } from './scoreMatches.ts';
import {
  beginningRange,
  documentsCollection,
  parseBlockKey,
  postingsCollection,
  wordRange,
  wordsCollection,
} from './storedIndex.ts';
import { findNearWords, recallTerms } from './vocabulary.ts';

/** What the weight of a term of the index is multiplied by that is not the searched one. */
const factors = { exact: 1, beginning: 0.6, near: 0.3 };

/** A search in one index. */
interface IndexSearch extends PartitionSearch, IndexState {}

const termOf = ({ text, stem }: SearchWord): string => stem ?? text;

/** From how many letters on a beginning may be longer than the stem of its words. */
const minDictionaryLetters = 4;

/** The beginnings in a search that may be longer than the terms of their words. */
const dictionaryBeginnings = ({ search: { words } }: IndexSearch): readonly string[] =>
  words
    .filter(({ text, isBeginning }) => isBeginning && Array.from(text).length >= minDictionaryLetters)
    .map(({ text }) => text);

/** Finds the terms of words that begin with a searched one, where the term does not: `go` of `goes` for `goe`. */
const readBeginnings = async (db: Db, { index, ...search }: IndexSearch): Promise<readonly string[]> => {
  const { _id, ordinals } = index;
  const memory = memoryOf(db);
  const terms = await Promise.all(
    dictionaryBeginnings({ index, ...search }).map(async (text) => {
      const key = `${memoryKey(index)}beginning ${text}`;
      const known = memory.recall(key, ordinals) as readonly string[] | undefined; // as it is remembered below
      if (known !== undefined) return known;
      const inMemory = recallTerms(db, index, text);
      if (inMemory !== undefined) return [...new Set(inMemory.filter((term) => !term.startsWith(text)))];
      const stem = { $exists: true, $not: textPattern('^', text, '', false) };
      const found = await wordsCollection(db)
        .find({ _id: beginningRange(_id, text), stem }, { batchSize: 100_000 })
        .toArray();
      const stems = [...new Set(found.map((word) => word.stem ?? ''))];
      memory.remember(key, ordinals, stems, stems.join(' ').length);
      return stems;
    }),
  );
  return terms.flat();
};

/** The terms of the index that stand for a searched word, with what they count. Beginnings have others beside them. */
const findTerms = async (
  db: Db,
  { index }: IndexSearch,
  word: SearchWord,
  beginnings: readonly string[],
  near: boolean,
): Promise<ReadonlyMap<string, number>> => {
  const { text, isBeginning } = word;
  const terms = new Map([[termOf(word), factors.exact]]);
  const add = (term: string, factor: number): void => {
    if (!terms.has(term)) terms.set(term, factor);
  };
  if (isBeginning && isShort(text)) add(beginningTerm(text), factors.beginning);
  if (isBeginning) for (const term of beginnings) add(term, factors.beginning);
  if (!near) return terms;
  // A word that begins with the searched one counts as a beginning, which is more.
  for (const { word: other, term } of await findNearWords(db, index, text))
    if (!isBeginning || !(other.startsWith(text) || term.startsWith(text))) add(term, factors.near);
  return terms;
};

/** Whether a beginning has a term of its own, so that a search need not read all words that begin with it. */
const isShort = (beginning: string): boolean => Array.from(beginning).length <= maxTermLetters;

/** Blocks by term. */
type Blocks = ReadonlyMap<string, readonly Uint8Array[]>;

/** What a search needs of an index. */
interface Needs {
  readonly search: IndexSearch;
  /** For each word of the search the terms of the index. */
  readonly terms: readonly ReadonlyMap<string, number>[];
  /** The terms of single words that a document must not have. */
  readonly excluded: readonly string[];
}

/** The blocks of a term, or of all terms with a beginning. */
interface BlockRange {
  readonly search: IndexSearch;
  readonly term: string;
  readonly isBeginning: boolean;
  /** Words with a mistake are rarely searched again, and there are many of them. */
  readonly isRemembered: boolean;
}

const rangesOf = ({ search, terms, excluded }: Needs): readonly BlockRange[] => {
  const weights = new Map([...terms.flatMap((one) => [...one]), ...excluded.map((term) => [term, 1] as const)]);
  const single = [...weights].map(([term, factor]) => ({
    ...{ search, term, isBeginning: false, isRemembered: factor !== factors.near },
  }));
  const beginnings = search.search.words.filter(({ text, isBeginning }) => isBeginning && !isShort(text));
  return [...single, ...beginnings.map(({ text }) => ({ search, term: text, isBeginning: true, isRemembered: true }))];
};

const keyOf = ({ search, term, isBeginning }: BlockRange): string =>
  `${memoryKey(search.index)}${isBeginning ? 'terms' : 'term'} ${term}`;

const isInRange = (term: string, range: BlockRange): boolean =>
  range.isBeginning ? term.startsWith(range.term) : term === range.term;

/** @returns the remembered blocks of a range, or of a larger one: that of a shorter beginning */
const recallBlocks = (db: Db, range: BlockRange): Blocks | undefined => {
  const memory = memoryOf(db);
  const { ordinals } = range.search.index;
  const recall = (one: BlockRange) => memory.recall(keyOf(one), ordinals) as Blocks | undefined; // see `readRanges`
  if (!range.isBeginning) return recall(range);
  for (let length = range.term.length; length > maxTermLetters; length--) {
    const blocks = recall({ ...range, term: range.term.slice(0, length) });
    if (blocks !== undefined) return new Map([...blocks].filter(([term]) => isInRange(term, range)));
  }
  return undefined;
};

/** Copies blocks: those of the driver are parts of its whole answer, which would stay in memory with them. */
const copyBlocks = (blocks: readonly Uint8Array[]): readonly Uint8Array[] =>
  blocks.map((block) => Uint8Array.from(block));

/** What a block takes beside its bytes. */
const blockOverhead = 200;

const bytesOf = (blocks: Blocks): number => {
  let bytes = 0;
  for (const ofTerm of blocks.values()) for (const block of ofTerm) bytes += block.length + blockOverhead;
  return bytes;
};

/** Reads ranges with one query, and remembers them. */
const readRanges = async (db: Db, ranges: readonly BlockRange[]): Promise<readonly Blocks[]> => {
  if (ranges.length === 0) return [];
  const conditions = ranges.map(({ search: { index }, term, isBeginning }) => ({
    _id: isBeginning ? beginningRange(index._id, term) : wordRange(index._id, term),
  }));
  const found = await postingsCollection(db)
    .find({ $or: conditions }, { projection: { postings: 1 }, promoteBuffers: true, batchSize: 100_000 })
    .toArray();
  const indexes = new Map(ranges.map(({ search: { index } }) => [index._id, new Map<string, Uint8Array[]>()]));
  for (const { _id, postings } of found) {
    const { index, word } = parseBlockKey(_id);
    const terms = indexes.get(index);
    // With `promoteBuffers` the driver returns a Buffer.
    const block = postings as unknown as Buffer;
    const blocks = terms?.get(word);
    if (blocks === undefined) terms?.set(word, [block]);
    else blocks.push(block);
  }
  return ranges.map((range) => {
    const { index } = range.search;
    const terms = indexes.get(index._id) ?? new Map<string, Uint8Array[]>();
    const inRange = range.isBeginning
      ? [...terms].filter(([term]) => isInRange(term, range))
      : [[range.term, terms.get(range.term) ?? []] as const];
    if (!range.isRemembered) return new Map(inRange);
    const blocks = new Map(inRange.map(([term, ofTerm]) => [term, copyBlocks(ofTerm)]));
    memoryOf(db).remember(keyOf(range), index.ordinals, blocks, bytesOf(blocks));
    return blocks;
  });
};

/** @returns the blocks that each search needs */
const readBlocks = async (db: Db, needs: readonly Needs[]): Promise<readonly Blocks[]> => {
  const ranges = needs.map((need) => rangesOf(need).map((range) => ({ range, blocks: recallBlocks(db, range) })));
  const missing = ranges.flat().filter(({ blocks }) => blocks === undefined);
  const read = await readRanges(
    db,
    missing.map(({ range }) => range),
  );
  const readBlocksOf = new Map(missing.map(({ range }, place) => [range, read[place]]));
  return ranges.map(
    (ofSearch) => new Map(ofSearch.flatMap(({ range, blocks }) => [...(blocks ?? readBlocksOf.get(range) ?? [])])),
  );
};

const variantsOf = (word: SearchWord, terms: ReadonlyMap<string, number>, blocks: Blocks): readonly Variant[] => [
  ...[...terms]
    .filter(([, factor]) => factor !== factors.near)
    .map(([text, factor]) => ({ factor, blocks: blocks.get(text) ?? [] })),
  ...(word.isBeginning && !isShort(word.text)
    ? [...blocks]
        .filter(([text]) => text.startsWith(word.text) && !terms.has(text))
        .map(([, ofWord]) => ({ factor: factors.beginning, blocks: ofWord }))
    : []),
  ...[...terms]
    .filter(([, factor]) => factor === factors.near)
    .map(([text, factor]) => ({ factor, isNear: true, blocks: blocks.get(text) ?? [] })),
];

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

/**
 * Where words follow each other in the text of an indexed document; -1: nowhere. A regular expression takes six times as long to
 * find them, because it tries each space.
 */
const placeOf = (words: readonly string[]): Document => ({ $indexOfBytes: ['$words', ` ${words.join(' ')} `] });

/** Keeps the documents whose words follow each other as the search says. */
const checkPhrases = async (
  db: Db,
  { index, search }: IndexSearch,
  scored: ScoredOrdinals,
): Promise<ScoredOrdinals> => {
  // Single words that are excluded have been left out before, with all their forms.
  const conditions = [
    ...search.phrases.map((phrase) => ({ $gte: [placeOf(phrase), 0] })),
    ...search.excluded.filter(({ length }) => length > 1).map((phrase) => ({ $lt: [placeOf(phrase), 0] })),
  ];
  if (conditions.length === 0 || scored.ordinals.length === 0) return scored;
  const found = await documentsCollection(db)
    .find(
      { index: index._id, ordinal: { $in: [...scored.ordinals] }, $expr: { $and: conditions } },
      { projection: { _id: 0, ordinal: 1 }, batchSize: 100_000 },
    )
    .toArray();
  const kept = new Set(found.map(({ ordinal }) => ordinal));
  const isKept = scored.ordinals.map((ordinal) => (kept.has(ordinal) ? 1 : 0));
  return {
    ordinals: scored.ordinals.filter((_, place) => isKept[place] === 1),
    scores: scored.scores.filter((_, place) => isKept[place] === 1),
  };
};

const rankAll = (all: readonly ScoredOrdinals[]): Ranking => {
  const length = all.reduce((sum, { ordinals }) => sum + ordinals.length, 0);
  const columns = {
    partitions: new Uint16Array(length),
    ordinals: new Uint32Array(length),
    scores: new Float64Array(length),
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

/** @returns the documentIds by ordinal, for each index; one whose document has just changed may no longer be there */
const readDocumentIds = async (
  db: Db,
  ordinals: ReadonlyMap<StoredIndex, readonly number[]>,
): Promise<ReadonlyMap<StoredIndex, ReadonlyMap<number, string>>> => {
  const ids = new Map([...ordinals.keys()].map((index) => [index, new Map<number, string>()]));
  if (ordinals.size === 0) return ids;
  const conditions = [...ordinals].map(([{ _id }, ofIndex]) => ({ index: _id, ordinal: { $in: [...ofIndex] } }));
  const found = await documentsCollection(db)
    .find({ $or: conditions }, { projection: { _id: 1, index: 1, ordinal: 1 }, batchSize: 100_000 })
    .toArray();
  const memory = memoryOf(db);
  const indexes = new Map([...ids.keys()].map((index) => [index._id, index]));
  for (const { _id, index: number, ordinal } of found) {
    const index = indexes.get(number);
    if (index === undefined) continue;
    ids.get(index)?.set(ordinal, documentIdOf(_id));
    memory.rememberDocumentId(index, ordinal, documentIdOf(_id));
  }
  return ids;
};

/** Finds the hits at these places of the columns; undefined for one whose document has just changed. */
const resolveHits = async (
  db: Db,
  searches: readonly (IndexSearch | undefined)[],
  { columns }: Ranking,
  places: Uint32Array,
): Promise<readonly (Hit | undefined)[]> => {
  const memory = memoryOf(db);
  const unknown = new Map<StoredIndex, number[]>();
  const found = [...places].map((place) => {
    const [search, ordinal] = [searches[columns.partitions[place] ?? 0], columns.ordinals[place] ?? 0];
    if (search === undefined) return undefined;
    const { index, partition } = search;
    const documentId = memory.documentId(index, ordinal);
    if (documentId === undefined) {
      const ofIndex = unknown.get(index);
      if (ofIndex === undefined) unknown.set(index, [ordinal]);
      else ofIndex.push(ordinal);
    }
    return { partition, index, ordinal, documentId, score: columns.scores[place] ?? 0 };
  });
  const read = await readDocumentIds(db, unknown);
  return found.map((hit) => {
    if (hit === undefined) return undefined;
    const { partition, index, ordinal, score, documentId = read.get(index)?.get(ordinal) } = hit;
    return documentId === undefined ? undefined : { partition, documentId, score };
  });
};

const scoreSearches = async (
  db: Db,
  searches: readonly (IndexSearch | undefined)[],
  near: boolean,
): Promise<readonly ScoredOrdinals[]> => {
  const needs = await Promise.all(
    searches
      .filter((search) => search !== undefined)
      .map(async (search): Promise<Needs> => {
        const { words, excluded } = search.search;
        const beginnings = await readBeginnings(db, search);
        return {
          search,
          terms: await Promise.all(words.map((word) => findTerms(db, search, word, beginnings, near))),
          excluded: excluded
            .flatMap((phrase) => (phrase.length === 1 ? phrase : []))
            .map((word) => stemOf(word, search.index.language) ?? word),
        };
      }),
  );
  const blocks = await readBlocks(db, needs);
  return Promise.all(
    searches.map(async (search) => {
      const place = needs.findIndex((one) => one.search === search);
      const [need, ofSearch] = [needs[place], blocks[place]];
      return need === undefined || ofSearch === undefined
        ? { ordinals: new Uint32Array(), scores: new Float64Array() }
        : checkPhrases(db, need.search, scoreIndex(need, ofSearch));
    }),
  );
};

/** Ranks what matches searches in these states of their indexes. */
const findRanking = async (db: Db, searches: readonly (IndexSearch | undefined)[], near: boolean): Promise<Found> => {
  const { found } = memoryOf(db);
  const states = searches.map(
    (one) => one && [memoryKey(one.index), one.index.ordinals, one.index.removed, one.search],
  );
  const key = JSON.stringify([near, states]);
  const known = found.take(key);
  const current = known ?? (await rankSearches(db, searches, near));
  found.set(key, current);
  return current;
};

const rankSearches = async (db: Db, searches: readonly (IndexSearch | undefined)[], near: boolean): Promise<Found> => {
  const all = await scoreSearches(db, searches, near);
  return { totals: all.map(({ ordinals }) => ordinals.length), ranking: rankAll(all) };
};

/**
 * Finds the documents that match a search in each of its partitions. A partition whose index is not yet built has none.
 *
 * @throws MongoError when the database does not answer
 */
export const findMatches = async (
  db: Db,
  searches: readonly PartitionSearch[],
  { near = false }: FindOptions = {},
): Promise<Matches> => {
  const states = await readStates(
    db,
    searches.map(({ partition }) => partition),
  );
  const withStates = searches.map((search, place): IndexSearch | undefined => {
    const state = states[place];
    return state === undefined || search.search.words.length === 0 ? undefined : { ...search, ...state };
  });
  await loadStemmers(withStates.flatMap((search) => search?.index.language ?? []));
  const { totals, ranking } = await findRanking(db, withStates, near);
  const page = async (start: number, count: number): Promise<readonly Hit[]> => {
    for (;;) {
      const places = ranking.slice(start, count);
      const hits = await resolveHits(db, withStates, ranking, places);
      const missing = new Set([...places].filter((_, place) => hits[place] === undefined));
      if (missing.size === 0) return hits.filter((hit) => hit !== undefined);
      // Other requests may have removed some as well, so the ranks are taken anew.
      ranking.remove(missing);
    }
  };
  return { totals, page };
};
