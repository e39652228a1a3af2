// Compares the plain values of two versions. Entries of lists are matched by their ids.
import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf } from '../../contracts/index.ts';
import { componentOf, isObject, type Attribute, type Attributes, type Schema } from '../../schema/index.ts';
import type { versionContract } from './contract.ts';

type Values = Readonly<Record<string, unknown>>;

/** What differs between two versions. */
export type Difference = AnswerOf<typeof versionContract.operations.compareVersions>['data'][number];

interface Entry {
  readonly key: string;
  readonly value: Values;
  readonly index: number;
}

const entriesOf = (value: unknown): ReadonlyMap<string, Entry> => {
  const entries = (Array.isArray(value) ? value : []).filter(isObject);
  return new Map(
    entries.map((one, index) => {
      const key = JSON.stringify([one.__component, one.id]);
      return [key, { key, value: one, index }];
    }),
  );
};

/** The length of the longest run that the position can continue. */
const continuedLength = (ends: readonly number[], position: number): number => {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? Infinity) > position) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The most entries that can stay where they are: the longest increasing run of their positions. */
const unmovedAmong = (positions: readonly number[]): ReadonlySet<number> => {
  // The last position of the best run of each length, in increasing order, and the position before each in its run.
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const position of positions) {
    const length = continuedLength(ends, position);
    before.set(position, ends[length - 1]);
    ends[length] = position;
  }
  const unmoved = new Set<number>();
  for (let position = ends.at(-1); position !== undefined; position = before.get(position)) unmoved.add(position);
  return unmoved;
};

const diffEntries = (
  schema: Schema,
  attribute: Attribute,
  from: unknown,
  to: unknown,
  path: readonly string[],
): readonly Difference[] => {
  const [old, now] = [entriesOf(from), entriesOf(to)];
  const { type } = attribute;
  const pathTo = (index: number): string => [...path, String(index)].join('.');
  const unmoved = unmovedAmong([...now.keys()].flatMap((key) => old.get(key)?.index ?? []));
  const removed = [...old.values()]
    .filter(({ key }) => !now.has(key))
    .map(({ value, index }): Difference => {
      const places = { id: value.id, fromIndex: index, toIndex: null };
      return { path: pathTo(index), type, change: 'removed', from: value, to: null, ...places };
    });
  const others = [...now.values()].flatMap(({ key, value, index }): readonly Difference[] => {
    const was = old.get(key);
    const places = { id: value.id, fromIndex: was?.index ?? null, toIndex: index };
    if (was === undefined) return [{ path: pathTo(index), type, change: 'added', from: null, to: value, ...places }];
    const moved: Difference = { path: pathTo(index), type, change: 'moved', from: was.value, to: value, ...places };
    const uid = attribute.kind === 'component' ? attribute.component : String(value.__component);
    const { attributes } = componentOf(schema, uid);
    return [
      ...(unmoved.has(was.index) ? [] : [moved]),
      ...diffValues(schema, attributes, was.value, value, [...path, String(index)]),
    ];
  });
  return [...removed, ...others];
};

/** @returns the differences in the order of the attributes; a value that one side does not have is null there */
export const diffValues = (
  schema: Schema,
  attributes: Attributes,
  from: Values,
  to: Values,
  path: readonly string[] = [],
): readonly Difference[] =>
  [...attributes.values()].flatMap((attribute): readonly Difference[] => {
    const { name, type } = attribute;
    const inner = [...path, name];
    const [old, now] = [from[name] ?? null, to[name] ?? null];
    if (isDeepStrictEqual(old, now)) return [];
    if (attribute.kind === 'dynamiczone' || (attribute.kind === 'component' && attribute.repeatable))
      return diffEntries(schema, attribute, old, now, inner);
    if (attribute.kind === 'component' && isObject(old) && isObject(now))
      return diffValues(schema, componentOf(schema, attribute.component).attributes, old, now, inner);
    return [{ path: inner.join('.'), type, change: 'changed', from: old, to: now }];
  });
