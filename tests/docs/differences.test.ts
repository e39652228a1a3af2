// Every difference in docs/differences.md and docs/reference/differences.md has a tag, and each that the reference tests or
// `lectern compare` name is on one of them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { namedReasons } from '../../cli/compare/index.ts';
import { differences } from '../reference/differences.ts';
import { graphqlDifferences, schemaDifferences } from '../reference/graphqlDifferences.ts';

const tags = ['**stricter**', '**extension**', '**behaviour**', '**unsupported**'];

/** The blocks of the page between empty lines, from the heading on. */
const blocksBelow = (page: string, heading: string): readonly string[] => {
  const text = readFileSync(page, 'utf8');
  expect(text).toContain(`\n## ${heading}\n`);
  return text.slice(text.indexOf(`\n## ${heading}\n`)).split(/\n{2,}/);
};

const itemsOf = (block: string): readonly string[] => block.split('\n').filter((line) => line.startsWith('- '));

const blocks = () => blocksBelow('docs/reference/differences.md', 'Requests and errors');
const noticed = () => blocksBelow('docs/differences.md', 'What a client of Strapi will notice').flatMap(itemsOf);

/** The first sentence of each item. */
const all = () => [...noticed(), ...blocks().flatMap(itemsOf)].map((item) => item.slice(2).split(/\. |\.$/)[0]);

it('every difference that clients notice ends with a tag', () => {
  const items = noticed();
  expect(items.length).toBeGreaterThan(10);
  expect(items.filter((item) => !tags.some((tag) => item.endsWith(`. ${tag}`)))).toEqual([]);
});

it('every list of the reference has a tag above it', () => {
  const untagged = blocks().filter(
    (block, index, list) => itemsOf(block).length > 0 && !tags.includes(list[index - 1] ?? ''),
  );
  expect(untagged).toEqual([]);
});

it('no difference is listed twice', () => {
  const listed = all();
  expect(listed.filter((difference, index) => listed.indexOf(difference) !== index)).toEqual([]);
});

it('every difference that the reference tests list is on one of the pages', () => {
  const listed = all();
  const known = Object.keys({ ...differences, ...graphqlDifferences, ...schemaDifferences });
  expect(known.filter((difference) => !listed.includes(difference))).toEqual([]);
});

it('every difference that the reference tests list has a step or a line of the schema', () => {
  const places = Object.entries({ ...differences, ...graphqlDifferences, ...schemaDifferences });
  expect(places.filter(([, steps]) => Object.values(steps).flat().length === 0)).toEqual([]);
});

it('the reference tests show every difference of GraphQL, except a few', () => {
  const [section = ''] = blocksBelow('docs/reference/differences.md', 'GraphQL')
    .join('\n')
    .split(/\n## (?!GraphQL)/);
  const items = itemsOf(section).map((item) => item.slice(2).split(/\. |\.$/)[0] ?? '');
  const named = Object.keys({ ...graphqlDifferences, ...schemaDifferences });
  // The types and documents of the recording are too small for these, and too complete.
  named.push(
    'All fields of an operation together may cost what one read may, and `graphql.maxDepth` limits their depth',
    'A relation without `pagination` has all its documents',
    '`pagination: { limit: -1 }` of a list has at most `api.rest.maxLimit` documents',
    'The error of a required value that is missing has the code `MISSING_VALUE`',
    'A text without quotes is 400 also inside of a JSON literal',
    'A type or a field whose name is taken has `_` at its end: `Error_`',
    'A required relation can be null',
  );
  expect(items.filter((item) => !named.includes(item))).toEqual([]);
});

it('every reason that `lectern compare` names is on one of the pages', () => {
  const listed = all();
  expect(namedReasons.filter(({ item }) => !listed.some((difference) => difference?.startsWith(item)))).toEqual([]);
});
