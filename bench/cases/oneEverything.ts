import type { Document } from 'mongodb';
import {
  answerOf,
  linkedAnswer,
  linksOf,
  oneAnswer,
  published,
  publishedVersion,
  type Article,
} from '../floor/articles.ts';
import { populateEverything, publishedIds } from './subject.ts';
import { get, type Case } from './types.ts';

interface FoundArticle extends Article {
  readonly category: readonly Linked[];
  readonly authors: readonly Linked[];
}

type Linked = Parameters<typeof linkedAnswer>[0];

/** For one document, an aggregation is faster than one query per relation, but it loses the order of the links. */
const lookup = (from: string, name: string): Document => ({
  $lookup: {
    from,
    localField: `published.${name}.to`,
    foreignField: 'documentId',
    as: name,
    pipeline: [{ $match: { 'published.id': { $gte: 0 } } }, { $project: { _id: 0, documentId: 1, published: 1 } }],
  },
});

export const oneEverything: Case = {
  name: 'one-everything',
  title: 'one by id, everything populated',
  variants: ({ documents }) =>
    publishedIds(documents).map((id) => ({ product: get(`/api/articles/${id}?${populateEverything}`), args: { id } })),
  floor: async ({ db }, { id }) => {
    const [row] = await db
      .collection('articles')
      .aggregate<FoundArticle>([
        { $match: { documentId: id, ...published } },
        { $limit: 1 },
        { $project: publishedVersion },
        lookup('categories', 'category'),
        lookup('authors', 'authors'),
      ])
      .toArray();
    if (row === undefined) throw new Error(`There is no article ${id ?? ''}`);
    const authors = new Map(row.authors.map((author) => [author.documentId, linkedAnswer(author)]));
    return oneAnswer({
      ...answerOf(row),
      category: row.category.map(linkedAnswer)[0] ?? null,
      authors: linksOf(row).flatMap(({ to }) => authors.get(to) ?? []),
    });
  },
};
