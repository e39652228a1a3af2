// Defines the languages of the site, the roots of their pages, and the texts that are not content.

const en = {
  language: 'English',
  articles: 'Articles',
  latest: 'Latest',
  featured: 'Read this first',
  topics: 'Topics',
  authors: 'Writers',
  related: 'Read on',
  by: 'By',
  and: 'and',
  minutes: 'min read',
  all: 'All articles',
  newer: 'Newer',
  older: 'Older',
  page: 'Page',
  pages: 'Pages',
  contents: 'Skip to the contents',
  menu: 'Main',
  languages: 'Languages',
  inEnglish: 'This page is not translated yet.',
  lost: 'There is no such page',
  lostMore: 'It may have been moved, or never written.',
  home: 'To the beginning',
  search: 'Search',
  oneFound: 'One page',
  manyFound: '{total} pages',
  noneFound: 'Nothing about “{q}”. Check the spelling, or search for fewer words.',
  searchFailed: 'The search does not answer. Try again in a moment.',
  noScript: 'The search needs JavaScript.',
};

export type Words = typeof en;

const de: Words = {
  language: 'Deutsch',
  articles: 'Artikel',
  latest: 'Neu',
  featured: 'Zuerst lesen',
  topics: 'Themen',
  authors: 'Wer schreibt',
  related: 'Weiterlesen',
  by: 'Von',
  and: 'und',
  minutes: 'Min. Lesezeit',
  all: 'Alle Artikel',
  newer: 'Neuere',
  older: 'Ältere',
  page: 'Seite',
  pages: 'Seiten',
  contents: 'Zum Inhalt',
  menu: 'Hauptmenü',
  languages: 'Sprachen',
  inEnglish: 'Diese Seite ist noch nicht übersetzt.',
  lost: 'Diese Seite gibt es nicht',
  lostMore: 'Sie ist umgezogen, oder sie wurde nie geschrieben.',
  home: 'Zum Anfang',
  search: 'Suchen',
  oneFound: 'Eine Seite',
  manyFound: '{total} Seiten',
  noneFound: 'Nichts zu „{q}“. Stimmt die Schreibweise? Weniger Wörter finden mehr.',
  searchFailed: 'Die Suche antwortet nicht. Versuchen Sie es gleich noch einmal.',
  noScript: 'Die Suche braucht JavaScript.',
};

export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

/** The locale for content that is not translated. */
export const defaultLocale: Locale = 'en';

export const words: Readonly<Record<Locale, Words>> = { en, de };

/** The root path of a language: `/`, `/de/`. */
export const rootOf = (locale: Locale): string => (locale === defaultLocale ? '/' : `/${locale}/`);
