// What a search text means.
import { describe, expect, it } from 'vitest';
import { languages, loadStemmers, parseSearchText } from '../../../lib/search/text/index.ts';
import type { ApiError } from '../../../lib/errors.ts';

await loadStemmers(Object.keys(languages));

/** Words with `*` if they are beginnings, in parentheses if they are optional; then phrases; then what is excluded. */
const describeSearch = (text: string, locale: string | null = 'de'): string | undefined => {
  const search = parseSearchText(text, locale, 'q');
  if (search === undefined) return undefined;
  const words = search.words.map((word) => {
    const written = `${word.text}${word.isBeginning ? '*' : ''}`;
    return word.isOptional ? `(${written})` : written;
  });
  return [
    ...words,
    ...search.phrases.map((phrase) => `"${phrase.join(' ')}"`),
    ...search.excluded.map((excluded) => `-"${excluded.join(' ')}"`),
  ].join(' ');
};

describe('a search text', () => {
  it.each([
    ['Bauer Mau', 'bauer mau*'],
    ['Bauer Mau ', 'bauer mau'],
    ['bauer, mau!', 'bauer mau'],
    ['João', 'joao*'],
    ['das Haus der Kunst', '(das) haus (der) kunst*'],
    ['der die das', 'der die das*'],
    ['"max bauer"', 'max bauer "max bauer"'],
    ['„max bauer“ neu', 'max bauer neu* "max bauer"'],
    ['“max bauer” «neue kunst» ', 'max bauer neue kunst "max bauer" "neue kunst"'],
    ['"das haus"', 'das haus "das haus"'],
    ['"haus"', 'haus'],
    ['"max bauer ne', 'max bauer ne* "max bauer"'],
    ['kunst -kind', 'kunst -"kind"'],
    ['kunst -"alte stadt"', 'kunst -"alte stadt"'],
    ['-kind kunst ', 'kunst -"kind"'],
    ['kunst - kind ', 'kunst kind'],
    ['Baden-Württemberg ', 'baden wurttemberg "baden wurttemberg"'],
    ['Baden-Würt', 'baden wurt*'],
    ['e-mail ', 'email'],
    ['node.js lernen', 'node js lernen* "node js"'],
    ['C++', 'c++*'],
    ['haus Haus hau', 'haus hau*'],
    ['haus -haus', 'haus -"haus"'],
    ['東京都庁 ', '東京 都庁 "東京 都庁"'],
    ['東京都庁', '東京 都庁*'],
    ['', undefined],
    ['  ?! "" -', undefined],
  ])('%s: %s', (text, search) => {
    expect(describeSearch(text)).toBe(search);
  });

  const limits = ['at most 256 characters', 'at most 10 words', 'a word beside those with "-"'] as const;
  it.each([
    ['x'.repeat(256), undefined],
    ['x'.repeat(257), limits[0]],
    ['a b c d e f g h i j', undefined],
    ['a b c d e f g h i j k', limits[1]],
    ['a b c d e f g h i -j-k', undefined],
    ['a b c d e f g h i "jj kk"', limits[1]],
    ['-x', limits[2]],
  ])('%s: %s', (text, fault) => {
    const parse = () => parseSearchText(text, 'xx', 'search');
    if (fault === undefined) {
      expect(parse()).toBeDefined();
      return;
    }
    expect(parse).toThrow(`Invalid value at search, expected ${fault}`);
    expect(parse).toThrow(expect.objectContaining({ status: 400, details: { path: 'search' } }) as ApiError);
  });
});
