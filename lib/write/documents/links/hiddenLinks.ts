// Keeps the links that a caller may not see when the caller replaces a component that contains them.
import type { CheckedInput } from '../../input/index.ts';
import {
  builtInUids,
  componentOf,
  componentsIn,
  isOwningSide,
  type Attribute,
  type Attributes,
  type MorphAttribute,
  type RelationAttribute,
  type Schema,
} from '../../../schema/index.ts';
import { mapItems, type Link, type StoredComponent, type Transaction } from '../../../platform/db/index.ts';
import { isSameStored } from '../values/changedPaths.ts';
import type { RelatableDocuments } from './relatableTargets.ts';

/** Whether the caller may not see a document, by the uid of its type and its documentId. */
export type IsHidden = (uid: string, documentId: string) => boolean;

interface HiddenContext {
  readonly schema: Schema;
  readonly isHidden: IsHidden;
}

type LinkAttribute = RelationAttribute | MorphAttribute;

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

// The casts are safe: this folder wrote the stored values.
const linksOf = (value: unknown): readonly Link[] => listOf(value) as readonly Link[];
const componentsOf = (value: unknown): readonly StoredComponent[] => listOf(value) as readonly StoredComponent[];

const isLinkAttribute = (attribute: Attribute): attribute is LinkAttribute => isOwningSide(attribute);

/** The uid of the document that a link leads to. */
const targetUidOf = (attribute: LinkAttribute, { type = '' }: Link): string =>
  attribute.kind === 'relation' ? attribute.target : type;

const attributesOf = (schema: Schema, attribute: Attribute, { __component }: StoredComponent): readonly Attribute[] => [
  ...componentOf(schema, __component ?? componentsIn(attribute)[0] ?? '').attributes.values(),
];

/** @returns every link in the value of an attribute, at any depth, with the attribute that holds it */
const linksInside = (
  schema: Schema,
  attribute: Attribute,
  value: unknown,
): readonly (readonly [LinkAttribute, Link])[] => {
  if (isLinkAttribute(attribute)) return linksOf(value).map((link) => [attribute, link] as const);
  if (componentsIn(attribute).length === 0) return [];
  return componentsOf(value).flatMap((part) =>
    attributesOf(schema, attribute, part).flatMap((inner) => linksInside(schema, inner, part[inner.name])),
  );
};

/**
 * Finds which documents are hidden from the caller, among those that the components in a body link to in the database.
 *
 * @param before the stored values
 * @param relatable undefined: the caller sees everything
 * @param locale in which targets of a localized type are looked up
 * @returns undefined if none is hidden
 */
export const findHidden = async (
  unit: Transaction,
  schema: Schema,
  relatable: RelatableDocuments | undefined,
  before: Readonly<Record<string, unknown>>,
  input: CheckedInput,
  attributes: Attributes,
  locale: string,
): Promise<IsHidden | undefined> => {
  if (relatable === undefined) return undefined;
  const targets = new Map<string, Set<string>>();
  for (const name of input.keys()) {
    const attribute = attributes.get(name);
    if (attribute === undefined || componentsIn(attribute).length === 0) continue;
    for (const [holder, link] of linksInside(schema, attribute, before[name])) {
      const uid = targetUidOf(holder, link);
      targets.set(uid, (targets.get(uid) ?? new Set()).add(link.to));
    }
  }
  // Everyone who reads a document sees its files.
  targets.delete(builtInUids.file);
  const hidden = new Map(
    await mapItems(unit, [...targets], async ([uid, documentIds]) => {
      const type = schema.types.get(uid);
      return [uid, type && (await relatable.hidden(unit, type, [...documentIds], locale))] as const;
    }),
  );
  return [...hidden.values()].every((some) => some === undefined || some.size === 0)
    ? undefined
    : (uid, documentId) => hidden.get(uid)?.has(documentId) === true;
};

const isHiddenLink = ({ isHidden }: HiddenContext, attribute: LinkAttribute, link: Link): boolean =>
  isHidden(targetUidOf(attribute, link), link.to);

/** What the caller sees of a value, in a form that can be compared. Links differ in their order on the other side. */
const visiblePart = (context: HiddenContext, attribute: Attribute, value: unknown): unknown => {
  if (isLinkAttribute(attribute))
    return linksOf(value).flatMap((link) => (isHiddenLink(context, attribute, link) ? [] : [link.to]));
  // A default says nothing about an entry: new ones have it too.
  if (attribute.kind === 'scalar') return value === undefined || value === attribute.default ? null : value;
  return componentsOf(value).map((part) => [part.__component, visibleParts(context, attribute, part)]);
};

const visibleParts = (context: HiddenContext, attribute: Attribute, part: StoredComponent): readonly unknown[] =>
  attributesOf(context.schema, attribute, part).map((inner) => visiblePart(context, inner, part[inner.name]));

/** An entry of a list of components, as the caller sees it. */
interface VisibleEntry {
  readonly part: StoredComponent;
  readonly values: readonly unknown[];
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** The number of attributes with the same value; -1 for entries that are different components. */
const likenessOf = (one: VisibleEntry, other: VisibleEntry): number =>
  one.part.__component === other.part.__component
    ? one.values.filter((value, index) => !isEmpty(value) && isSameStored(value, other.values[index])).length
    : -1;

const isSameEntry = (one: VisibleEntry, other: VisibleEntry): boolean =>
  one.part.__component === other.part.__component && isSameStored(one.values, other.values);

/** With more comparisons than this, entries are only compared with those at the same position. */
const maxComparisons = 100_000;

/**
 * Finds the stored entry that each new entry was before. Stored entries have no identity: an entry that did not change is the
 * same at any position, and of the others those are paired that have most values in common. Entries without a common value
 * are paired if they have the same position.
 */
const pairEntries = (
  stored: readonly VisibleEntry[],
  entries: readonly VisibleEntry[],
): ReadonlyMap<VisibleEntry, VisibleEntry> => {
  const pairs = new Map<VisibleEntry, VisibleEntry>();
  const taken = new Set<VisibleEntry>();
  const pair = (entry: VisibleEntry, before: VisibleEntry): void => {
    if (pairs.has(entry) || taken.has(before)) return;
    pairs.set(entry, before);
    taken.add(before);
  };
  for (const [index, entry] of entries.entries()) {
    const before = stored[index];
    if (before !== undefined && isSameEntry(before, entry)) pair(entry, before);
  }
  const changed = entries.flatMap((entry, at) => (pairs.has(entry) ? [] : [{ entry, at }]));
  const remaining = stored.flatMap((before, at) => (taken.has(before) ? [] : [{ before, at }]));
  const isLong = changed.length * remaining.length > maxComparisons;
  const candidates = changed.flatMap(({ entry, at }) =>
    remaining.flatMap(({ before, at: atBefore }) => {
      const distance = Math.abs(at - atBefore);
      if (isLong && distance > 0) return [];
      const likeness = isSameEntry(before, entry) ? Infinity : likenessOf(before, entry);
      return likeness > 0 || (likeness === 0 && distance === 0) ? [{ entry, before, likeness, distance }] : [];
    }),
  );
  candidates.sort((one, other) =>
    one.likeness === other.likeness ? one.distance - other.distance : other.likeness - one.likeness,
  );
  for (const { entry, before } of candidates) pair(entry, before);
  return pairs;
};

/** Puts each hidden link behind all links that were before it. */
const keepLinks = (context: HiddenContext, attribute: LinkAttribute, before: unknown, after: unknown): unknown => {
  const stored = linksOf(before);
  const hidden = (link: Link): boolean => isHiddenLink(context, attribute, link);
  if (!attribute.many) return after ?? stored.find(hidden) ?? null;
  const order = new Map(stored.map(({ to }, index) => [to, index]));
  const links = [...linksOf(after)];
  for (const [index, link] of stored.entries())
    if (hidden(link)) links.splice(links.findLastIndex(({ to }) => (order.get(to) ?? index) < index) + 1, 0, link);
  return links;
};

const keepInComponent = (
  context: HiddenContext,
  attribute: Attribute,
  before: StoredComponent,
  after: StoredComponent,
): StoredComponent => ({
  ...after,
  ...Object.fromEntries(
    attributesOf(context.schema, attribute, before).flatMap((inner) => {
      const value = after[inner.name];
      const kept = keepHiddenLinks(context, inner, before[inner.name], value);
      return kept === value ? [] : [[inner.name, kept]];
    }),
  ),
});

/**
 * Adds the hidden links of a replaced value to the new value, at any depth.
 *
 * @param before the stored value of an attribute
 * @param after the new value; components that are not in it lose their links
 */
export const keepHiddenLinks = (
  context: HiddenContext,
  attribute: Attribute,
  before: unknown,
  after: unknown,
): unknown => {
  const links = linksInside(context.schema, attribute, before);
  if (!links.some(([holder, link]) => isHiddenLink(context, holder, link))) return after;
  if (isLinkAttribute(attribute)) return keepLinks(context, attribute, before, after);
  const entriesOf = (value: unknown): readonly VisibleEntry[] =>
    componentsOf(value).map((part) => ({ part, values: visibleParts(context, attribute, part) }));
  const [stored, entries] = [entriesOf(before), entriesOf(after)];
  const isList = Array.isArray(after);
  const pairs = isList ? pairEntries(stored, entries) : new Map(entries.map((entry) => [entry, stored[0]]));
  const kept = entries.map((entry) => {
    const was = pairs.get(entry);
    return was === undefined ? entry.part : keepInComponent(context, attribute, was.part, entry.part);
  });
  return isList ? kept : (kept[0] ?? null);
};
