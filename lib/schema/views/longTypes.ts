// The types of attributes whose values no cell of a list shows.
import type { AttributeTypeName } from '../attributeTypes.ts';

/** Their values are too long for a cell, or are never shown. */
export const longTypes: ReadonlySet<string> = new Set<AttributeTypeName>([
  'blocks',
  'component',
  'dynamiczone',
  'json',
  'password',
  'richtext',
]);
