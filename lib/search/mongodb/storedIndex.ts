// The collections of the index, and the keys of their documents.
import type { Binary, Collection, Db } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import {
  afterSeparator,
  documentKey,
  indexesCollection,
  indexRange,
  separator,
  type KeyRange,
} from '../indexing/index.ts';

/** A document in an index. */
export interface IndexedDocument {
  /** `<index>|<documentId>` */
  readonly _id: string;
  readonly index: number;
  readonly ordinal: number;
  /** Its words in their order, for phrases. */
  readonly words: string;
  /** Of its words and weights. */
  readonly fingerprint: string;
}

/** A block of postings, or of removed ordinals. */
export interface Block {
  readonly _id: string;
  readonly postings: Binary;
}

/** A word of the dictionary. */
export interface DictionaryWord {
  /** `<index>|<word>` */
  readonly _id: string;
  /** What its postings are under, if not the word itself. */
  readonly stem?: string;
}

/** A word of the dictionary, and what its postings are under. */
export interface VocabularyWord {
  readonly word: string;
  readonly term: string;
}

export const documentsCollection = (db: Db): Collection<IndexedDocument> => db.collection(collections.searchDocuments);

export const postingsCollection = <T extends { readonly _id: string } = Block>(db: Db): Collection<T> =>
  db.collection(collections.searchPostings);

export const wordsCollection = (db: Db): Collection<DictionaryWord> => db.collection(collections.searchWords);

const lastCharacter = '\u{10ffff}';

export const wordKey = documentKey;

/** The key of a block of a term, or of what takes the place of one. */
export const blockKey = (index: number, word: string, last: number | '' = ''): string =>
  `${index}${separator}${word}${separator}${last}`;

/** The keys of all blocks of a word. */
export const wordRange = (index: number, word: string): KeyRange => ({
  $gte: blockKey(index, word),
  $lt: `${index}${separator}${word}${afterSeparator}`,
});

/** The keys of all blocks of the words with a beginning. */
export const beginningRange = (index: number, beginning: string): KeyRange => ({
  $gte: `${index}${separator}${beginning}`,
  $lt: `${index}${separator}${beginning}${lastCharacter}`,
});

/**
 * What the keys of all blocks of a word begin with, or of the words with a beginning. MongoDB reads a pattern as a range of keys if
 * each sign in it follows a backslash, and no letter does.
 */
export const blockPattern = (index: number, word: string, isBeginning: boolean): RegExp =>
  new RegExp(
    `^${(isBeginning ? wordKey(index, word) : blockKey(index, word)).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, String.raw`\$&`)}`,
  );

/** The index, the word, and the last ordinal of a block. */
export const parseBlockKey = (
  key: string,
): { readonly index: number; readonly word: string; readonly last: number } => {
  const [first, last] = [key.indexOf(separator), key.lastIndexOf(separator)];
  return { index: Number(key.slice(0, first)), word: key.slice(first + 1, last), last: Number(key.slice(last + 1)) };
};

/** How many ordinals one block of removed ordinals covers, with a bit for each. */
export const removedPerBlock = 32_768;

/** The word of the removed ordinals: they are bits, because they come in no order and each search reads them. */
export const removedWord = '';

export const removedBlockKey = (index: number, ordinal: number): string =>
  blockKey(index, removedWord, Math.floor(ordinal / removedPerBlock));

export const removedBlockNumber = (key: string): number => parseBlockKey(key).last;

/** How many documents of the index are deleted at a time. */
const maxDeleted = 5_000;

/**
 * Deletes some documents of an index; at last the index itself, so that an interrupted deletion is continued.
 *
 * @returns whether there may be more to delete
 */
export const deleteSomeOfIndex = async (db: Db, index: number): Promise<boolean> => {
  for (const collection of [postingsCollection(db), wordsCollection(db), documentsCollection(db)] as const) {
    const ofIndex = collection as unknown as Collection<{ readonly _id: string }>;
    const found = await ofIndex
      .find({ _id: indexRange(index) }, { projection: { _id: 1 } })
      .limit(maxDeleted)
      .toArray();
    if (found.length === 0) continue;
    await ofIndex.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    return true;
  }
  await indexesCollection(db).deleteOne({ _id: index });
  return false;
};
