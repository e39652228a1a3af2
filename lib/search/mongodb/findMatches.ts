// Finds the documents that match a search, with one query and another one for the last word, which may be a beginning.
import type { Db, Document } from 'mongodb';
import { textPattern } from '../../read/operators/index.ts';
import type { FindOptions, Hit, Matches, PartitionSearch, SearchWord } from '../types.ts';
import { documentIdOf, findUsedIndexes, isOfPartition, type KeyRange } from '../indexing/index.ts';
import { loadStemmers, stemOf } from '../text/index.ts';
import { beginningTerm, maxTermLetters } from './postings.ts';
import { Ranking } from './ranking.ts';
import { scoreMatches, type ScoredOrdinals, type Variant } from './scoreMatches.ts';
import {
  beginningRange,
  documentsCollection,
  parseBlockKey,
  postingsCollection,
  removedBlockNumber,
  removedWord,
  wordRange,
  wordsCollection,
} from './storedIndex.ts';
import { findNearWords } from './vocabulary.ts';

/** What the weight of a term of the index is multiplied by that is not the searched one. */
const factors = { exact: 1, beginning: 0.6, near: 0.3 };

/** A search in one index. */
interface IndexSearch extends PartitionSearch {
  readonly index: number;
  /** The locale in whose language the words of the index are. */
  readonly language: string;
}

const termOf = ({ text, stem }: SearchWord): string => stem ?? text;

/** From how many letters on a beginning may be longer than the stem of its words. */
const minDictionaryLetters = 4;

/**
 * Finds the terms of words that begin with a searched one, where the term does not: `go` of `goes` for `goe`.
 *
 * @returns them by index
 */
const readBeginnings = async (
  db: Db,
  searches: readonly IndexSearch[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const conditions = searches.flatMap(({ index, search }) =>
    search.words
      .filter(({ text, isBeginning }) => isBeginning && Array.from(text).length >= minDictionaryLetters)
      .map(({ text }) => {
        const stem = { $exists: true, $not: textPattern('^', text, '', false) };
        return { _id: beginningRange(index, text), stem };
      }),
  );
  const terms = new Map<number, string[]>();
  if (conditions.length === 0) return terms;
  const found = await wordsCollection(db).find({ $or: conditions }, { batchSize: 100_000 }).toArray();
  for (const { _id, stem = '' } of found) {
    const { index } = parseBlockKey(_id);
    const ofIndex = terms.get(index);
    if (ofIndex === undefined) terms.set(index, [stem]);
    else ofIndex.push(stem);
  }
  return terms;
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

/** The blocks of an index, by term. */
type Blocks = ReadonlyMap<string, readonly Uint8Array[]>;

/** What a search needs of an index. */
interface Needs {
  readonly search: IndexSearch;
  /** For each word of the search the terms of the index. */
  readonly terms: readonly ReadonlyMap<string, number>[];
  /** The terms of single words that a document must not have. */
  readonly excluded: readonly string[];
}

const rangesOf = ({ search: { index, search }, terms, excluded }: Needs): readonly KeyRange[] => {
  const exact = new Set([removedWord, ...terms.flatMap((one) => [...one.keys()]), ...excluded]);
  const beginnings = search.words.filter(({ text, isBeginning }) => isBeginning && !isShort(text));
  return [
    ...[...exact].map((word) => wordRange(index, word)),
    ...beginnings.map(({ text }) => beginningRange(index, text)),
  ];
};

interface ReadBlocks {
  readonly words: Map<string, Uint8Array[]>;
  readonly removed: Map<number, Uint8Array>;
}

const readBlocks = async (db: Db, needs: readonly Needs[]): Promise<ReadonlyMap<number, ReadBlocks>> => {
  const indexes = new Map(
    needs.map(({ search: { index } }): [number, ReadBlocks] => [index, { words: new Map(), removed: new Map() }]),
  );
  const found = await postingsCollection(db)
    .find(
      { $or: needs.flatMap(rangesOf).map((_id) => ({ _id })) },
      { projection: { postings: 1 }, promoteBuffers: true, batchSize: 100_000 },
    )
    .toArray();
  for (const { _id, postings } of found) {
    const { index, word } = parseBlockKey(_id);
    const blocks = indexes.get(index);
    // With `promoteBuffers` the driver returns a Buffer.
    const bytes = postings as unknown as Buffer;
    if (word === removedWord) blocks?.removed.set(removedBlockNumber(_id), bytes);
    else {
      const ofWord = blocks?.words.get(word);
      if (ofWord === undefined) blocks?.words.set(word, [bytes]);
      else ofWord.push(bytes);
    }
  }
  return indexes;
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

const scoreIndex = (
  { search: { search }, terms, excluded }: Needs,
  { words: blocks, removed }: ReadBlocks,
): ScoredOrdinals => {
  const blocksOf = (term: string): readonly Uint8Array[] => blocks.get(term) ?? [];
  const inPhrases = new Set(search.phrases.flat());
  return scoreMatches({
    words: search.words.map((word, place) => ({
      variants: variantsOf(word, terms[place] ?? new Map(), blocks),
      isOptional: word.isOptional,
    })),
    exact: search.words.filter(({ text }) => inPhrases.has(text)).map((word) => blocksOf(termOf(word))),
    excluded: excluded.map(blocksOf),
    removed,
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
      { index, ordinal: { $in: [...scored.ordinals] }, $expr: { $and: conditions } },
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

/** Reads the hits at these places of the columns; one whose document has just changed has an ordinal that is no longer there. */
const resolveHits = async (
  db: Db,
  searches: readonly (IndexSearch | undefined)[],
  { columns }: Ranking,
  places: Uint32Array,
): Promise<readonly (Hit | undefined)[]> => {
  const partitionOf = (place: number): number => columns.partitions[place] ?? 0;
  const conditions = searches.flatMap((search, partition) => {
    const ordinals = [...places.filter((place) => partitionOf(place) === partition)].map(
      (place) => columns.ordinals[place] ?? 0,
    );
    return search === undefined || ordinals.length === 0 ? [] : [{ index: search.index, ordinal: { $in: ordinals } }];
  });
  if (conditions.length === 0) return [];
  const found = await documentsCollection(db)
    .find({ $or: conditions }, { projection: { _id: 1, index: 1, ordinal: 1 }, batchSize: 100_000 })
    .toArray();
  const ids = new Map(found.map(({ _id, index, ordinal }) => [`${index} ${ordinal}`, documentIdOf(_id)]));
  return [...places].map((place) => {
    const search = searches[partitionOf(place)];
    if (search === undefined) return undefined;
    const documentId = ids.get(`${search.index} ${columns.ordinals[place] ?? 0}`);
    return documentId === undefined
      ? undefined
      : { partition: search.partition, documentId, score: columns.scores[place] ?? 0 };
  });
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
  const used = await findUsedIndexes(db);
  const withIndexes = searches.map(({ partition, search }): IndexSearch | undefined => {
    const index = used.find((one) => isOfPartition(one, partition));
    return index === undefined || search.words.length === 0
      ? undefined
      : { partition, search, index: index._id, language: index.language };
  });
  const readable = withIndexes.filter((search) => search !== undefined);
  await loadStemmers(readable.map(({ language }) => language));
  const beginnings = await readBeginnings(db, readable);
  const needs = await Promise.all(
    readable.map(async (search): Promise<Needs> => {
      const { words, excluded } = search.search;
      return {
        search,
        terms: await Promise.all(
          words.map((word) => findTerms(db, search, word, beginnings.get(search.index) ?? [], near)),
        ),
        excluded: excluded
          .flatMap((phrase) => (phrase.length === 1 ? phrase : []))
          .map((word) => stemOf(word, search.language) ?? word),
      };
    }),
  );
  const blocks = needs.length === 0 ? new Map<number, ReadBlocks>() : await readBlocks(db, needs);
  const all: ScoredOrdinals[] = [];
  for (const search of withIndexes) {
    const need = needs.find((one) => one.search === search);
    const ofIndex = search && blocks.get(search.index);
    all.push(
      need === undefined || ofIndex === undefined
        ? { ordinals: new Uint32Array(), scores: new Float64Array() }
        : await checkPhrases(db, need.search, scoreIndex(need, ofIndex)),
    );
  }
  const ranking = rankAll(all);
  const page = async (start: number, count: number): Promise<readonly Hit[]> => {
    const hits: Hit[] = [];
    for (;;) {
      const places = ranking.slice(start + hits.length, count - hits.length);
      if (places.length === 0) return hits;
      const resolved = await resolveHits(db, withIndexes, ranking, places);
      const missing = new Set([...places].filter((_, index) => resolved[index] === undefined));
      hits.push(...resolved.filter((hit) => hit !== undefined));
      if (missing.size === 0) return hits;
      ranking.remove(missing);
    }
  };
  return { totals: all.map(({ ordinals }) => ordinals.length), page };
};
