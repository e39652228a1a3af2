// Finds the attributes of a stored component.
import type { Attribute, Attributes, Schema } from '../../../schema/index.ts';
import { componentUidOf, type StoredComponent } from '../../../platform/db/index.ts';

const noAttributes: Attributes = new Map();

/**
 * @param attribute the attribute that holds the component
 * @returns none for a component that the schema no longer has: reads leave it out, and nothing in it has a meaning
 */
export const componentAttributes = (schema: Schema, attribute: Attribute, part: StoredComponent): Attributes =>
  schema.components.get(componentUidOf(attribute, part))?.attributes ?? noAttributes;
