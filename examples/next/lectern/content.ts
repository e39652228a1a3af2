// Reads the content of the pages. The queries determine the types of the answers.
import { locale } from './settings.ts';
import { readCached, readPreview, type PreviewLink } from './request.ts';
import type { Article, ArticleModel, ListQuery, ReadQuery, Site } from './types.ts';

const cardQuery = {
  fields: ['title', 'slug', 'summary', 'publishedOn', 'readingMinutes'],
  populate: { cover: true, topic: { fields: ['name'] } },
} as const satisfies ReadQuery<ArticleModel>;

const articleQuery = {
  fields: [...cardQuery.fields, 'locale'],
  populate: {
    ...cardQuery.populate,
    authors: { fields: ['name'] },
    related: cardQuery,
    sections: {
      on: {
        'layout.text': true,
        'layout.quote': true,
        'layout.picture': { populate: ['image'] },
        'layout.reading-list': { populate: ['books'] },
      },
    },
  },
} as const satisfies ReadQuery<ArticleModel>;

/** A published article or a draft, which may lack required attributes. */
export type FullArticle = Article<typeof articleQuery & { readonly preview: string }>;
export type ArticleCard = FullArticle['related'][number];
export type Section = FullArticle['sections'][number];

/** The last part of the path of an article. A draft may lack a slug. */
export const slugOf = ({ slug, documentId }: ArticleCard): string => slug ?? documentId;

export const readSite = async (): Promise<Site> => {
  'use cache';
  return readCached<Site>('site', { locale });
};

/** The latest articles. */
export const readArticles = async (): Promise<readonly ArticleCard[]> => {
  'use cache';
  const query = { ...cardQuery, locale, sort: 'publishedOn:desc', pagination: { pageSize: 24 } };
  return readCached<ArticleCard[]>('articles', query satisfies ListQuery<ArticleModel>);
};

interface PublishedFilter {
  readonly slug?: string;
  readonly documentId?: string;
}

/** A relation is absent if the token, or the public, may not read its documents. */
const withLists = (article: FullArticle | undefined): FullArticle | undefined =>
  article && { ...article, authors: article.authors ?? [], related: article.related ?? [] };

/** @returns undefined if no published article matches */
export const readArticle = async (filters: PublishedFilter, language = locale): Promise<FullArticle | undefined> => {
  'use cache';
  const [article] = await readCached<Article<typeof articleQuery>[]>('articles', {
    ...articleQuery,
    locale: language,
    filters,
  });
  return withLists(article);
};

/** @returns undefined if the link of the token is invalid or expired */
export const readDraft = async (link: PreviewLink): Promise<FullArticle | undefined> =>
  withLists(await readPreview<FullArticle>(`articles/${encodeURIComponent(link.documentId)}`, articleQuery, link));
