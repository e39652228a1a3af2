// Excerpts and marks: which words of a text are marked, and which passage is shown.
import { describe, expect, it } from 'vitest';
import { excerptWriter, loadStemmers, mistakesBetween, parseSearchText } from '../../../lib/search/text/index.ts';

await loadStemmers(['de', 'en']);

const parse = (text: string, locale: string) => {
  const search = parseSearchText(text, locale, 'q');
  if (search === undefined) throw new Error(`no words in ${text}`);
  return search;
};
const excerpt = (texts: readonly string[], search: string): string =>
  excerptWriter(parse(search, 'de'), 'de')(texts).replaceAll('<mark>', '[').replaceAll('</mark>', ']');

it.each([
  ['Ein Häuschen und ein Haus', 'haus ', 'Ein Häuschen und ein [Haus]'],
  ['Ein Häuschen und ein Haus', 'haus', 'Ein [Häuschen] und ein [Haus]'],
  ['Alte Häuser', 'haus ', 'Alte [Häuser]'],
  ['Straße, STRASSE', 'strasse ', '[Straße], [STRASSE]'],
  ['Müller’s Mühle', 'muller ', '[Müller]’s Mühle'],
  ['die E-Mail', 'email', 'die [E-Mail]'],
  ['das Museum', 'musuem ', 'das [Museum]'],
  ['das Museum und das Musuem', 'musuem ', 'das Museum und das [Musuem]'],
  ['das Haus', 'das haus', 'das [Haus]'],
  ['das Haus', '"das haus"', '[das] [Haus]'],
  ['Kunst und Kind', 'kunst -kind', '[Kunst] und Kind'],
  ['東京都庁へ', '都庁', '東京[都庁]へ'],
  [`<b>"Haus" & 'Hof'\n</b>`, 'haus', '&lt;b&gt;&quot;[Haus]&quot; &amp; &#39;Hof&#39; &lt;/b&gt;'],
  ['nichts', 'haus', 'nichts'],
  ['Ägir und Ægir', 'aegir ', 'Ägir und [Ægir]'],
  ['Große und grosse Häuser, GRÖSSE', 'grosse ', '[Große] und [grosse] Häuser, [GRÖSSE]'],
  ['das Museum am Haus', 'musuem haus ', 'das [Museum] am [Haus]'],
  ['Straßen', 'strassem ', '[Straßen]'],
  ['ÆßÆk', 'aessaep ', '[ÆßÆk]'],
  ['', 'haus', ''],
])('marks %j for %j: %j', (text, search, marked) => {
  expect(excerpt([text], search)).toBe(marked);
});

it.each([
  ['They die', 'dying ', 'They [die]'],
  ['dying', 'die ', '[dying]'],
  ['A happy end', 'happiness ', 'A [happy] end'],
  ['Happiness', 'happy ', '[Happiness]'],
  ['unhappy', 'happy ', 'unhappy'],
  ['The authorities', 'authority ', 'The [authorities]'],
])('marks of words with the same stem: %j for %j: %j', (text, search, marked) => {
  const html = excerptWriter(parse(search, 'en'), 'en')([text]);
  expect(html.replaceAll('<mark>', '[').replaceAll('</mark>', ']')).toBe(marked);
});

it.each([
  ['haus', 'hauz', undefined],
  ['museum', 'museum', 0],
  ['museum', 'musum', 1],
  ['museum', 'musseum', 1],
  ['museum', 'nuseum', 1],
  ['museum', 'musuem', 1],
  ['museum', 'mosuem', undefined],
  ['muse', 'mused', undefined],
  ['muses', 'muse', 1],
  ['galerien', 'galreein', undefined],
  ['ausstellung', 'austelung', 2],
  ['ausstellung', 'ausstelugn', 2],
  ['ausstellung', 'asteling', undefined],
  ['20240', '20241', undefined],
])('wrong letters: %s, %s: %s', (word, other, mistakes) => {
  expect(mistakesBetween(word, other)).toBe(mistakes);
});

describe('an excerpt', () => {
  const filler = 'lorem ipsum dolor sit amet consetetur '.repeat(20);

  it('is the passage with most of the words', () => {
    const text = `Haus Haus Haus ${filler}Haus mit Garten ${filler}Garten`;
    const found = excerpt([text], 'haus garten');
    expect(found).toContain('[Haus] mit [Garten]');
    expect(found).toMatch(/^…\w.*\w…$/u);
    expect(found.replaceAll(/[[\]…]/gu, '').length).toBeGreaterThan(150);
    expect(found.replaceAll(/[[\]…]/gu, '').length).toBeLessThanOrEqual(200);
    expect(text).toContain(found.replaceAll(/[[\]…]/gu, ''));
  });

  it('begins with the text if a hit is at its beginning, and ends with the text if it is at its end', () => {
    expect(excerpt([`Haus ${filler}`], 'haus')).toMatch(/^\[Haus\] lorem .{130,}…$/u);
    expect(excerpt([`${filler}Haus`], 'haus')).toMatch(/^….{130,} \[Haus\]$/u);
    expect(excerpt(['Ein Haus.'], 'haus')).toBe('Ein [Haus].');
  });

  it('is of the first of several texts with equal passages, and without hits the beginning of the first', () => {
    expect(excerpt(['kein', 'Haus eins', 'Haus zwei'], 'haus')).toBe('[Haus] eins');
    expect(excerpt(['Haus', 'Haus und Garten'], 'haus garten')).toBe('[Haus] und [Garten]');
    expect(excerpt([`A&B ${filler}`, 'b'], 'haus')).toMatch(/^A&amp;B lorem .{130,}\w…$/u);
    expect(excerpt([], 'haus')).toBe('');
  });

  it('shows a wrong letter only if no text has the word', () => {
    expect(excerpt(['Museun', 'das Museum'], 'museum ')).toBe('das [Museum]');
    expect(excerpt(['Museun', 'das Mus'], 'museum ')).toBe('[Museun]');
  });

  it('has every hit inside of it marked, also of a long word', () => {
    expect(excerpt([`${'x'.repeat(400)} ${filler}`], 'x'.repeat(64))).toMatch(/^\[x{400}\]…$/u);
    expect(excerpt(['Haus '.repeat(1_000)], 'haus')).toMatch(/^(?:\[Haus\] ?){30,40}…$/u);
  });
});
