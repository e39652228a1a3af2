// Checks which entries of lists are the same, including very long lists.
import { describe, expect, it } from 'vitest';
import { pairEntries } from '../../../lib/write/documents/links/pairEntries.ts';
import { comparableEntries } from '../../../lib/write/documents/values/comparableEntries.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { schemaOf, componentFile, typeFile } from '../../setup/schema.ts';

const schema = schemaOf({
  'components/part/row.json': componentFile({ name: { type: 'string' }, data: { type: 'json' } }),
  'list.json': typeFile('list', { rows: { type: 'component', component: 'part.row', repeatable: true } }),
});
const rows = typeOf(schema, 'api::list.list').attributes.get('rows');
if (rows === undefined) throw new Error('The type has no rows');

const entriesOf = (values: readonly object[]) => comparableEntries(schema, rows, values, (_, value) => value ?? null);

/** For each new entry, the position of the stored one. */
const positions = (before: readonly object[], after: readonly object[]): readonly number[] => {
  const [stored, entries] = [entriesOf(before), entriesOf(after)];
  const pairs = pairEntries(stored, entries);
  return entries.map((entry) => {
    const was = pairs.get(entry);
    return was === undefined ? -1 : stored.indexOf(was);
  });
};

const many = (count: number, row: (index: number) => object): readonly object[] =>
  Array.from({ length: count }, (_, index) => row(index));

describe('pairEntries', () => {
  it('serializes every value once, also when all entries change', () => {
    let serialized = 0;
    const row = (text: string) => ({
      data: {
        toJSON: () => {
          serialized += 1;
          return text;
        },
      },
    });
    positions(
      many(90, (index) => row(`before ${index}`)),
      many(90, (index) => row(`after ${index}`)),
    );
    expect(serialized).toBe(180);
  });

  it('pairs many entries that all moved, of any type of value', () => {
    const before = many(5000, (index) => ({ name: 'a', data: { at: new Date(index), size: BigInt(index), list: [] } }));
    expect(positions(before, before.toReversed())).toEqual(many(5000, (index) => Object(4999 - index)).map(Number));
  });

  const row = (name: string) => (index: number) => ({ name, data: index });

  it('pairs entries by their ids, and the others as they look', () => {
    const before = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, name: 'c' },
    ];
    const after = [
      { id: 3, name: 'a' },
      { id: 9, name: 'c' },
      { id: 1, name: 'x' },
      { id: 10, name: 'b' },
    ];
    expect(positions(before, after)).toEqual([2, -1, 0, 1]);
  });

  it('pairs changed entries by their common values', () => {
    expect(positions(many(100, row('a')), many(100, row('b')).toReversed())[0]).toBe(99);
  });

  it('pairs very many changed entries by their position only', () => {
    const after = many(101, row('b')).toReversed();
    expect(positions(many(101, row('a')), after)).toEqual([...Array(101).keys()]);
  });
});
