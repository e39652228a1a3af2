// What an attribute is called.
import { labelOf } from './labelOf.ts';
import type { Attributes } from './types.ts';

/** @returns the label of the view, or else the name as people read it, also of an attribute that the type lacks */
export const attributeLabel = (attributes: Attributes, name: string): string =>
  attributes[name]?.label ?? labelOf(name);
