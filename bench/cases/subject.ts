// Which documents and pages the cases ask for.
import { documentIdOf, Random } from '../data/random.ts';
import { isPublished } from '../data/documents.ts';

/** Enough that answers do not come from where the last one was, few enough to be held ready. */
const many = 1000;

/** documentIds of published articles, at random, none twice. */
export const publishedIds = (documents: number, count = many): readonly string[] => {
  const random = new Random(42);
  const indexes = new Set<number>();
  // Nine in ten are published.
  const wanted = Math.min(count, Math.floor(documents / 2));
  while (indexes.size < wanted) {
    const index = random.below(documents);
    if (isPublished(index)) indexes.add(index);
  }
  return [...indexes].map((index) => documentIdOf('article', index));
};

/** The first pages: those that are asked for. */
export const firstPages: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Populates all that an article holds. By name: `populate=*` would add the list of its other locales, and there are none.
 */
export const everything = ['category', 'authors', 'sections', 'seo']
  .map((name, index) => `populate[${index}]=${name}`)
  .join('&');
