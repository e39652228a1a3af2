// Merges a value that both sides changed: a text by lines, blocks by block, lists by entry or link, components by attribute.
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { attributesOf } from '../../form/components.ts';
import { entryFinder, isEntry, newEntryKey } from '../../form/entries.ts';
import { isToOne, toBody } from '../../form/toBody.ts';
import { kindOf } from '../../schema/kindOf.ts';
import type { Attribute, EditorSchema } from '../../schema/types.ts';
import type { FormValue, FormValues, LinkedDocument, LinkedFile } from '../../form/types.ts';
import { mergeLists, type MergedList } from './mergeLists.ts';

/** The merged value if this side wins what collides, if the other side wins, and with both, where the value can hold both. */
interface MergedValue {
  readonly own: FormValue;
  readonly other: FormValue;
  readonly both?: FormValue;
  readonly collides: boolean;
}

interface Versions<Value> {
  readonly base: Value;
  readonly own: Value;
  readonly other: Value;
}

/** Where both texts of an entry stay, the second is a new entry. */
export const withUniqueEntries = (entries: readonly FormValue[]): readonly FormValue[] => {
  const seen = new Set<unknown>();
  return entries.map((entry) => {
    if (!isEntry(entry)) return entry;
    const isRepeated = seen.has(entry.__key) || (entry.id !== undefined && seen.has(entry.id));
    seen.add(entry.__key).add(entry.id);
    return isRepeated ? { ...entry, id: undefined, __key: newEntryKey() } : entry;
  });
};

const mapLists = <Item>(
  { own, other, both, collides }: MergedList<Item>,
  change: (items: readonly Item[]) => FormValue,
): MergedValue => ({ own: change(own), other: change(other), both: change(both), collides });

const isText = (value: FormValue): value is string => typeof value === 'string';

const mergeText = ({ base, own, other }: Versions<string>): MergedValue => {
  const lines = (text: string) => text.split('\n');
  const lists = { base: lines(base), own: lines(own), other: lines(other) };
  return mapLists(
    mergeLists(lists, (line) => line),
    (merged) => merged.join('\n'),
  );
};

/** Whether the value is a list in all versions; what is empty is an empty list. */
const listsOf = ({ base, own, other }: Versions<FormValue>): Versions<readonly FormValue[]> | undefined => {
  const [before, local, foreign] = [base ?? [], own ?? [], other ?? []];
  return Array.isArray(before) && Array.isArray(local) && Array.isArray(foreign)
    ? {
        base: before as readonly FormValue[],
        own: local as readonly FormValue[],
        other: foreign as readonly FormValue[],
      }
    : undefined;
};

/** Merges the attributes of a component. `both` is missing: a component holds each attribute once. */
const mergeComponent = (
  schema: EditorSchema,
  attribute: Attribute,
  { base, own, other }: Versions<FormValues>,
): MergedValue => {
  const attributes = attributesOf(schema, attribute, own);
  const [local, foreign]: [Record<string, FormValue>, Record<string, FormValue>] = [{ ...own }, { ...own }];
  let collides = false;
  for (const [name, inner] of Object.entries(attributes)) {
    const merged = mergeValues(schema, inner, { base: base[name], own: own[name], other: other[name] });
    collides ||= merged.collides;
    // What a side does not contain stays absent.
    if (merged.own !== undefined) local[name] = merged.own;
    if (merged.other !== undefined) foreign[name] = merged.other;
  }
  return { own: local, other: foreign, collides };
};

/** Merges an entry that all three lists have. */
const mergeEntry = (schema: EditorSchema, attribute: Attribute, versions: Versions<FormValues>): MergedValue => {
  const { base, own, other } = versions;
  const [before, ownText, otherText] = [base, own, other].map((entry) => comparedText(schema, attribute, [entry]));
  if (ownText === otherText || otherText === before) return { own, other: own, collides: false };
  if (ownText === before) return { own: other, other, collides: false };
  return mergeComponent(schema, attribute, versions);
};

const mergeEntries = (
  schema: EditorSchema,
  attribute: Attribute,
  { base, own, other }: Versions<readonly FormValue[]>,
): MergedValue => {
  const [findBase, findOwn, findOther] = [entryFinder(base), entryFinder(own), entryFinder(other)];
  /** The entries that all lists have, by the key of the first list. Whatever they contain, they are the same. */
  const merged = new Map<string, MergedValue>();
  for (const before of base.filter(isEntry)) {
    const [local, foreign] = [findOwn(before), findOther(before)];
    if (local !== undefined && foreign !== undefined)
      merged.set(before.__key, mergeEntry(schema, attribute, { base: before, own: local, other: foreign }));
  }
  const keyOf = (entry: FormValue): string => findBase(entry)?.__key ?? '';
  /** An entry that a side removed, or added, must not differ. */
  const identify = (entry: FormValue): string => {
    const key = keyOf(entry);
    return merged.has(key) ? key : `${key} ${comparedText(schema, attribute, [entry])}`;
  };
  const lists = mergeLists({ base, own, other }, identify);
  const partsOf = (entry: FormValue): MergedValue =>
    merged.get(keyOf(entry)) ?? { own: entry, other: entry, collides: false };
  const all = lists.both.map(partsOf);
  return {
    own: withUniqueEntries(lists.own.map((entry) => partsOf(entry).own)),
    other: withUniqueEntries(lists.other.map((entry) => partsOf(entry).other)),
    both: withUniqueEntries(all.flatMap((parts) => (parts.collides ? [parts.own, parts.other] : [parts.own]))),
    collides: lists.collides || all.some(({ collides }) => collides),
  };
};

/** The values of files and relations are lists of such links. */
const linkText = (link: FormValue): string => {
  const { documentId, uid } = link as LinkedFile & Partial<LinkedDocument>;
  return `${uid ?? ''} ${documentId}`;
};

/**
 * Has the links that no side removed, in the order of this side, or of the other side if only that moved some of them, and then
 * those that only the second of both added.
 */
const mergeLinks = ({ base, own, other }: Versions<readonly FormValue[]>): MergedValue => {
  const keysOf = (links: readonly FormValue[]): ReadonlySet<string> => new Set(links.map(linkText));
  const [before, local, foreign] = [keysOf(base), keysOf(own), keysOf(other)];
  const isCommon = (key: string): boolean => before.has(key) && local.has(key) && foreign.has(key);
  const orderOf = (links: ReadonlySet<string>): string => JSON.stringify([...links].filter(isCommon));
  const onlyOtherMoved = orderOf(local) === orderOf(before) && orderOf(foreign) !== orderOf(before);
  const [first, second, known] = onlyOtherMoved ? [other, own, foreign] : [own, other, local];
  const kept = first.filter((link) => isCommon(linkText(link)) || !before.has(linkText(link)));
  const added = second.filter((link) => !before.has(linkText(link)) && !known.has(linkText(link)));
  const links = [...kept, ...added];
  return { own: links, other: links, collides: false };
};

/** @returns undefined if no part of the value can be merged */
const mergeParts = (
  schema: EditorSchema,
  attribute: Attribute,
  versions: Versions<FormValue>,
): MergedValue | undefined => {
  const { base, own, other } = versions;
  const kind = kindOf(attribute);
  if (attribute.type === 'text' || attribute.type === 'richtext')
    return isText(base) && isText(own) && isText(other) ? mergeText({ base, own, other }) : undefined;
  if (kind === 'component')
    return isObject(base) && isObject(own) && isObject(other)
      ? mergeComponent(schema, attribute, { base, own, other })
      : undefined;
  const lists = listsOf(versions);
  if (lists === undefined) return undefined;
  if (attribute.type === 'blocks')
    return mapLists(
      mergeLists(lists, (block) => JSON.stringify(block)),
      (blocks) => blocks,
    );
  if (kind === 'components' || kind === 'zone') return mergeEntries(schema, attribute, lists);
  if (kind === 'files' || (kind === 'relation' && !isToOne(attribute))) return mergeLinks(lists);
  return undefined;
};

const hasEntries: ReadonlySet<string> = new Set(['component', 'components', 'zone']);

/**
 * Compares values as a body contains them, because the keys of entries in the form are of no interest to the API.
 *
 * @returns the same text for the same value
 */
export const comparedText = (schema: EditorSchema, attribute: Attribute, value: FormValue): string => {
  const written = toBody({ attributes: { value: attribute } }, schema, { value });
  // No body contains what is not complete.
  const compared = Object.keys(written).length > 0 ? written : value;
  // Long texts have no entries, and a function of each of their nodes would take five times as long.
  if (!hasEntries.has(kindOf(attribute))) return JSON.stringify(compared);
  return JSON.stringify(compared, (key, inner: unknown) => (key === '__key' ? undefined : inner));
};

/**
 * Merges the changes of two sides.
 *
 * @param versions the values of one attribute; `base` is what both sides began with
 */
export const mergeValues = (schema: EditorSchema, attribute: Attribute, versions: Versions<FormValue>): MergedValue => {
  const { base, own, other } = versions;
  const text = (value: FormValue) => comparedText(schema, attribute, value);
  const [before, ownText, otherText] = [text(base), text(own), text(other)];
  // The same text keeps the user's own object, and with it what the form shows of it.
  if (ownText === otherText) return { own, other: own, collides: false };
  if (ownText === before) return { own: other, other, collides: false };
  if (otherText === before) return { own, other: own, collides: false };
  return mergeParts(schema, attribute, versions) ?? { own, other, collides: true };
};
