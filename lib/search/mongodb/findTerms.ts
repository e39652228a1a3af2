// Finds the terms of an index that stand for the words of a search, and what they count.
import type { Db } from 'mongodb';
import { textPattern } from '../../read/operators/index.ts';
import type { Search, SearchWord, StoredIndex } from '../types.ts';
import { memoryKey, memoryOf } from './indexMemory.ts';
import { beginningTerm, maxTermLetters } from './postings.ts';
import type { Variant } from './scoreMatches.ts';
import { beginningRange, wordsCollection } from './storedIndex.ts';
import { findNearWords, stemsInMemory } from './vocabulary.ts';

/** How a term counts that stands for a searched word. */
export type Term = Omit<Variant, 'blocks'>;

const exact: Term = { factor: 1 };
/** The term of a word that begins with the searched one. */
export const beginning: Term = { factor: 0.6 };
const near: Term = { factor: 0.3, isNear: true };

/** From how many letters on a beginning may be longer than the stem of its words. */
const minDictionaryLetters = 4;

const lettersOf = (text: string): number => Array.from(text).length;

/** What the postings of a searched word are under. */
export const termOf = ({ text, stem }: SearchWord): string => stem ?? text;

/** Whether a search reads all terms that begin with the word. A short beginning has a term of its own. */
export const isOpenBeginning = ({ text, isBeginning }: SearchWord): boolean =>
  isBeginning && lettersOf(text) > maxTermLetters;

/** How many words with a beginning are looked at. */
const maxBeginnings = 5_000;

/** For how many terms a beginning stands that do not begin so. Only where stems lack the beginning of a word there are many. */
const maxTerms = 1_000;

/** Reads the stems of words with a beginning that do not begin so: of the first `maxBeginnings` words with it. */
const readStems = async (db: Db, index: StoredIndex, text: string): Promise<readonly string[]> => {
  const stem = { $exists: true, $not: textPattern('^', text, '', false) };
  const found = await wordsCollection(db)
    .aggregate<{ readonly stem: string }>(
      [{ $match: { _id: beginningRange(index._id, text) } }, { $limit: maxBeginnings }, { $match: { stem } }],
      { batchSize: maxBeginnings },
    )
    .toArray();
  return found.map((word) => word.stem);
};

/** Finds the terms of words that begin with a searched one, where the term does not: `go` of `goes` for `goe`. */
const readBeginnings = (db: Db, index: StoredIndex, text: string): Promise<readonly string[]> =>
  memoryOf(db).read(
    `${memoryKey(index)}beginning ${text}`,
    index.ordinals,
    async () => {
      const inMemory = stemsInMemory(db, index, text, maxBeginnings);
      if (inMemory !== undefined && inMemory.size <= maxTerms) return [...inMemory];
      return [...new Set(await readStems(db, index, text))].slice(0, maxTerms);
    },
    (terms) => terms.join(' ').length,
  );

const findTermsOfWord = async (
  db: Db,
  index: StoredIndex,
  word: SearchWord,
  maxKeys: number | undefined,
): Promise<ReadonlyMap<string, Term>> => {
  const { text, isBeginning } = word;
  const terms = new Map([[termOf(word), exact]]);
  const add = (text: string, term: Term): void => {
    if (!terms.has(text)) terms.set(text, term);
  };
  if (isBeginning && !isOpenBeginning(word)) add(beginningTerm(text), beginning);
  if (isBeginning && lettersOf(text) >= minDictionaryLetters)
    for (const term of await readBeginnings(db, index, text)) add(term, beginning);
  if (maxKeys === undefined) return terms;
  // A word that begins with the searched one counts as a beginning, which is more.
  for (const { word: other, term } of await findNearWords(db, index, text, maxKeys))
    if (!isBeginning || !(other.startsWith(text) || term.startsWith(text))) add(term, near);
  return terms;
};

/**
 * @param maxKeys how many words may be looked up to find those with mistakes; undefined: words with mistakes do not count
 * @returns for each word of the search its terms, without those of open beginnings
 * @throws MongoError when the database does not answer
 */
export const findTerms = (
  db: Db,
  index: StoredIndex,
  { words }: Search,
  maxKeys: number | undefined,
): Promise<readonly ReadonlyMap<string, Term>[]> =>
  // An equal part for each word, so that what is found does not depend on which read is answered first.
  Promise.all(words.map((word) => findTermsOfWord(db, index, word, maxKeys && Math.floor(maxKeys / words.length))));
