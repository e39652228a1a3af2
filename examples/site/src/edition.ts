// Turns Lectern's answers in one language into pages.
import type { ArticlePage, AuthorPage, Card, Content, ListPage, Page, PageSection, Version } from './pages.ts';
import type { Pictures } from './pictures.ts';
import type { Answers, FullArticle, FullAuthor, Section } from './queries.ts';
import { locales, rootOf, words, type Locale } from './words.ts';

const perPage = 4;

/** The pages of one language. */
export class Edition {
  private readonly locale: Locale;
  private readonly answers: Answers;
  private readonly pictures: Pictures;
  private readonly cards: ReadonlyMap<string, Card>;

  constructor(locale: Locale, answers: Answers, pictures: Pictures) {
    this.locale = locale;
    this.answers = answers;
    this.pictures = pictures;
    this.cards = new Map(answers.articles.map((article) => [article.slug, this.card(article)]));
  }

  pages(): Content {
    const { articles, authors, topics, about, site } = this.answers;
    const text = words[this.locale];
    const all = [...this.cards.values()];
    const featured = this.cardsOf(articles.filter((article) => article.featured === true)).slice(0, 2);
    const authorPages = authors.map((author) => this.author(author));
    return {
      homes: [
        {
          ...this.page('', site.name),
          featured,
          latest: all.filter((card) => !featured.includes(card)).slice(0, perPage),
        },
      ],
      lists: this.lists(all),
      articles: articles.map((article) => this.article(article)),
      authors: authorPages,
      writers: [{ ...this.page('authors/', text.authors), authors: authorPages }],
      topics: [
        {
          ...this.page('topics/', text.topics),
          topics: topics.map((topic) => ({ topic, articles: all.filter((card) => card.topic?.slug === topic.slug) })),
        },
      ],
      abouts: [
        {
          ...this.page('about/', about.title, about.seo?.metaDescription),
          isTranslated: about.locale === this.locale,
          sections: this.sections(about.sections),
        },
      ],
      searches: [this.page('search/', text.search)],
      lost: [this.page('404.html', text.lost)],
    };
  }

  /**
   * @param path the path below the root of the language
   * @param others the paths in other languages by locale; undefined if they are all the same
   */
  private page(path: string, title: string, description?: string | null, others?: ReadonlyMap<string, string>): Page {
    const { site } = this.answers;
    const root = rootOf(this.locale);
    const versions = locales.flatMap((locale): readonly Version[] => {
      const isCurrent = locale === this.locale;
      const versionPath = isCurrent ? path : others === undefined ? path : others.get(locale);
      return versionPath === undefined
        ? []
        : [{ locale, language: words[locale].language, url: `${rootOf(locale)}${versionPath}`, isCurrent }];
    });
    return {
      url: `${root}${path}`,
      locale: this.locale,
      words: words[this.locale],
      root,
      title,
      description: description ?? site.defaultSeo?.metaDescription ?? '',
      site: { name: site.name, tagline: site.tagline ?? '', email: site.email ?? '' },
      menu: site.navigation.map(({ label, url }) => ({
        label,
        url: url.startsWith('/') ? `${root}${url.slice(1)}/` : url,
      })),
      versions,
    };
  }

  private card({ title, slug, summary, publishedOn, readingMinutes, topic, authors, cover }: FullArticle): Card {
    return {
      title,
      url: `${rootOf(this.locale)}articles/${slug}/`,
      summary: summary ?? '',
      date: publishedOn ?? '',
      minutes: readingMinutes,
      topic,
      authors: authors.map((author) => ({ name: author.name, url: `${rootOf(this.locale)}authors/${author.slug}/` })),
      cover: this.pictures.of(cover),
    };
  }

  /** The cards of the articles that exist in this language. */
  private cardsOf(articles: readonly { readonly slug: string }[]): readonly Card[] {
    return articles.flatMap(({ slug }) => this.cards.get(slug) ?? []);
  }

  private lists(all: readonly Card[]): readonly ListPage[] {
    const count = Math.max(1, Math.ceil(all.length / perPage));
    const path = (number: number): string => (number === 1 ? 'articles/' : `articles/page/${number}/`);
    const to = (number: number): string | undefined =>
      number < 1 || number > count ? undefined : `${rootOf(this.locale)}${path(number)}`;
    return Array.from({ length: count }, (_, index) => ({
      ...this.page(path(index + 1), words[this.locale].articles, undefined, index === 0 ? undefined : new Map()),
      articles: all.slice(index * perPage, (index + 1) * perPage),
      ...{ number: index + 1, count, newer: to(index), older: to(index + 2) },
    }));
  }

  private article(article: FullArticle): ArticlePage {
    const { title, slug, summary, seo, sections, related, localizations } = article;
    const others = new Map(localizations.map((other) => [other.locale, `articles/${other.slug}/`]));
    return {
      ...this.page(`articles/${slug}/`, title, seo?.metaDescription ?? summary, others),
      article: this.cards.get(slug) ?? this.card(article),
      sections: this.sections(sections),
      related: this.cardsOf(related),
    };
  }

  private author({ name, slug, role, bio, portrait }: FullAuthor): AuthorPage {
    const url = `${rootOf(this.locale)}authors/${slug}/`;
    return {
      ...this.page(`authors/${slug}/`, name, bio),
      author: { name, role, bio, portrait: this.pictures.of(portrait) },
      articles: [...this.cards.values()].filter(({ authors }) => authors.some((author) => author.url === url)),
    };
  }

  private sections(sections: readonly Section[]): readonly PageSection[] {
    return sections.map((section): PageSection => {
      switch (section.__component) {
        case 'layout.picture':
          return { ...section, image: this.pictures.of(section.image) };
        case 'layout.article-list':
          return { ...section, articles: this.cardsOf(section.articles) };
        case 'layout.text':
        case 'layout.quote':
        case 'layout.reading-list':
          return section;
      }
    });
  }
}
