// Finds the attributes of a stored component.
import { componentOf, componentsIn, type Attribute, type Attributes, type Schema } from '../../../schema/index.ts';
import type { StoredComponent } from '../../../platform/db/index.ts';

/** @param attribute the attribute that holds the component; only components in dynamic zones name their type themselves */
export const componentAttributes = (
  schema: Schema,
  attribute: Attribute,
  { __component }: StoredComponent,
): Attributes => componentOf(schema, __component ?? componentsIn(attribute)[0] ?? '').attributes;
