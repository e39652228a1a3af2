// Which words a text has: the same for documents and for searches.
import { describe, expect, it, vi } from 'vitest';
import { languages, loadStemmers, readWords, stemOf } from '../../../lib/search/text/index.ts';

await loadStemmers(Object.keys(languages));

const wordsOf = (text: string, locale: string | null = 'en'): string => {
  const words = readWords(text, locale);
  for (const { start, end } of words) expect(end).toBeGreaterThan(start);
  return words.map((word) => word.text).join(' ');
};

describe('words', () => {
  it.each([
    ['The Quick, brown fox.', 'the quick brown fox'],
    ['João Müller, café, cafe\u0301, Straße, STRASSE, ẞ', 'joao muller cafe cafe strasse strasse ss'],
    ['Øresund Ærø œuvre Łódź Đà Nẵng Þór eðlilegt Ħal', 'oresund aero oeuvre lodz da nang thor edlilegt hal'],
    ['İstanbul ISPARTA ısı', 'istanbul isparta isi'],
    ['Ａｂｃ１２３ ﬁn ①', 'abc123 fin 1'],
    ['ΟΔΟΣ οδός Οδοσ', 'οδοσ οδοσ οδοσ'],
    ['ёлка новый Її', 'елка новый її'],
    ['كِتَابٌ كتـــاب', 'كتاب كتاب'],
    ['שָׁלוֹם צה״ל', 'שלום צהל'],
    ['हिन्दी नमस्ते', 'हिन्दी नमस्ते'],
    ['한국어', '한국어'],
    ['Donau\u00ADdampf', 'donaudampf'],
    ['e-mail E‑Mail T-Shirt e-mail-address', 'email email tshirt email address'],
    ['Baden-Württemberg well-known', 'baden wurttemberg well known'],
    ['version 3.11, 1.20.3. In 2024. 1-2', 'version 3.11 1.20.3 in 2024 1 2'],
    ['C++, C# and F#; C#m, tag# a++b', 'c++ c# and f# c m tag a b'],
    ['Node.js U.S.A. z.B.', 'node js usa zb'],
    ["Maud's Maud’s O'Brien don’t 'quoted'", 'maud maud obrien dont quoted'],
    ['snake_case maria@example.com AT&T', 'snake case maria example com at t'],
    ['東京都庁へ行きます。', '東京 都庁 へ 行き ます'],
    ['我们在北京大学学习iPhone', '我们 在 北京 大学 学习 iphone'],
    ['ภาษาไทยง่าย', 'ภาษา ไทย ง่าย'],
    ['', ''],
    ['?! 😀 … ́', ''],
  ])('%s: %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it.each([
    ["l’été aujourd'hui d'Artagnan qu'il", 'fr', 'ete aujourd hui artagnan il'],
    ["l'arte dell’arte O'Brien", 'it-CH', 'arte arte o brien'],
    ["l’été d'Artagnan", 'de', 'lete dartagnan'],
    ["l’été d'Artagnan", null, 'lete dartagnan'],
  ])('%s in %s: %s', (text, locale, words) => {
    expect(wordsOf(text, locale)).toBe(words);
  });

  it('are where the text has them', () => {
    const text = '— Müller’s E-Mail über 東京都庁, C++ und cafe\u0301';
    const found = readWords(text, 'de').map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(['Müller', 'E-Mail', 'über', '東京', '都庁', 'C++', 'und', 'cafe\u0301']);
    const long = Array.from({ length: 1_200 }, (_, i) => String.fromCodePoint(0x4e_00 + i)).join('');
    for (const { text: word, start, end } of readWords(long, 'ja')) expect(long.slice(start, end)).toBe(word);
  });

  it('are cut after 64 characters, but not inside of a character', () => {
    expect(wordsOf('x'.repeat(1_000))).toBe('x'.repeat(64));
    expect(wordsOf(`x${'𐐷'.repeat(100)}`)).toBe(`x${'𐐷'.repeat(31)}`);
    // The accents do not count, but the place at which the word is cut before they are removed is inside of a character.
    expect(wordsOf(`a${'\u0301'.repeat(254)}𐐷`)).toBe('a');
  });

  it('of a long text without spaces are found in time that grows with its length', () => {
    const short = process.cpuUsage();
    readWords('漢字'.repeat(2_000), 'ja');
    const { user } = process.cpuUsage(short);
    const long = process.cpuUsage();
    readWords('漢字'.repeat(40_000), 'ja');
    // Twenty times as long; in quadratic time it would take 400 times.
    expect(process.cpuUsage(long).user).toBeLessThan(150 * user + 200_000);
  });
});

describe('stems', () => {
  const stemsOf = (words: string, locale: string): readonly (string | undefined)[] =>
    readWords(words, locale).map(({ text }) => stemOf(text, locale));
  it.each([
    ['en', 'house houses'],
    ['en', 'connect connected connection connections'],
    ['en-GB', 'painting paintings'],
    ['de', 'Haus Häuser Häusern'],
    ['de-AT', 'Ausstellung Ausstellungen'],
    ['de_CH', 'Straße Strassen'],
    ['fr', 'publié publiée publiées'],
    ['fr', 'musée musées'],
    ['es', 'canción canciones'],
    ['it', 'museo musei'],
    ['pt-BR', 'publicação publicações'],
    ['nl', 'schilder schilders'],
    ['sv', 'utställning utställningar'],
    ['da', 'bog bøger bogen'],
    ['nb', 'utstilling utstillinger'],
    ['fi', 'talo talossa'],
    ['ru', 'новый новая новые'],
    ['hu', 'könyv könyvek'],
    ['ro', 'pictor pictori'],
    ['el', 'ζωγράφος ζωγράφοι'],
    ['id', 'buku bukunya'],
    ['ar', 'كتاب الكتاب'],
  ])('%s: %s', (locale, words) => {
    expect(new Set(stemsOf(words, locale)).size).toBe(1);
  });

  it.each([
    ['en', 'generation generous'],
    ['de', 'Museum Muster'],
    ['fr', 'été étage'],
  ])('%s: %s differ', (locale, words) => {
    expect(new Set(stemsOf(words, locale)).size).toBe(2);
  });

  it('do not exist for other languages, and change no numbers and no signs', () => {
    expect(['tr', 'ja', 'xx', '', 'constructor', null].map((locale) => stemOf('houses', locale))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
    expect(['3.11', 'c++', '1980s', 's'].map((word) => stemOf(word, 'en'))).toEqual(['3.11', 'c++', '1980s', 's']);
  });

  it('must be loaded, because words without stems would not be found', async () => {
    vi.resetModules();
    const unloaded = await import('../../../lib/search/text/languages.ts');
    expect(() => unloaded.stemOf('houses', 'en')).toThrow('English is not loaded');
    await unloaded.loadStemmers(['en-GB', null, 'xx']);
    expect(unloaded.stemOf('houses', 'en')).toBe('hous');
    expect(() => unloaded.stemOf('Häuser', 'de')).toThrow('German is not loaded');
  });

  it('exist for every word in every language', () => {
    const words = ['a', 'constructor', 'tostring', '__proto__', '日本', 'дом', 'ا', 'x'.repeat(64)];
    for (const code of Object.keys(languages))
      for (const word of words) expect(stemOf(word, code), `${word} in ${code}`).toMatch(/./u);
  });

  it('have stop words that are written as the index has words', () => {
    for (const [code, { stopWords = new Set<string>() }] of Object.entries(languages))
      for (const word of stopWords) expect(wordsOf(word, code)).toBe(word);
  });
});
