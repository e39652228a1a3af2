// Articles as the components show them, from the collections.
import { getCollection, getEntries, getEntry, type CollectionEntry } from 'astro:content';
import type { Section } from './content.config.ts';

type Article = CollectionEntry<'articles'>['data'];
export type PictureFile = CollectionEntry<'files'>['data'];
export type PictureLink = NonNullable<Article['cover']>;

/** With the file itself in place of a link to it. */
type WithFile<S> = S extends { readonly image: unknown } ? Omit<S, 'image'> & { image: PictureFile | null } : S;
export type FullSection = WithFile<Section>;

export interface ArticleCard extends Pick<Article, 'title' | 'slug' | 'summary' | 'publishedOn' | 'readingMinutes'> {
  readonly cover: PictureFile | null;
  readonly topic: { readonly name: string } | null;
}

export interface FullArticle extends ArticleCard {
  readonly authors: readonly { readonly name: string }[];
  readonly related: readonly ArticleCard[];
  readonly sections: readonly FullSection[];
}

const findFile = async (link: PictureLink | null): Promise<PictureFile | null> =>
  (link && (await getEntry(link))?.data) ?? null;

export const toCard = async ({ data }: CollectionEntry<'articles'>): Promise<ArticleCard> => ({
  ...data,
  cover: await findFile(data.cover),
  topic: (data.topic && (await getEntry(data.topic))?.data) ?? null,
});

const toSection = async (section: Section): Promise<FullSection> =>
  section.__component === 'layout.picture' ? { ...section, image: await findFile(section.image) } : section;

export const toArticle = async (entry: CollectionEntry<'articles'>): Promise<FullArticle> => {
  const [authors, related] = [await getEntries(entry.data.authors), await getEntries(entry.data.related)];
  return {
    ...(await toCard(entry)),
    authors: authors.flatMap((one) => (one === undefined ? [] : one.data)),
    related: await Promise.all(related.filter((one) => one !== undefined).map(toCard)),
    sections: await Promise.all(entry.data.sections.map(toSection)),
  };
};

/** The latest first. */
export const latestArticles = async (): Promise<CollectionEntry<'articles'>[]> =>
  (await getCollection('articles')).sort(
    (one, other) => Number(other.data.publishedOn ?? 0) - Number(one.data.publishedOn ?? 0),
  );
