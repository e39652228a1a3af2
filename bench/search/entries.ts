// Loads texts as published entries, the content type of this benchmark.
import { resolve } from 'node:path';
import type { Db } from 'mongodb';
import { prepareIndexes, type StoredDocument, type Version } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { currentFormat, recordFormat } from '../../cli/migrate/index.ts';
import { insertDocuments, setSequence } from '../data/load.ts';

export const contentTypes = resolve('bench/search/content-types');

export interface EntryText {
  readonly locale: 'en' | 'de';
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** The same type without drafts: half of the documents to index, and searches of published ones read the same. */
export const speedTypes = resolve('bench/search/speed-types');

const firstDay = new Date('2026-01-01');
const idLetters = 23;

/** The id of an entry, from which `indexOf` reads its index. */
export const documentIdOf = (index: number): string => `e${index.toString(36).padStart(idLetters, '0')}`;

export const indexOf = (documentId: string): number => Number.parseInt(documentId.slice(1), 36);

export const storedEntry = (
  { locale, title, summary, body }: EntryText,
  index: number,
  draftAndPublish: boolean,
): StoredDocument => {
  const draft: Version = { title, summary, body, id: index * 2 + 1, createdAt: firstDay, updatedAt: firstDay };
  return {
    ...{ documentId: documentIdOf(index), locale, revision: 1 },
    ...(draftAndPublish ? { draft } : {}),
    published: { ...draft, id: index * 2 + 2, publishedAt: firstDay },
  };
};

/** Fills a database with entries. */
export const loadEntries = async (
  db: Db,
  schema: Schema,
  { count, textAt }: { readonly count: number; readonly textAt: (index: number) => EntryText },
): Promise<void> => {
  const draftAndPublish = schema.types.get('api::entry.entry')?.draftAndPublish === true;
  await insertDocuments(db, 'entries', count, (index) => storedEntry(textAt(index), index, draftAndPublish));
  await setSequence(db, 'entries', count * 2);
  await prepareIndexes(db, schema);
  await recordFormat(db, currentFormat);
};
