// Types of the pages that the templates receive.
import type { Topic } from './lectern.ts';
import type { Picture } from './pictures.ts';
import type { FullAuthor, Section } from './queries.ts';
import type { Locale, Words } from './words.ts';

/** A link to the page in one language. */
export interface Version {
  readonly locale: Locale;
  readonly language: string;
  readonly url: string;
  readonly isCurrent: boolean;
}

/** The properties of every page. */
export interface Page {
  readonly url: string;
  readonly locale: Locale;
  readonly words: Words;
  readonly root: string;
  readonly title: string;
  readonly description: string;
  readonly site: { readonly name: string; readonly tagline: string; readonly email: string };
  readonly menu: readonly { readonly label: string; readonly url: string }[];
  readonly versions: readonly Version[];
}

export interface AuthorLink {
  readonly name: string;
  readonly url: string;
}

export interface Card {
  readonly title: string;
  readonly url: string;
  readonly summary: string;
  readonly date: string;
  readonly minutes: number | null;
  readonly topic: Topic | null;
  readonly authors: readonly AuthorLink[];
  readonly cover: Picture | undefined;
}

/** A section for its template, with `img` attributes in place of pictures and cards in place of articles. */
export type PageSection =
  | Exclude<Section, { __component: 'layout.picture' | 'layout.article-list' }>
  | { readonly __component: 'layout.picture'; readonly image: Picture | undefined; readonly caption: string | null }
  | {
      readonly __component: 'layout.article-list';
      readonly heading: string | null;
      readonly articles: readonly Card[];
    };

export interface ListPage extends Page {
  readonly articles: readonly Card[];
  readonly number: number;
  readonly count: number;
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

export interface ArticlePage extends Page {
  readonly article: Card;
  readonly sections: readonly PageSection[];
  readonly related: readonly Card[];
}

export interface AuthorPage extends Page {
  readonly author: Pick<FullAuthor, 'name' | 'role' | 'bio'> & { readonly portrait: Picture | undefined };
  readonly articles: readonly Card[];
}

export interface Content {
  readonly homes: readonly (Page & { readonly featured: readonly Card[]; readonly latest: readonly Card[] })[];
  readonly lists: readonly ListPage[];
  readonly articles: readonly ArticlePage[];
  readonly authors: readonly AuthorPage[];
  readonly writers: readonly (Page & { readonly authors: readonly AuthorPage[] })[];
  readonly topics: readonly (Page & {
    readonly topics: readonly { readonly topic: Topic; readonly articles: readonly Card[] }[];
  })[];
  readonly abouts: readonly (Page & { readonly isTranslated: boolean; readonly sections: readonly PageSection[] })[];
  readonly searches: readonly Page[];
  readonly lost: readonly Page[];
}
