// Sorts the articles by date, the latest first.
import { getCollection, type CollectionEntry } from 'astro:content';

export const latestArticles = async (): Promise<CollectionEntry<'articles'>[]> =>
  (await getCollection('articles')).sort(
    (one, other) => Number(other.data.publishedOn ?? 0) - Number(one.data.publishedOn ?? 0),
  );
