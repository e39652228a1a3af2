// MiniSearch, a library that ranks with BM25 and finds beginnings of words and words with mistakes.
import MiniSearch from 'minisearch';
import type { CorpusDocument } from './corpus.ts';
import { resultsPerSearch, weights, type Engine } from './engine.ts';

/** Indexes the documents in memory, one index for each language. */
export const openMiniSearch = (documents: readonly CorpusDocument[]): Engine => {
  const fields = Object.keys(weights);
  const indexes = { en: new MiniSearch({ fields }), de: new MiniSearch({ fields }) };
  for (const [id, { locale, title, summary, body }] of documents.entries())
    indexes[locale].add({ id, title, summary, body });
  return {
    title: 'MiniSearch',
    search: ({ locale, text }) => {
      const found = indexes[locale].search(text, { prefix: true, fuzzy: 0.2, boost: weights });
      return Promise.resolve(found.slice(0, resultsPerSearch).map(({ id }) => Number(id)));
    },
  };
};
