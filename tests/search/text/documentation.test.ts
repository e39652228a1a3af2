// docs/search.md lists the languages that the search knows.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '../../../lib/search/text/index.ts';

it('docs/search.md lists the languages with stems, first those without frequent words', () => {
  const section = readFileSync('docs/search.md', 'utf8')
    .split('## ')
    .find((text) => text.startsWith('Languages\n'));
  const [, ...lists] = (section ?? '').split(/^- /m);
  const localesIn = (list: string) => [...list.matchAll(/`(\w\w)`/g)].map(([, locale]) => locale).toSorted();
  const known = Object.entries(languages);
  const localesWith = (hasStopWords: boolean) =>
    known.filter(([, { stopWords }]) => (stopWords !== undefined) === hasStopWords).map(([locale]) => locale);
  expect(lists.map(localesIn)).toEqual([localesWith(false).toSorted(), localesWith(true).toSorted()]);
  for (const [, { name }] of known) expect(section).toContain(name.split(' ')[0]);
});
