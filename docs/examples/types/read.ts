import type { Article, ArticleModel, ListQuery } from './lectern.ts';

export const heading = (article: Article): string => article.title;

export const card = (article: Article<'cover' | 'authors.portrait'>): (string | undefined)[] => [
  article.cover?.url,
  ...article.authors.map(({ portrait }) => portrait?.url),
];

const query = {
  fields: ['title', 'slug'],
  populate: { topic: { fields: ['name'] }, related: { count: true } },
} as const satisfies ListQuery<ArticleModel>;

export const line = ({ title, topic, related }: Article<typeof query>): string =>
  `${title} (${topic?.name ?? 'no topic'}), ${related.count} more`;
