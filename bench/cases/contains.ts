import {
  answerOf,
  findArticles,
  countArticles,
  listAnswer,
  oldestFirst,
  pageOf,
  published,
  scalars,
} from '../floor/articles.ts';
import { words } from '../data/text.ts';
import { get, type Case } from './types.ts';

const pageSize = 25;
const titleIndex = { locale: 1, 'published.title': 1, _id: 1, 'published.id': 1 } as const;
const creationIndex = { locale: 1, 'published.createdAt': 1, _id: 1, 'published.id': 1 } as const;

export const contains: Case = {
  name: 'contains',
  title: 'contains, any case, with count',
  variants: () =>
    words.slice(0, 40).map((word) => {
      const text = word.toUpperCase();
      return {
        product: get(`/api/articles?filters[title][$containsi]=${text}&pagination[pageSize]=${pageSize}`),
        args: { text },
      };
    }),
  floor: async ({ db }, { text }) => {
    // The words consist of a-z, so the regex needs no escaping. One title in eighty has the word: the page is full after 2,000
    // documents. The count scans the index of the titles, not the documents.
    const filter = { ...published, 'published.title': { $regex: text, $options: 'i' } };
    const [rows, total] = await Promise.all([
      findArticles(db, filter, {
        projection: scalars,
        sort: oldestFirst,
        limit: pageSize,
        hint: creationIndex,
      }),
      countArticles(db, filter, titleIndex),
    ]);
    return listAnswer(rows.map(answerOf), pageOf(1, pageSize, total));
  },
};
