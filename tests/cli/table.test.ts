// Rows as people and as scripts read them.
import { expect, test } from 'vitest';
import { table } from '../../lib/tools/cli/table.ts';

const titles = ['ID', 'NAME', 'TYPE'];
const rows = [
  ['1', 'site', 'read-only'],
  ['12', 'importer', ''],
];

test('people get columns with titles', () => {
  expect(table(titles, rows, true)).toEqual(['ID  NAME      TYPE', '1   site      read-only', '12  importer']);
});

test('scripts get the cells alone, with tabs between them', () => {
  expect(table(titles, rows, false)).toEqual(['1\tsite\tread-only', '12\timporter\t']);
});

test('where there is nothing people see the titles', () => {
  expect([table(titles, [], true), table(titles, [], false)]).toEqual([['ID  NAME  TYPE'], []]);
});
