// Tables for people and for scripts.
import { expect, test } from 'vitest';
import { formatTable } from '../../cli/terminal/formatTable.ts';

const titles = ['ID', 'NAME', 'TYPE'];
const rows = [
  ['1', 'site', 'read-only'],
  ['12', 'importer', ''],
];

test('a terminal gets columns with titles', () => {
  expect(formatTable(titles, rows, true)).toEqual(['ID  NAME      TYPE', '1   site      read-only', '12  importer']);
});

test('a script gets the cells, separated by tabs', () => {
  expect(formatTable(titles, rows, false)).toEqual(['1\tsite\tread-only', '12\timporter\t']);
});

test('an empty table has its titles on a terminal', () => {
  expect([formatTable(titles, [], true), formatTable(titles, [], false)]).toEqual([['ID  NAME  TYPE'], []]);
});
