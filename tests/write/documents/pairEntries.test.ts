// Checks which entries of lists are the same, including very long lists.
import { describe, expect, it } from 'vitest';
import { pairEntries } from '../../../lib/write/documents/links/pairEntries.ts';
import { comparableEntries } from '../../../lib/write/documents/values/comparableEntries.ts';
import { pairCertainEntries } from '../../../lib/write/documents/values/keepPasswords.ts';
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
const positions = (
  pair: typeof pairEntries,
  before: readonly object[],
  after: readonly object[],
): readonly number[] => {
  const [stored, entries] = [entriesOf(before), entriesOf(after)];
  const pairs = pair(stored, entries);
  return entries.map((entry) => {
    const was = pairs.get(entry);
    return was === undefined ? -1 : stored.indexOf(was);
  });
};
const pairers: readonly (readonly [string, typeof pairEntries])[] = [
  ['pairEntries', pairEntries],
  ['pairCertainEntries', (stored, entries) => pairCertainEntries(stored, entries, () => false)],
];

const many = (count: number, row: (index: number) => object): readonly object[] =>
  Array.from({ length: count }, (_, index) => row(index));

describe.each(pairers)('%s', (_, pair) => {
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
      pair,
      many(90, (index) => row(`before ${index}`)),
      many(90, (index) => row(`after ${index}`)),
    );
    expect(serialized).toBe(180);
  });

  it('pairs many entries that all moved, of any type of value', () => {
    const before = many(5000, (index) => ({ name: 'a', data: { at: new Date(index), size: BigInt(index), list: [] } }));
    expect(positions(pair, before, before.toReversed())).toEqual(
      many(5000, (index) => Object(4999 - index)).map(Number),
    );
  });
});

describe('pairEntries', () => {
  const row = (name: string) => (index: number) => ({ name, data: index });

  it('pairs changed entries by their common values', () => {
    expect(positions(pairEntries, many(100, row('a')), many(100, row('b')).toReversed())[0]).toBe(99);
  });

  it('pairs very many changed entries by their position only', () => {
    const after = many(101, row('b')).toReversed();
    expect(positions(pairEntries, many(101, row('a')), after)).toEqual([...Array(101).keys()]);
  });
});
