// Finds in what two values of a document differ: attribute by attribute, lists of components by entry.
import { isObject, type JsonObject } from './jsonValues.ts';

/** How attributes are read: those of the site's schema, or those of the editor's. */
export interface ComparedModel<Attribute> {
  /** `entries`: a list of components, or a dynamic zone. */
  readonly shapeOf: (attribute: Attribute) => 'value' | 'component' | 'entries';
  /** @returns the attributes of the component that a value is; none if it is unknown */
  readonly attributesOf: (
    attribute: Attribute,
    component: JsonObject,
  ) => Iterable<readonly [name: string, attribute: Attribute]>;
  /** Whether a component that one side does not have is compared with nothing, attribute by attribute. */
  readonly comparesWithNothing: boolean;
  readonly isSame: (attribute: Attribute, from: unknown, to: unknown) => boolean;
  /** @returns a function that returns the same key for the same entry of both lists */
  readonly identify: (from: readonly JsonObject[]) => (entry: JsonObject) => string;
}

export interface AttributeDifference<Attribute> {
  readonly name: string;
  readonly attribute: Attribute;
  readonly from: unknown;
  readonly to: unknown;
  /** Of a component that is alone. */
  readonly parts?: readonly AttributeDifference<Attribute>[];
  /** Of a list: the entries that only `from` has, and then the others in the order of `to`. */
  readonly entries?: readonly EntryDifference<Attribute>[];
}

/** `changed`: only its values differ. */
export type EntryChange = 'added' | 'removed' | 'moved' | 'changed';

/** An entry that is in one of the lists, that moved, or whose values differ. */
export interface EntryDifference<Attribute> {
  /** In `to`, or else in `from`. */
  readonly present: PlacedEntry;
  /** Undefined: the list does not have it. */
  readonly from: PlacedEntry | undefined;
  readonly to: PlacedEntry | undefined;
  readonly change: EntryChange;
  /** What differs in it, also if it moved; of an entry that one list has: what is not empty. */
  readonly parts: readonly AttributeDifference<Attribute>[];
}

interface PlacedEntry {
  readonly entry: JsonObject;
  readonly index: number;
}

const none: JsonObject = {};

/** The length of the longest run that the position can continue. */
const continuedLength = (ends: readonly number[], position: number): number => {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? Infinity) >= position) high = middle;
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

const objectsOf = (list: unknown): readonly JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

const compareComponents = <Attribute>(
  model: ComparedModel<Attribute>,
  attribute: Attribute,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): readonly AttributeDifference<Attribute>[] => {
  if ((from === undefined || to === undefined) && !model.comparesWithNothing) return [];
  return compareAttributes(model, model.attributesOf(attribute, to ?? from ?? none), from ?? none, to ?? none);
};

const compareEntries = <Attribute>(
  model: ComparedModel<Attribute>,
  attribute: Attribute,
  from: unknown,
  to: unknown,
): readonly EntryDifference<Attribute>[] => {
  const [old, now] = [objectsOf(from), objectsOf(to)];
  const keyOf = model.identify(old);
  const placesIn = (list: readonly JsonObject[]): ReadonlyMap<string, PlacedEntry> =>
    new Map(list.map((entry, index) => [keyOf(entry), { entry, index }]));
  const [before, after] = [placesIn(old), placesIn(now)];
  const unmoved = unmovedAmong([...after.keys()].flatMap((key) => before.get(key)?.index ?? []));
  const removed = [...before].filter(([key]) => !after.has(key));
  return [...removed, ...after].flatMap(([key, present]): readonly EntryDifference<Attribute>[] => {
    const [older, newer] = [before.get(key), after.get(key)];
    const parts = compareComponents(model, attribute, older?.entry, newer?.entry);
    const change =
      older === undefined ? 'added' : newer === undefined ? 'removed' : unmoved.has(older.index) ? 'changed' : 'moved';
    return change === 'changed' && parts.length === 0
      ? []
      : [{ ...{ present, from: older, to: newer }, change, parts }];
  });
};

/** @returns the attributes whose values differ, in the order of `attributes` */
export const compareAttributes = <Attribute>(
  model: ComparedModel<Attribute>,
  attributes: Iterable<readonly [name: string, attribute: Attribute]>,
  from: JsonObject,
  to: JsonObject,
): readonly AttributeDifference<Attribute>[] =>
  [...attributes].flatMap(([name, attribute]): readonly AttributeDifference<Attribute>[] => {
    const [old, now] = [from[name], to[name]];
    if (model.isSame(attribute, old, now)) return [];
    const difference = { name, attribute, from: old, to: now };
    switch (model.shapeOf(attribute)) {
      case 'value':
        return [difference];
      case 'component': {
        const [before, after] = [isObject(old) ? old : undefined, isObject(now) ? now : undefined];
        const parts = compareComponents(model, attribute, before, after);
        return [{ ...difference, parts }];
      }
      case 'entries':
        return [{ ...difference, entries: compareEntries(model, attribute, old, now) }];
    }
  });
