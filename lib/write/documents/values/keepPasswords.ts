// Keeps stored passwords when a body or a hook replaces the component that holds them: neither knows them, so neither can
// send them back.
import { componentsIn, isOwningSide, type Attribute, type Attributes, type Schema } from '../../../schema/index.ts';
import { componentsOf, linksOf, type StoredComponent } from '../../../platform/db/index.ts';
import { comparableEntries, type CompareLeaf, groupByText, type ComparableEntry } from './comparableEntries.ts';
import { componentAttributes } from './componentAttributes.ts';
import { hasPasswordAttributes } from './passwords.ts';

type Pairs = ReadonlyMap<ComparableEntry, ComparableEntry>;

const pairByPosition = (stored: readonly ComparableEntry[], entries: readonly ComparableEntry[]): Pairs =>
  new Map(
    entries.flatMap((entry, index) => {
      const before = stored[index];
      return before !== undefined && before.part.__component === entry.part.__component ? [[entry, before]] : [];
    }),
  );

/** Only their order distinguishes equal entries, so all of them must be there, and others only behind them. */
const pairEqual = (
  stored: readonly ComparableEntry[],
  entries: readonly ComparableEntry[],
  isNew: (entry: ComparableEntry) => boolean,
): Pairs =>
  stored.length === 1 || (entries.length >= stored.length && entries.slice(stored.length).every(isNew))
    ? pairByPosition(stored, entries)
    : new Map();

/**
 * Entries have no identity. Certain are: the one changed entry of a list, if all others are unchanged at their positions, and
 * otherwise the entries that did not change. An entry that may be one or the other has no pair.
 *
 * @param isNew whether an entry that equals stored ones counts as added if it is behind them
 * @returns the stored entry of each new entry that has one
 */
export const pairCertainEntries = (
  stored: readonly ComparableEntry[],
  entries: readonly ComparableEntry[],
  isNew: (entry: ComparableEntry) => boolean,
): Pairs => {
  const changes = entries.filter(({ text }, index) => text !== stored[index]?.text).length;
  if (stored.length === entries.length && changes <= 1) return pairByPosition(stored, entries);
  const entriesByText = groupByText(entries);
  return new Map(
    [...groupByText(stored)].flatMap(([text, equal]) => [...pairEqual(equal, entriesByText.get(text) ?? [], isNew)]),
  );
};

type Values = Readonly<Record<string, unknown>>;

/** What a client can read of a value. Links differ in their order on the other side. */
const readableValue: CompareLeaf = (attribute, value) => {
  if (attribute.type === 'password') return null;
  return isOwningSide(attribute) ? linksOf(value).map(({ to }) => to) : (value ?? null);
};

/** Whether a body sets a password in a component, at any depth; null sets one too. */
const setsPassword = (schema: Schema, attribute: Attribute, part: StoredComponent): boolean =>
  [...componentAttributes(schema, attribute, part).values()].some((inner) =>
    inner.type === 'password'
      ? part[inner.name] !== undefined
      : componentsIn(inner).length > 0 &&
        componentsOf(part[inner.name]).some((nested) => setsPassword(schema, inner, nested)),
  );

const keepInValue = (schema: Schema, attribute: Attribute, before: unknown, after: unknown): unknown => {
  if (before === after || componentsIn(attribute).length === 0) return after;
  const keep = (stored: StoredComponent, part: StoredComponent): Values =>
    keepPasswords(schema, componentAttributes(schema, attribute, part), stored, part);
  if (!Array.isArray(after)) {
    const [[stored], [part]] = [componentsOf(before), componentsOf(after)];
    return stored === undefined || part === undefined ? after : keep(stored, part);
  }
  const entries = comparableEntries(schema, attribute, after, readableValue);
  const pairs = pairCertainEntries(comparableEntries(schema, attribute, before, readableValue), entries, ({ part }) =>
    setsPassword(schema, attribute, part),
  );
  return entries.map((entry) => {
    const stored = pairs.get(entry);
    return stored === undefined ? entry.part : keep(stored.part, entry.part);
  });
};

/**
 * @param before the stored values
 * @param after the values with the body applied
 * @returns `after`, with the stored passwords that the body does not contain: those of a component in the same attribute, and
 *   in lists those of entries that are certainly the same: no entry gets the password of another
 */
export const keepPasswords = (schema: Schema, attributes: Attributes, before: Values, after: Values): Values => {
  if (!hasPasswordAttributes(attributes, schema)) return after;
  const kept = [...attributes.values()].flatMap((attribute): readonly (readonly [string, unknown])[] => {
    const { name } = attribute;
    if (attribute.type === 'password')
      return after[name] === undefined && before[name] !== undefined ? [[name, before[name]]] : [];
    return after[name] === undefined ? [] : [[name, keepInValue(schema, attribute, before[name], after[name])]];
  });
  return { ...after, ...Object.fromEntries(kept) };
};
