// Decodes the BSON of rows that a search reads by the hundred: the driver would take three to ten times as long, in which the process
// answers no other search.
import { documentIdOf } from '../indexing/index.ts';
import type { VocabularyWord } from './storedIndex.ts';

const sizeBytes = 4;

/** Where the text of `_id` begins, after the sizes of the document and of the text. */
const idStart = 13;

/** Where the text of `stem`, and the bytes of `postings`, begin after the end of `_id`, with their sizes before them. */
const starts = { stem: 10, postings: 15 };

const idEndOf = (row: Buffer): number => idStart + row.readInt32LE(idStart - sizeBytes);

const idOf = (row: Buffer, end: number): string => row.toString('utf8', idStart, end - 1);

/** @param row of the dictionary, with `_id` and perhaps `stem` */
export const decodeWord = (row: Buffer): VocabularyWord => {
  const idEnd = idEndOf(row);
  const word = documentIdOf(idOf(row, idEnd));
  const stemStart = idEnd + starts.stem;
  if (stemStart >= row.length) return { word, term: word };
  const stemEnd = stemStart + row.readInt32LE(stemStart - sizeBytes);
  return { word, term: row.toString('utf8', stemStart, stemEnd - 1) };
};

/** @returns its key, and its postings as a part of the row; undefined: the row has something before them, as a bucket has */
export const decodeBlock = (row: Buffer): { readonly key: string; readonly postings: Buffer | undefined } => {
  const idEnd = idEndOf(row);
  const key = idOf(row, idEnd);
  const start = idEnd + starts.postings;
  if (row.toString('latin1', idEnd + 1, start - 2 - sizeBytes) !== 'postings') return { key, postings: undefined };
  // The last byte of the size is followed by that of the kind of the bytes.
  const size = row.readInt32LE(start - 1 - sizeBytes);
  return { key, postings: row.subarray(start, start + size) };
};
