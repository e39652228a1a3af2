// MongoDB's text index, with its stemming for English and German.
import type { Db } from 'mongodb';
import type { CorpusDocument } from './corpus.ts';
import { resultsPerSearch, weights, type Engine } from './engine.ts';

const languages = { en: 'english', de: 'german' } as const;

interface Row {
  readonly _id: number;
  readonly locale: 'en' | 'de';
  /** Selects the stemming; the text index reads this attribute. */
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** Indexes the documents in a collection of their own. */
export const openTextIndex = async (db: Db, documents: readonly CorpusDocument[]): Promise<Engine> => {
  const collection = db.collection<Row>('bench_text_index');
  await collection.insertMany(
    documents.map(({ locale, title, summary, body }, index) => ({
      ...{ _id: index, locale, language: languages[locale] },
      ...{ title, summary, body },
    })),
  );
  await collection.createIndex({ title: 'text', summary: 'text', body: 'text' }, { weights }, {});
  const score = { score: { $meta: 'textScore' } } as const;
  return {
    title: 'MongoDB `$text`',
    search: async ({ locale, text }) => {
      const found = await collection
        .find({ locale, $text: { $search: text, $language: languages[locale] } }, { projection: { _id: 1 } })
        .sort(score)
        .limit(resultsPerSearch)
        .toArray();
      return found.map(({ _id }) => _id);
    },
  };
};
