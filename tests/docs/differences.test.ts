// Every row of docs/differences.md and docs/reference/differences.md has one tag, and every difference that the reference tests
// or `lectern compare` name has a row in the second.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { namedReasons } from '../../cli/compare/index.ts';
import { differences } from '../reference/differences.ts';

const tags = ['**stricter**', '**extension**', '**behaviour**', '**unsupported**'];

/** The rows of the tables of the page below the heading, without headers, as lists of cells. */
const rowsBelow = (page: string, heading: string): readonly (readonly string[])[] => {
  const text = readFileSync(page, 'utf8');
  expect(text).toContain(`\n## ${heading}\n`);
  return text
    .slice(text.indexOf(`\n## ${heading}\n`))
    .split('\n')
    .filter((line, index, lines) => line.startsWith('| ') && lines[index + 1]?.startsWith('| --') !== true)
    .filter((line) => !line.startsWith('| --'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
};

const noticed = () => rowsBelow('docs/differences.md', 'What a client of Strapi will notice');
const all = () => rowsBelow('docs/reference/differences.md', 'Requests and errors');

it('every row ends with one of the four tags', () => {
  const rows = [...noticed(), ...all()];
  expect(rows.filter((cells) => !tags.includes(cells.at(-1) ?? '')).map(([difference]) => difference)).toEqual([]);
});

it('no difference is listed twice', () => {
  const listed = all().map(([difference]) => difference);
  expect(listed.filter((difference, index) => listed.indexOf(difference) !== index)).toEqual([]);
});

it('every difference that the reference tests list has a row', () => {
  const listed = all().map(([difference]) => difference);
  expect(Object.keys(differences).filter((difference) => !listed.includes(difference))).toEqual([]);
});

it('every reason that `lectern compare` names has a row', () => {
  const listed = all().map(([difference]) => difference);
  expect(namedReasons.filter(({ row }) => !listed.some((difference) => difference?.startsWith(row)))).toEqual([]);
});
