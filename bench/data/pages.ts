// Generates documents with a long dynamic zone.
import { authorCount } from './documents.ts';
import { documentIdOf, Random } from './random.ts';
import { makeProse, makeTitle } from './text.ts';

/** The entries of a dynamic zone. */
export const blockCount = 30;

/** A page as a client sends it: each entry of its zone has two nested components and a relation. */
export const pageInput = (index: number): Readonly<Record<string, unknown>> => {
  const random = new Random(index * 13 + 1);
  return {
    title: makeTitle(random),
    blocks: Array.from({ length: blockCount }, (_, at) => ({
      __component: 'page.block',
      heading: makeTitle(random),
      body: makeProse(random, 200),
      picture: { url: `/uploads/page-${index}-${at}.webp`, caption: makeProse(random, 60), width: 1600, height: 900 },
      quote: { text: makeProse(random, 120), source: `Author ${random.below(authorCount)}` },
      author: documentIdOf('author', random.below(authorCount)),
    })),
  };
};
