// Brings stored components into a form in which entries of lists can be compared whose ids a body does not contain.
import { componentsIn, type Attribute, type Schema } from '../../../schema/index.ts';
import { componentAttributes, componentsOf, type StoredComponent } from '../../../platform/db/index.ts';

/** The comparable value of an attribute that holds no components: a scalar or links. */
export type CompareLeaf = (attribute: Attribute, value: unknown) => unknown;

/** An entry of a list of components, with texts that are equal for equal values. */
export interface ComparableEntry {
  readonly part: StoredComponent;
  /** The value of each attribute, in the order of the schema. */
  readonly values: readonly string[];
  /** The component and all values. */
  readonly text: string;
}

const comparableValue = (schema: Schema, attribute: Attribute, value: unknown, leaf: CompareLeaf): unknown =>
  componentsIn(attribute).length === 0
    ? leaf(attribute, value)
    : componentsOf(value).map((part) => [
        part.__component,
        [...componentAttributes(schema, attribute, part).values()].map((inner) =>
          comparableValue(schema, inner, part[inner.name], leaf),
        ),
      ]);

/** An attribute has values of one type, so a bigint is never compared with a text. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));

/**
 * Serializes each value once. Pairing compares every entry with many others, so comparing the values would be slow.
 *
 * @param value the components in an attribute
 */
export const comparableEntries = (
  schema: Schema,
  attribute: Attribute,
  value: unknown,
  leaf: CompareLeaf,
): readonly ComparableEntry[] =>
  componentsOf(value).map((part) => {
    const values = [...componentAttributes(schema, attribute, part).values()].map((inner) =>
      toText(comparableValue(schema, inner, part[inner.name], leaf)),
    );
    // JSON has no line breaks.
    return { part, values, text: [part.__component ?? '', ...values].join('\n') };
  });

/** @returns the entries by their text, in their order */
export const groupByText = (entries: readonly ComparableEntry[]): ReadonlyMap<string, readonly ComparableEntry[]> => {
  const groups = new Map<string, ComparableEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.text);
    if (group === undefined) groups.set(entry.text, [entry]);
    else group.push(entry);
  }
  return groups;
};
