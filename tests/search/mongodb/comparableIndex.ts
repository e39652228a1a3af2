// Reads the whole index in a form that does not depend on the order in which documents were indexed.
import type { Db } from 'mongodb';
import { documentIdOf, indexesCollection, indexRange } from '../../../lib/search/indexing/index.ts';
import { PackedTerms, type PackedBlock } from '../../../lib/search/mongodb/packedTerms.ts';
import { decodePostings, newPostingList, type TermPostings } from '../../../lib/search/mongodb/postings.ts';
import { findRemoved, isRemoved } from '../../../lib/search/mongodb/removedOrdinals.ts';
import {
  documentsCollection,
  parseBlockKey,
  postingsCollection,
  removedWord,
  wordsCollection,
  type Block,
} from '../../../lib/search/mongodb/storedIndex.ts';

/** The weights of words by document, and the dictionary; of each index in use by its partition. */
export const comparableIndex = async (db: Db): Promise<Readonly<Record<string, unknown>>> => {
  const indexes = await indexesCollection(db).find({ state: 'used' }).toArray();
  const all: Record<string, unknown> = {};
  for (const { _id: index, type, status, locale } of indexes) {
    const documents = await documentsCollection(db).find({ index }).toArray();
    const ids = new Map(documents.map(({ _id, ordinal }) => [ordinal, documentIdOf(_id)]));
    const weights: Record<string, Record<string, number>> = {};
    const removed = await findRemoved({ db, options: {} }, index);
    const blocks = await postingsCollection<Block | PackedBlock>(db)
      .find({ _id: indexRange(index) })
      .toArray();
    const unknown: string[] = [];
    const used = new Set<string>();
    const lists = blocks.flatMap((block): (readonly [string, TermPostings['bytes']])[] => {
      const { word } = parseBlockKey(block._id);
      if (word === removedWord) return [];
      if ('terms' in block) return [...new PackedTerms(block).read('')].map(([term, { bytes }]) => [term, bytes]);
      return [[word, block.postings.buffer.subarray(0, block.postings.length())]];
    });
    for (const [word, bytes] of lists) {
      const list = newPostingList();
      decodePostings(Uint8Array.from(bytes), list);
      for (let place = 0; place < list.length; place++) {
        const ordinal = list.ordinals[place] ?? 0;
        if (isRemoved(removed, ordinal)) continue;
        const documentId = ids.get(ordinal);
        if (documentId === undefined) unknown.push(`${word} ${ordinal}`);
        else (weights[documentId] ??= {})[word] = list.weights[place] ?? 0;
        used.add(word);
      }
    }
    const dictionary = await wordsCollection(db)
      .find({ _id: indexRange(index) })
      .toArray();
    all[[type, status, locale].join(' ')] = {
      weights,
      words: Object.fromEntries(documents.map(({ _id, words }) => [documentIdOf(_id), words])),
      dictionary: Object.fromEntries(
        dictionary
          .map(({ _id, stem }): [string, string] => [documentIdOf(_id), stem ?? documentIdOf(_id)])
          .filter(([, term]) => used.has(term)),
      ),
      // Postings of no document, and removed ordinals of documents, are mistakes.
      mistakes: [...unknown, ...[...ids.keys()].filter((ordinal) => isRemoved(removed, ordinal))],
    };
  }
  return all;
};
