// Comparing long lists.
import { expect, it } from 'vitest';
import { diffValues } from '../../../lib/history/versions/diffValues.ts';
import { componentFile, schemaOf, typeFile } from '../../setup/schema.ts';

const schema = schemaOf({
  'page.json': typeFile('page', { rows: { type: 'component', component: 'part.row', repeatable: true } }),
  'components/part/row.json': componentFile({ text: { type: 'string' } }),
});
const attributes = schema.types.get('api::page.page')?.attributes ?? new Map();

const rowsOf = (ids: readonly number[]) => ({ rows: ids.map((id) => ({ id, text: 'same' })) });

const movedIds = (from: readonly number[], to: readonly number[]) =>
  diffValues(schema, attributes, rowsOf(from), rowsOf(to)).map(({ change, id }) => [change, id]);

/** The CPU time of a comparison in which the first of so many entries has become the last. */
const millisecondsFor = (length: number): number => {
  const ids = Array.from({ length }, (_, index) => index);
  const started = process.cpuUsage();
  expect(movedIds(ids, [...ids.slice(1), 0])).toEqual([['moved', 0]]);
  // The system counts the sum of both exactly, and either one in steps of ten milliseconds.
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
};

it('names the fewest entries that moved', () => {
  expect(movedIds([1, 2, 3, 4, 5], [5, 1, 3, 2, 4])).toEqual([
    ['moved', 5],
    ['moved', 3],
  ]);
});

it('takes time in proportion to the entries', () => {
  millisecondsFor(5_000);
  // Sixteen times as long; in quadratic time it would take 256 times.
  expect(millisecondsFor(80_000) / millisecondsFor(5_000)).toBeLessThan(100);
});
