// Generates the stored documents of the benchmark. Each depends only on its index, so a small data set is the beginning of a
// larger one.
import { Timestamp } from 'mongodb';
import type { Link, StoredDocument, StoredComponent, Version } from '../../lib/platform/db/index.ts';
import { documentIdOf, Random } from './random.ts';
import { makeProse, makeTitle, words } from './text.ts';

export const categoryCount = 50;
export const authorCount = 500;
/** The locale of all articles; the type is localized. */
export const locale = 'en';

const firstDay = Date.UTC(2020, 0, 1);
const minute = 60_000;

/** Published documents have the time of their last change. */
const changedAt = (time: Date): Timestamp => new Timestamp({ t: Math.floor(time.getTime() / 1000), i: 1 });

/** One article in ten is only a draft. */
export const isPublished = (index: number): boolean => new Random(index * 7 + 5).next() >= 0.1;

export const categorySlug = (index: number): string => `category-${index}`;

const single = (
  kind: 'author' | 'category',
  index: number,
  attributes: Readonly<Record<string, unknown>>,
): StoredDocument => {
  const createdAt = new Date(firstDay + index * minute);
  const version = { ...attributes, id: index + 1, createdAt, updatedAt: createdAt, publishedAt: createdAt };
  return {
    documentId: documentIdOf(kind, index),
    locale: null,
    revision: 1,
    published: version,
    changed: changedAt(createdAt),
  };
};

export const category = (index: number): StoredDocument =>
  single('category', index, {
    name: `Category ${index}`,
    slug: categorySlug(index),
    description: makeProse(new Random(index + 1000), 120),
  });

export const author = (index: number): StoredDocument =>
  single('author', index, {
    name: `Author ${index}`,
    email: `author-${index}@example.org`,
    bio: makeProse(new Random(index + 2000), 200),
  });

/** An article as a client sends it, with documentIds as relations. */
export interface ArticleInput {
  readonly title: string;
  readonly category: string;
  readonly authors: readonly string[];
  readonly sections: readonly StoredComponent[];
  readonly seo: StoredComponent;
  readonly [attribute: string]: unknown;
}

export const articleInput = (index: number): ArticleInput => {
  const random = new Random(index * 11 + 3);
  const name = makeTitle(random);
  const first = random.below(authorCount);
  const second = (first + 1 + random.below(authorCount - 1)) % authorCount;
  return {
    title: name,
    slug: `${name.toLowerCase().replaceAll(' ', '-')}-${index}`,
    summary: makeProse(random, 160),
    body: makeProse(random, 1000),
    views: random.below(100_000),
    rating: random.below(50) / 10 + 0.05,
    featured: random.next() < 0.1,
    publishedOn: new Date(firstDay + random.below(2000) * 86_400_000).toISOString().slice(0, 10),
    category: documentIdOf('category', random.below(categoryCount)),
    authors: [documentIdOf('author', first), documentIdOf('author', second)],
    sections: [
      { __component: 'section.text', heading: makeTitle(random), body: makeProse(random, 220) },
      { __component: 'section.quote', text: makeProse(random, 120), source: `Author ${random.below(authorCount)}` },
      {
        __component: 'section.figure',
        url: `/uploads/figure-${index}.webp`,
        caption: makeProse(random, 60),
        width: 1600,
        height: 900,
      },
    ],
    seo: {
      metaTitle: name,
      metaDescription: makeProse(random, 120),
      keywords: Array.from({ length: 5 }, () => random.pick(words)).join(', '),
    },
  };
};

/** @param at the position in the order of the inverse side, which is the order of writing @returns the stored attributes */
export const storedAttributes = (input: ArticleInput, at: number): Readonly<Record<string, unknown>> => {
  const link = (to: string): Link => ({ to, at });
  return { ...input, category: link(input.category), authors: input.authors.map(link) };
};

export const article = (index: number): StoredDocument => {
  const createdAt = new Date(firstDay + index * minute);
  const attributes = storedAttributes(articleInput(index), createdAt.getTime());
  const draft: Version = { ...attributes, id: index * 2 + 1, createdAt, updatedAt: createdAt };
  return {
    documentId: documentIdOf('article', index),
    locale,
    revision: 1,
    draft,
    ...(isPublished(index)
      ? { published: { ...draft, id: index * 2 + 2, publishedAt: createdAt }, changed: changedAt(createdAt) }
      : {}),
  };
};
