// Finds components that an answer contains only in part, because they are nested deeper than the API populates.
import type { Attribute, Attributes, EditorSchema } from '../schema/types.ts';
import type { FormValue } from './types.ts';

const hasAll = (schema: EditorSchema, attributes: Attributes, values: object): boolean =>
  Object.entries(attributes).every(([name, attribute]) => {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    // A password is never in an answer.
    return attribute.type === 'password' || (value !== undefined && isComplete(schema, attribute, value));
  });

/** @returns the attributes of the component of a value */
export const attributesOf = (schema: EditorSchema, { type, component }: Attribute, value: object): Attributes => {
  const uid = type === 'component' ? component : (value as { readonly __component?: string }).__component;
  return schema.components.get(uid ?? '')?.attributes ?? {};
};

/**
 * Whether a value contains everything below it. A write replaces components as a whole, so it would delete what is missing.
 */
export const isComplete = (schema: EditorSchema, attribute: Attribute, value: FormValue): boolean => {
  if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return true;
  const components: readonly unknown[] = Array.isArray(value) ? value : [value];
  return components.every(
    (component) =>
      typeof component !== 'object' ||
      component === null ||
      hasAll(schema, attributesOf(schema, attribute, component), component),
  );
};
