// What the search knows of each language: the endings of its words, and its most frequent words.
import { stemmer as stemArabic } from '@orama/stemmers/arabic';
import { stemmer as stemDanish } from '@orama/stemmers/danish';
import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemFinnish } from '@orama/stemmers/finnish';
import { stemmer as stemFrench } from '@orama/stemmers/french';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemGreek } from '@orama/stemmers/greek';
import { stemmer as stemHungarian } from '@orama/stemmers/hungarian';
import { stemmer as stemIndonesian } from '@orama/stemmers/indonesian';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemNorwegian } from '@orama/stemmers/norwegian';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as stemRomanian } from '@orama/stemmers/romanian';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';
import { stemmer as stemSwedish } from '@orama/stemmers/swedish';
// That of @orama/stemmers makes `connec` of connection.
import stemEnglish from 'wink-porter2-stemmer';
import { LruCache } from '../../platform/lruCache.ts';
import { stopWords } from './stopWords.ts';

export interface Language {
  /** In English. */
  readonly name: string;
  /** @param word without accents, as the index has it */
  readonly stem: (word: string) => string;
  readonly stopWords?: ReadonlySet<string>;
  /** An apostrophe ends a word: `l’été` is two words. */
  readonly hasElision?: true;
}

/** How many stems of a language are kept: an excerpt compares all words of a document, and most of them are frequent. */
const maxStems = 20_000;

const defineLanguage = (
  name: string,
  stem: Language['stem'],
  more: Pick<Language, 'stopWords' | 'hasElision'> = {},
): Language => {
  const stems = new LruCache<string>(maxStems);
  return { name, stem: (word) => stems.get(word, () => stem(word)), ...more };
};

const norwegian = defineLanguage('Norwegian', stemNorwegian);

/** By the first part of a locale. Other languages have no stems: their words match as they are. */
export const languages: Readonly<Record<string, Language>> = {
  ar: defineLanguage('Arabic', stemArabic),
  da: defineLanguage('Danish', stemDanish),
  de: defineLanguage('German', stemGerman, { stopWords: stopWords.de }),
  el: defineLanguage('Greek', stemGreek),
  en: defineLanguage('English', stemEnglish, { stopWords: stopWords.en }),
  es: defineLanguage('Spanish', stemSpanish, { stopWords: stopWords.es }),
  fi: defineLanguage('Finnish', stemFinnish),
  // With accents the stemmer knows publié and publiée; without them only the first.
  fr: defineLanguage('French', (word) => stemFrench(word.replace(/ee(?=s?$)/u, 'e')), {
    stopWords: stopWords.fr,
    hasElision: true,
  }),
  hu: defineLanguage('Hungarian', stemHungarian),
  id: defineLanguage('Indonesian', stemIndonesian),
  it: defineLanguage('Italian', stemItalian, { stopWords: stopWords.it, hasElision: true }),
  nb: norwegian,
  nl: defineLanguage('Dutch', stemDutch, { stopWords: stopWords.nl }),
  nn: norwegian,
  no: norwegian,
  // With accents the stemmer knows publicações; without them not.
  pt: defineLanguage('Portuguese', (word) => stemPortuguese(word.replace(/oes$/u, 'ao')), { stopWords: stopWords.pt }),
  ro: defineLanguage('Romanian', stemRomanian),
  ru: defineLanguage('Russian', stemRussian),
  sv: defineLanguage('Swedish', stemSwedish),
};

/** @returns undefined for a language without a stemmer, and if the language is not known */
export const languageOf = (locale: string | null): Language | undefined => {
  const [code = ''] = (locale ?? '').toLowerCase().split(/[-_]/u);
  return Object.hasOwn(languages, code) ? languages[code] : undefined;
};

/**
 * @param word as the index has it
 * @returns the word without its ending: words with the same stem match; undefined if the language has no stemmer
 */
export const stemOf = (word: string, locale: string | null): string | undefined => {
  const language = languageOf(locale);
  if (language === undefined) return undefined;
  // Numbers and names such as C++ have no endings.
  if (!/^[\p{L}\p{M}]+$/u.test(word)) return word;
  return language.stem(word) || word;
};
