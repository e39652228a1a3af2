// docs/search.md lists the languages that the search knows.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '../../../lib/search/text/index.ts';

it('docs/search.md has the table of languages', () => {
  const rows = (
    readFileSync('docs/search.md', 'utf8')
      .split('## ')
      .find((section) => section.startsWith('Languages')) ?? ''
  )
    .split('\n')
    .filter((line) => /^\| \w\w /u.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, locale, name, stopWords]) => [locale, name, stopWords])).toEqual(
    Object.entries(languages).map(([locale, { name, stopWords }]) => [
      locale,
      name,
      stopWords === undefined ? 'no' : 'yes',
    ]),
  );
});
