// Keeps the links that a caller may not see when the caller replaces a component that contains them.
import type { CheckedInput } from '../../input/index.ts';
import {
  builtInUids,
  componentsIn,
  isOwningSide,
  type Attribute,
  type Attributes,
  type LinkAttribute,
  type Schema,
} from '../../../schema/index.ts';
import {
  componentAttributes,
  linksIn,
  linksOf,
  mapItems,
  mapValues,
  targetUidOf,
  type Link,
  type StoredComponent,
  type Transaction,
} from '../../../platform/db/index.ts';
import { comparableEntries, type CompareLeaf } from '../values/comparableEntries.ts';
import { pairEntries } from './pairEntries.ts';
import type { RelatableDocuments } from './relatableTargets.ts';

/** Whether the caller may not see a document, by the uid of its type and its documentId. */
export type IsHidden = (uid: string, documentId: string) => boolean;

interface HiddenContext {
  readonly schema: Schema;
  readonly isHidden: IsHidden;
}

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
  const replaced = [...input.keys()].flatMap((name) => attributes.get(name) ?? []);
  const holders = replaced.filter((attribute) => componentsIn(attribute).length > 0);
  for (const { uid, link } of linksIn(schema, holders, before))
    targets.set(uid, (targets.get(uid) ?? new Set()).add(link.to));
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

/** What the caller sees of a value. Links differ in their order on the other side. */
const visibleValue =
  (context: HiddenContext): CompareLeaf =>
  (attribute, value) => {
    if (isOwningSide(attribute))
      return linksOf(value).flatMap((link) => (isHiddenLink(context, attribute, link) ? [] : [link.to]));
    if (value === undefined || attribute.type === 'password') return null;
    // A default says nothing about an entry: new ones have it too.
    return attribute.kind === 'scalar' && value === attribute.default ? null : value;
  };

/** Puts each hidden link behind all links that were before it. */
const keepLinks = (context: HiddenContext, attribute: LinkAttribute, before: unknown, after: unknown): unknown => {
  const stored = linksOf(before);
  const hidden = (link: Link): boolean => isHiddenLink(context, attribute, link);
  if (!attribute.many) return after ?? stored.find(hidden) ?? null;
  const order = new Map(stored.map(({ to }, index) => [to, index]));
  const remaining = [...stored.entries()].filter(([, link]) => hidden(link));
  const links: Link[] = [];
  // From the last to the first, so that the time does not grow with the product of their numbers.
  for (const link of linksOf(after).toReversed()) {
    const at = order.get(link.to) ?? Infinity;
    while ((remaining.at(-1)?.[0] ?? -1) > at) links.push(...remaining.splice(-1).map(([, kept]) => kept));
    links.push(link);
  }
  return [...remaining.map(([, kept]) => kept), ...links.toReversed()];
};

const keepInComponent = (
  context: HiddenContext,
  attribute: Attribute,
  before: StoredComponent,
  after: StoredComponent,
): StoredComponent =>
  mapValues(componentAttributes(context.schema, attribute, before), after, (value, inner) =>
    keepHiddenLinks(context, inner, before[inner.name], value),
  );

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
  const links = linksIn(context.schema, [attribute], { [attribute.name]: before });
  if (!links.some(({ uid, link }) => context.isHidden(uid, link.to))) return after;
  if (isOwningSide(attribute)) return keepLinks(context, attribute, before, after);
  const leaf = visibleValue(context);
  const stored = comparableEntries(context.schema, attribute, before, leaf);
  const entries = comparableEntries(context.schema, attribute, after, leaf);
  const isList = Array.isArray(after);
  const pairs = isList ? pairEntries(stored, entries) : new Map(entries.map((entry) => [entry, stored[0]]));
  const kept = entries.map((entry) => {
    const was = pairs.get(entry);
    return was === undefined ? entry.part : keepInComponent(context, attribute, was.part, entry.part);
  });
  return isList ? kept : (kept[0] ?? null);
};
