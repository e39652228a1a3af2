// Brings stored components into a form in which entries of lists, which have no identity, can be compared.
import { componentsIn, type Attribute, type Schema } from '../../../schema/index.ts';
import { componentsOf, type StoredComponent } from '../../../platform/db/index.ts';
import { componentAttributes } from './componentAttributes.ts';

/** The comparable value of an attribute that holds no components: a scalar or links. */
export type CompareLeaf = (attribute: Attribute, value: unknown) => unknown;

const comparableValue = (schema: Schema, attribute: Attribute, value: unknown, leaf: CompareLeaf): unknown =>
  componentsIn(attribute).length === 0
    ? leaf(attribute, value)
    : componentsOf(value).map((part) => [part.__component, comparableValues(schema, attribute, part, leaf)]);

/** @returns the comparable value of each attribute of a component, in the order of the schema */
export const comparableValues = (
  schema: Schema,
  attribute: Attribute,
  part: StoredComponent,
  leaf: CompareLeaf,
): readonly unknown[] =>
  [...componentAttributes(schema, attribute, part).values()].map((inner) =>
    comparableValue(schema, inner, part[inner.name], leaf),
  );
