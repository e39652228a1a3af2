// Removes words from the dictionary of an index that no document has any more, and their postings.
import type { UpdateFilter } from 'mongodb';
import type { Transaction } from '../../platform/db/index.ts';
import { documentIdOf, indexesCollection, indexRange } from '../indexing/index.ts';
import type { SearchBackend } from '../searchBackend.ts';
import type { StoredIndex } from '../types.ts';
import { decodePostings, newPostingList } from './postings.ts';
import { findRemoved, isRemoved, type RemovedBits } from './removedOrdinals.ts';
import {
  openBlockKey,
  parseBlockKey,
  postingsCollection,
  wordKey,
  wordRange,
  wordsCollection,
  type Block,
} from './storedIndex.ts';

type Unit = Pick<Transaction, 'db' | 'options'>;

/** Fewer words do not matter. */
const minLost = 1_000;

/** How many words a step looks at. */
const maxWords = 1_000;

/** Whether an index may have many words of no document: a quarter of its dictionary, so sweeps cost little of what writes do. */
const needsSweep = ({ words = 0, lost = 0, swept }: StoredIndex): boolean =>
  swept !== undefined || (lost >= minLost && lost * 4 > words);

/** The terms that a document of the index has in one of these blocks. */
const findLive = (blocks: readonly Block[], removed: RemovedBits): ReadonlySet<string> => {
  const live = new Set<string>();
  for (const { _id, postings } of blocks) {
    const { word } = parseBlockKey(_id);
    if (live.has(word)) continue;
    const list = newPostingList();
    decodePostings(postings.buffer.subarray(0, postings.length()), list);
    if (list.ordinals.subarray(0, list.length).some((ordinal) => !isRemoved(removed, ordinal))) live.add(word);
  }
  return live;
};

/** Finds the terms that no document has, and the keys of their blocks. */
const findUnused = async (
  unit: Unit,
  index: number,
  terms: readonly string[],
): Promise<{ readonly unused: ReadonlySet<string>; readonly blocks: readonly string[] }> => {
  const postings = postingsCollection(unit.db);
  const removed = await findRemoved(unit, index);
  const open = await postings
    .find({ _id: { $in: terms.map((term) => openBlockKey(index, term)) } }, unit.options)
    .toArray();
  // Most terms are in their open block, so the closed ones of frequent terms need not be read.
  const inOpen = findLive(open, removed);
  const rest = terms.filter((term) => !inOpen.has(term));
  if (rest.length === 0) return { unused: new Set(), blocks: [] };
  const blocks = await postings
    .find({ $or: rest.map((term) => ({ _id: wordRange(index, term) })) }, unit.options)
    .toArray();
  const inClosed = findLive(blocks, removed);
  const unused = new Set(rest.filter((term) => !inClosed.has(term)));
  return { unused, blocks: blocks.map(({ _id }) => _id).filter((key) => unused.has(parseBlockKey(key).word)) };
};

/**
 * Looks at the next words of an index, and removes those whose term no document has. A form of a word stays as long as
 * a document has another form of it.
 *
 * @param unit a transaction, of the only process that writes the index
 * @throws MongoError when the database does not answer
 */
const sweepWords = async (unit: Unit, index: number): Promise<void> => {
  const { db, options } = unit;
  const indexes = indexesCollection(db);
  const stored = await indexes.findOne({ _id: index }, options);
  if (stored === null) return;
  const start = stored.swept === undefined ? {} : { $gt: wordKey(index, stored.swept) };
  const rows = await wordsCollection(db)
    .find({ _id: { ...indexRange(index), ...start } }, { ...options, sort: { _id: 1 }, limit: maxWords })
    .toArray();
  const termOf = ({ _id, stem = documentIdOf(_id) }: (typeof rows)[number]): string => stem;
  const { unused, blocks } = await findUnused(unit, index, [...new Set(rows.map(termOf))]);
  const words = rows.filter((row) => unused.has(termOf(row))).map(({ _id }) => _id);
  if (words.length > 0) await wordsCollection(db).deleteMany({ _id: { $in: words } }, options);
  if (blocks.length > 0) await postingsCollection(db).deleteMany({ _id: { $in: [...blocks] } }, options);
  const last = rows.length === maxWords ? rows.at(-1) : undefined;
  const position: UpdateFilter<StoredIndex> =
    last === undefined ? { $unset: { swept: 1 } } : { $set: { swept: documentIdOf(last._id) } };
  // What documents lose after the first step counts for the next sweep.
  const counted = stored.swept === undefined ? (stored.lost ?? 0) : 0;
  const counts = { words: -words.length, sweeps: words.length > 0 ? 1 : 0, lost: -counted };
  await indexes.updateOne({ _id: index }, { ...position, $inc: counts }, options);
};

/** Does a step of a sweep, if the index needs one. @returns whether it did */
export const sweepSome: SearchBackend['sweepSome'] = async (run, index) => {
  if (!needsSweep(index)) return false;
  await run((unit) => sweepWords(unit, index._id));
  return true;
};
