// The index of Atlas Search over the rows of indexed documents, and the rows. Lectern creates the index with a command.
import type { Db, Document } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import { textsByWeight } from '../textsByWeight.ts';
import type { AttributeText } from '../types.ts';
import { stemOf } from '../text/index.ts';

/** A changed definition needs another name: then Lectern creates the new index, and searches in it when it is complete. */
export const searchIndexName = 'lectern_1';

/** Words and stems are fields by weight. They are in their final form already, so only spaces separate them. */
export const searchIndexDefinition = {
  analyzer: 'lucene.whitespace',
  searchAnalyzer: 'lucene.whitespace',
  mappings: {
    dynamic: false,
    fields: {
      index: { type: 'number' },
      documentId: { type: 'token' },
      words: { type: 'document', dynamic: true },
      stems: { type: 'document', dynamic: true },
    },
  },
} as const;

/** The command that creates the index. */
export const createSearchIndexCommand = {
  createSearchIndexes: collections.searchDocuments,
  indexes: [{ name: searchIndexName, definition: searchIndexDefinition }],
} as const;

/** Separates attributes, so that no phrase goes from one into the next. No word is this character. */
const separator = ' | ';

const joinTexts = (text: readonly AttributeText[]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(textsByWeight(text)).map(([field, texts]) => [field, texts.join(separator)]));

/** What a row has beside its `_id`. */
export const rowFields = (
  index: number,
  locale: string | null,
  documentId: string,
  text: readonly AttributeText[],
): Document => {
  const stems = text.map(({ weight, words }) => ({
    weight,
    words: words.map((word) => stemOf(word, locale)).filter((stem) => stem !== undefined),
  }));
  return { index, documentId, words: joinTexts(text), stems: joinTexts(stems) };
};

/** Creates the index if there is none, which takes a while. @returns whether a search can use it */
export const ensureSearchIndex = async (db: Db): Promise<boolean> => {
  const [found] = await db
    .collection(collections.searchDocuments)
    .aggregate<{ readonly queryable: boolean }>([{ $listSearchIndexes: { name: searchIndexName } }])
    .toArray();
  if (found === undefined) await db.command(createSearchIndexCommand);
  return found?.queryable === true;
};
