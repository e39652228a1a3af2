// Finds in what two versions of a document differ: attribute by attribute, lists by entry. Texts are compared where they are shown.
import { diffComm } from 'node-diff3';
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { entryFinder } from '../../form/entries.ts';
import { entryTitle } from '../../form/entryTitle.ts';
import { attributesOf } from '../../form/isComplete.ts';
import type { Entry, FormValue, FormValues, LinkedDocument, LinkedFile } from '../../form/types.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import { kindOf } from '../../schema/kindOf.ts';
import type { Attribute, Attributes, EditorSchema } from '../../schema/types.ts';
import { comparedText } from '../saving/mergeValues.ts';

/** What happened to an entry, or to a component that is alone. */
export type EntryChange = 'added' | 'removed' | 'moved' | 'changed';

export type Link = LinkedFile | LinkedDocument;

/** The difference of two values. */
export type Difference =
  | { readonly kind: 'value'; readonly attribute: Attribute; readonly from: FormValue; readonly to: FormValue }
  | { readonly kind: 'links'; readonly from: readonly Link[]; readonly to: readonly Link[] }
  | { readonly kind: 'component'; readonly change: EntryChange; readonly parts: readonly NamedDifference[] }
  | { readonly kind: 'entries'; readonly entries: readonly EntryDifference[] };

export interface NamedDifference {
  /** Of the attribute. */
  readonly name: string;
  readonly label: string;
  readonly difference: Difference;
}

export interface EntryDifference {
  readonly key: string;
  /** The name of its component, and what names the entry. */
  readonly label: string;
  readonly change: EntryChange;
  readonly parts: readonly NamedDifference[];
}

const listOf = (value: FormValue): readonly FormValue[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? (value as readonly FormValue[]) : [value];

const isEmpty = (value: FormValue): boolean => value === '' || listOf(value).length === 0;

const none: FormValues = {};

/** The keys of the entries that both lists have and that kept their order. */
const findStill = (from: readonly string[], to: readonly string[]): ReadonlySet<string> => {
  // The package does not declare the types of its results.
  const chunks = diffComm([...from], [...to]) as readonly { common?: string[] }[];
  return new Set(chunks.flatMap(({ common = [] }) => common));
};

const compareEntries = (
  schema: EditorSchema,
  attribute: Attribute,
  from: readonly Entry[],
  to: readonly Entry[],
): readonly EntryDifference[] => {
  const [findFrom, findTo] = [entryFinder(from), entryFinder(to)];
  /** The same for the same entry of both lists. */
  const keyOf = (entry: Entry): string => (findFrom(entry) ?? entry).__key;
  const still = findStill(from.map(keyOf), to.map(keyOf));
  const describe = (entry: Entry, change: EntryChange, parts: readonly NamedDifference[]): EntryDifference => {
    const component = schema.components.get(entry.__component ?? attribute.component ?? '');
    const title = component === undefined ? undefined : entryTitle(component, entry);
    const names = [component?.displayName, title].filter((name) => name !== undefined);
    return { key: `${change} ${entry.__key}`, label: names.join(': '), change, parts };
  };
  const removed = from
    .filter((entry) => findTo(entry) === undefined)
    .map((entry) =>
      describe(entry, 'removed', compareAttributes(schema, attributesOf(schema, attribute, entry), entry, none)),
    );
  const others = to.flatMap((entry) => {
    const before = findFrom(entry);
    const parts = compareAttributes(schema, attributesOf(schema, attribute, entry), before ?? none, entry);
    if (before === undefined) return [describe(entry, 'added', parts)];
    if (!still.has(keyOf(entry))) return [describe(entry, 'moved', parts)];
    return parts.length === 0 ? [] : [describe(entry, 'changed', parts)];
  });
  return [...others, ...removed];
};

const compareComponent = (schema: EditorSchema, attribute: Attribute, from: FormValue, to: FormValue): Difference => {
  const change = !isObject(from) ? 'added' : !isObject(to) ? 'removed' : 'changed';
  const attributes = attributesOf(schema, attribute, {});
  const parts = compareAttributes(schema, attributes, isObject(from) ? from : none, isObject(to) ? to : none);
  return { kind: 'component', change, parts };
};

/** The casts are what `FormValue` says of each kind. */
const compareValue = (schema: EditorSchema, attribute: Attribute, from: FormValue, to: FormValue): Difference => {
  switch (kindOf(attribute)) {
    case 'scalar':
    case 'password':
      return { kind: 'value', attribute, from, to };
    case 'file':
    case 'files':
    case 'relation':
      return { kind: 'links', from: listOf(from) as readonly Link[], to: listOf(to) as readonly Link[] };
    case 'component':
      return compareComponent(schema, attribute, from, to);
    case 'components':
    case 'zone':
      return {
        kind: 'entries',
        entries: compareEntries(schema, attribute, listOf(from) as readonly Entry[], listOf(to) as readonly Entry[]),
      };
  }
};

/**
 * @param from the values of the older version, and `to` of the newer one; the same objects are the same values
 * @returns the attributes whose values differ, in the order of `attributes`. What a version does not contain is empty, and
 *   passwords are in no version.
 */
export const compareAttributes = (
  schema: EditorSchema,
  attributes: Attributes,
  from: FormValues,
  to: FormValues,
): readonly NamedDifference[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    const [before, after] = [from[name], to[name]];
    if (attribute.type === 'password' || before === after || (isEmpty(before) && isEmpty(after))) return [];
    const text = (value: FormValue) => comparedText(schema, attribute, value);
    if (text(before) === text(after)) return [];
    const difference = compareValue(schema, attribute, before, after);
    return [{ name, label: attributeLabel(attributes, name), difference }];
  });
