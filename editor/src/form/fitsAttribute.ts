// Finds values that no form can show, because a deployment changed the type of their attribute after they were typed.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, EditorSchema } from '../schema/types.ts';
import { mapAttributes, mapComponents } from './components.ts';
import { isEntry } from './entries.ts';
import type { FormValue, FormValues } from './types.ts';

const isLink = (value: unknown): boolean => isObject(value) && typeof value.documentId === 'string';

const numbers: ReadonlySet<string> = new Set(['integer', 'biginteger', 'float', 'decimal']);

const isScalar = ({ type }: Attribute, value: FormValue): boolean => {
  if (type === 'json') return true;
  if (type === 'blocks') return Array.isArray(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' || (numbers.has(type) && typeof value === 'number');
};

/** Whether the value is one of the attribute's kind, whatever is inside a component. An empty value is. */
export const fitsAttribute = (attribute: Attribute, value: FormValue): boolean => {
  if (value === null || value === undefined) return true;
  const items: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  switch (kindOf(attribute)) {
    case 'scalar':
    case 'password':
      return isScalar(attribute, value);
    case 'file':
      return isLink(value);
    case 'files':
      return items?.every(isLink) === true;
    case 'relation':
      return items?.every((link) => isObject(link) && isLink(link) && typeof link.uid === 'string') === true;
    case 'component':
      return isObject(value);
    case 'components':
      return items?.every(isEntry) === true;
    case 'zone':
      return items?.every((entry) => isEntry(entry) && typeof entry.__component === 'string') === true;
  }
};

/** @returns the values without those that are not of their attribute's kind, at any depth; what is no attribute stays */
export const withoutMisfits = (schema: EditorSchema, attributes: Attributes, values: FormValues): FormValues =>
  mapAttributes(attributes, values, (attribute, value) =>
    fitsAttribute(attribute, value)
      ? mapComponents(schema, attribute, value, (inner, of) => withoutMisfits(schema, of, inner))
      : undefined,
  );
