// The index of Atlas Search over the rows of indexed documents, which Lectern creates with a command.
import type { Db } from 'mongodb';
import { collections } from '../../platform/db/index.ts';

/** A changed definition needs another name: then Lectern creates the new index, and searches in it when it is complete. */
export const searchIndexName = 'lectern_1';

/** Words and stems are fields by weight. They are in their final form already, so only spaces separate them. */
const searchIndexDefinition = {
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

/** Creates the index if there is none, which takes a while. @returns whether a search can use it */
export const ensureSearchIndex = async (db: Db): Promise<boolean> => {
  const [found] = await db
    .collection(collections.searchDocuments)
    .aggregate<{ readonly queryable: boolean }>([{ $listSearchIndexes: { name: searchIndexName } }])
    .toArray();
  if (found === undefined) await db.command(createSearchIndexCommand);
  return found?.queryable === true;
};
