// Selects the documents and pages that the cases request.
import { documentIdOf, Random } from '../data/random.ts';
import { isPublished } from '../data/documents.ts';

/** Enough that answers are not always in the CPU cache, few enough to keep all requests in memory. */
const maxIds = 1000;

/** Different documentIds of random published articles. */
export const publishedIds = (documents: number, count = maxIds): readonly string[] => {
  const random = new Random(42);
  const indexes = new Set<number>();
  // Nine in ten are published.
  const idCount = Math.min(count, Math.floor(documents / 2));
  while (indexes.size < idCount) {
    const index = random.below(documents);
    if (isPublished(index)) indexes.add(index);
  }
  return [...indexes].map((index) => documentIdOf('article', index));
};

/** The pages that clients request most. */
export const firstPages: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Populates all attributes of an article by name, because `populate=*` also adds the list of its localizations.
 */
export const populateEverything = ['category', 'authors', 'sections', 'seo']
  .map((name, index) => `populate[${index}]=${name}`)
  .join('&');
