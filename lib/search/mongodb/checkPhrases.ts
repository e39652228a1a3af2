// Keeps the documents whose words follow each other as a search says.
import type { Db, Document } from 'mongodb';
import type { Search, StoredIndex } from '../types.ts';
import type { ScoredOrdinals } from './scoreMatches.ts';
import { documentsCollection } from './storedIndex.ts';

/**
 * Where words follow each other in the text of an indexed document; -1: nowhere. A regular expression takes six times as long to
 * find them, because it tries each space.
 */
const placeOf = (words: readonly string[]): Document => ({ $indexOfBytes: ['$words', ` ${words.join(' ')} `] });

/**
 * Leaves out the documents without a phrase of the search, and those with an excluded phrase.
 *
 * @throws MongoError when the database does not answer
 */
export const checkPhrases = async (
  db: Db,
  index: StoredIndex,
  search: Search,
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
