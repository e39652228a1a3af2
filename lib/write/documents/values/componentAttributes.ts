// Finds the attributes of a stored component.
import { componentsIn, type Attribute, type Attributes, type Schema } from '../../../schema/index.ts';
import type { StoredComponent } from '../../../platform/db/index.ts';

const noAttributes: Attributes = new Map();

/**
 * @param attribute the attribute that holds the component; only components in dynamic zones name their type themselves
 * @returns none for a component that the schema no longer has: reads leave it out, and nothing in it has a meaning
 */
export const componentAttributes = (
  schema: Schema,
  attribute: Attribute,
  { __component }: StoredComponent,
): Attributes => schema.components.get(__component ?? componentsIn(attribute)[0] ?? '')?.attributes ?? noAttributes;
