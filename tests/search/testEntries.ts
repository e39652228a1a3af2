// Documents about the moon for tests of search engines, and searches in a short form.
import { expect } from 'vitest';
import type { ContentType } from '../../lib/schema/index.ts';
import type { IndexEntry, Matches, Partition, Search } from '../../lib/search/types.ts';

// Only the uid of the type matters here.
const partition = (name: string, locale: string | null): Partition => ({
  ...{ type: { uid: `api::${name}.${name}` } as ContentType, status: 'published', locale },
});
export const books = partition('book', 'en');
export const songs = partition('song', null);

export const entry = (documentId: string, title: string, body = '', partition = books): IndexEntry => ({
  ...{ partition, documentId },
  text: [
    { weight: 10, words: title.split(' ') },
    { weight: 1, words: body.split(' ').filter((word) => word !== '') },
  ],
});

export const removed = (documentId: string): IndexEntry => ({ partition: books, documentId, text: undefined });

export const moonEntries = [
  entry('old', 'the old moon', 'a book about light at night'),
  entry('new', 'new light', 'the moon is dark'),
  entry('cats', 'cats', 'they sleep in the moonlight and the light of stars'),
  entry('song', 'moon river', '', songs),
];

/**
 * A search as its text part would read it: `"phrase of words" word -excluded -"excluded phrase" beginning* optional?`.
 *
 * @param stemOf the stem of a word; words have none without it
 */
export const readSearch = (text: string, stemOf: (word: string) => string | undefined = () => undefined): Search => {
  const parts = [...text.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)].map(([, minus, phrase, word = '']) => ({
    isExcluded: minus === '-',
    words: (phrase ?? word.replace('*', '').replace('?', '')).split(' '),
    isPhrase: phrase !== undefined,
    isBeginning: word.endsWith('*'),
    isOptional: word.endsWith('?'),
  }));
  const included = parts.filter(({ isExcluded }) => !isExcluded);
  return {
    words: included.flatMap(({ words, isBeginning, isOptional }) =>
      words.map((one) => ({ text: one, stem: stemOf(one), isBeginning, isOptional })),
    ),
    phrases: included.filter(({ isPhrase }) => isPhrase).map(({ words }) => words),
    excluded: parts.filter(({ isExcluded }) => isExcluded).map(({ words }) => words),
  };
};

/** The documents that a search finds, in order. */
export const idsOf = async (matches: Matches): Promise<readonly string[]> => {
  const hits = await matches.page(0, 1_000);
  expect(hits).toHaveLength(matches.totals.reduce((sum, total) => sum + total, 0));
  return hits.map(({ documentId }) => documentId);
};
