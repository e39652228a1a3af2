// Sends the queries to Lectern; they determine the types of its answers.
import { client } from './client.ts';
import type { About, Article, ArticleModel, Author, DocumentQuery, ListQuery, Site, Topic } from './lectern.ts';
import type { AboutModel, SiteModel } from './lectern.ts';
import { defaultLocale, type Locale } from './words.ts';

const articleQuery = {
  sort: 'publishedOn:desc',
  populate: {
    cover: true,
    topic: true,
    authors: true,
    related: { fields: ['slug'] },
    sections: {
      on: {
        'layout.text': true,
        'layout.quote': true,
        'layout.picture': { populate: ['image'] },
        'layout.reading-list': { populate: ['books'] },
      },
    },
    seo: true,
    localizations: { fields: ['slug', 'locale'] },
  },
} as const satisfies ListQuery<ArticleModel>;

const aboutQuery = {
  fallbackLocale: defaultLocale,
  populate: {
    sections: {
      on: {
        'layout.text': true,
        'layout.quote': true,
        'layout.picture': { populate: ['image'] },
        'layout.article-list': { populate: { articles: { fields: ['slug'] } } },
      },
    },
    seo: true,
  },
} as const satisfies DocumentQuery<AboutModel>;

const siteQuery = {
  fallbackLocale: defaultLocale,
  populate: ['navigation', 'defaultSeo'],
} as const satisfies DocumentQuery<SiteModel>;

export type FullArticle = Article<typeof articleQuery>;
export type FullAbout = About<typeof aboutQuery>;
export type FullSite = Site<typeof siteQuery>;
export type FullAuthor = Author<'portrait'>;
export type Section = (FullArticle['sections'] | FullAbout['sections'])[number];
export type { Topic };

/** All content in one language. */
export interface Answers {
  readonly articles: readonly FullArticle[];
  readonly authors: readonly FullAuthor[];
  readonly topics: readonly Topic[];
  readonly about: FullAbout;
  readonly site: FullSite;
}

/** Reads all pages of a list, one after the other. */
const readAllPages = async <T>(
  page: (cursor: string) => Promise<{ data: T[]; meta: { pagination: { nextCursor: string | null } } }>,
): Promise<readonly T[]> => {
  const found: T[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = await page(cursor);
    found.push(...data);
    cursor = meta.pagination.nextCursor;
  }
  return found;
};

const pageSize = 100;

/** @throws Error when Lectern does not answer or does not permit all of these reads */
export const readAnswers = async (locale: Locale): Promise<Answers> => {
  const articles = await readAllPages((cursor) =>
    client.collection('articles').find({ ...articleQuery, locale, pagination: { cursor, pageSize } }),
  );
  const authors = await readAllPages((cursor) =>
    client.collection('authors').find({ sort: 'name', populate: ['portrait'], pagination: { cursor, pageSize } }),
  );
  const topics = await readAllPages((cursor) =>
    client.collection('topics').find({ sort: 'name', pagination: { cursor, pageSize } }),
  );
  const { data: about } = await client.single('about').find({ ...aboutQuery, locale });
  const { data: site } = await client.single('site').find({ ...siteQuery, locale });
  return { articles, authors, topics, about, site };
};
