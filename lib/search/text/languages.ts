// What the search knows of each language: the endings of its words, and its most frequent words.
import { LruCache } from '../../platform/lruCache.ts';
import { stopWords } from './stopWords.ts';

/** @param word without accents, as the index has it */
type Stem = (word: string) => string;

export interface Language {
  /** In English. */
  readonly name: string;
  /** In a bundle, each stemmer is a file of its own, which a function reads when a locale needs it (bin/packages.js). */
  readonly load: () => Promise<Stem>;
  readonly stopWords?: ReadonlySet<string>;
  /** An apostrophe ends a word: `l’été` is two words. */
  readonly hasElision?: true;
}

const norwegian: Language = {
  name: 'Norwegian',
  load: async () => (await import('@orama/stemmers/norwegian')).stemmer,
};

/** By the first part of a locale. Other languages have no stems: their words match as they are. */
export const languages: Readonly<Record<string, Language>> = {
  ar: {
    name: 'Arabic',
    load: async () => (await import('@orama/stemmers/arabic')).stemmer,
  },
  da: {
    name: 'Danish',
    load: async () => (await import('@orama/stemmers/danish')).stemmer,
  },
  de: {
    name: 'German',
    load: async () => (await import('@orama/stemmers/german')).stemmer,
    stopWords: stopWords.de,
  },
  el: {
    name: 'Greek',
    load: async () => (await import('@orama/stemmers/greek')).stemmer,
  },
  en: {
    name: 'English',
    // That of @orama/stemmers makes `connec` of connection.
    load: async () => (await import('wink-porter2-stemmer')).default,
    stopWords: stopWords.en,
  },
  es: {
    name: 'Spanish',
    load: async () => (await import('@orama/stemmers/spanish')).stemmer,
    stopWords: stopWords.es,
  },
  fi: {
    name: 'Finnish',
    load: async () => (await import('@orama/stemmers/finnish')).stemmer,
  },
  fr: {
    name: 'French',
    load: async () => {
      const { stemmer } = await import('@orama/stemmers/french');
      // With accents the stemmer knows publié and publiée; without them only the first.
      return (word) => stemmer(word.replace(/ee(?=s?$)/u, 'e'));
    },
    stopWords: stopWords.fr,
    hasElision: true,
  },
  hu: {
    name: 'Hungarian',
    load: async () => (await import('@orama/stemmers/hungarian')).stemmer,
  },
  id: {
    name: 'Indonesian',
    load: async () => (await import('@orama/stemmers/indonesian')).stemmer,
  },
  it: {
    name: 'Italian',
    load: async () => (await import('@orama/stemmers/italian')).stemmer,
    stopWords: stopWords.it,
    hasElision: true,
  },
  nb: norwegian,
  nl: {
    name: 'Dutch',
    load: async () => (await import('@orama/stemmers/dutch')).stemmer,
    stopWords: stopWords.nl,
  },
  nn: norwegian,
  no: norwegian,
  pt: {
    name: 'Portuguese',
    load: async () => {
      const { stemmer } = await import('@orama/stemmers/portuguese');
      // With accents the stemmer knows publicações; without them not.
      return (word) => stemmer(word.replace(/oes$/u, 'ao'));
    },
    stopWords: stopWords.pt,
  },
  ro: {
    name: 'Romanian',
    load: async () => (await import('@orama/stemmers/romanian')).stemmer,
  },
  ru: {
    name: 'Russian',
    load: async () => (await import('@orama/stemmers/russian')).stemmer,
  },
  sv: {
    name: 'Swedish',
    load: async () => (await import('@orama/stemmers/swedish')).stemmer,
  },
};

/** @returns undefined for a language without a stemmer, and if the language is not known */
export const languageOf = (locale: string | null): Language | undefined => {
  const [code = ''] = (locale ?? '').toLowerCase().split(/[-_]/u);
  return Object.hasOwn(languages, code) ? languages[code] : undefined;
};

/** How many stems of a language are kept: an excerpt compares all words of a document, and most of them are frequent. */
const maxStems = 20_000;

const loaded = new Map<Language, Stem>();

/** Loads what `stemOf` needs for these locales. */
export const loadStemmers = async (locales: Iterable<string | null>): Promise<void> => {
  const missing = new Set([...locales].map(languageOf).filter((language) => language !== undefined));
  for (const language of missing) {
    if (loaded.has(language)) continue;
    const stem = await language.load();
    const stems = new LruCache<string>(maxStems);
    loaded.set(language, (word) => stems.get(word, () => stem(word)));
  }
};

/**
 * @param word as the index has it
 * @param locale one that `loadStemmers` has loaded
 * @returns the word without its ending: words with the same stem match; undefined if the language has no stemmer
 * @throws Error if the stemmer is not loaded: words without stems would not match those of an index
 */
export const stemOf = (word: string, locale: string | null): string | undefined => {
  const language = languageOf(locale);
  if (language === undefined) return undefined;
  const stem = loaded.get(language);
  if (stem === undefined) throw new Error(`The stemmer of ${language.name} is not loaded`);
  // Numbers and names such as C++ have no endings.
  if (!/^[\p{L}\p{M}]+$/u.test(word)) return word;
  return stem(word) || word;
};
