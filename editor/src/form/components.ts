// The walk over the components in values, and what needs nothing else: which values are complete, and those without passwords.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import { joinPath } from './paths.ts';
import type { FormValue, FormValues } from './types.ts';

export const hasComponents = ({ type }: Attribute): boolean => type === 'component' || type === 'dynamiczone';

/** @returns the attributes of the component of a value */
export const attributesOf = (schema: EditorSchema, { type, component }: Attribute, value: FormValues): Attributes =>
  schema.components.get(type === 'component' ? (component ?? '') : String(value.__component))?.attributes ?? {};

interface FoundComponent {
  readonly attributes: Attributes;
  readonly values: FormValues;
  readonly path: string;
}

/** @param path of the value @returns each component directly in the value of an attribute, with its path */
export const componentsIn = (
  schema: EditorSchema,
  attribute: Attribute,
  value: FormValue,
  path = '',
): readonly FoundComponent[] => {
  if (!hasComponents(attribute)) return [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) => componentsIn(schema, attribute, entry, joinPath(path, index)));
  return isObject(value) ? [{ attributes: attributesOf(schema, attribute, value), values: value, path }] : [];
};

/** @returns the value of an attribute with other components in it; a value without components stays as it is */
export const mapComponents = (
  schema: EditorSchema,
  attribute: Attribute,
  value: FormValue,
  change: (values: FormValues, attributes: Attributes) => FormValues,
): FormValue => {
  if (!hasComponents(attribute)) return value;
  if (Array.isArray(value)) return value.map((entry: FormValue) => mapComponents(schema, attribute, entry, change));
  return isObject(value) ? change(value, attributesOf(schema, attribute, value)) : value;
};

/** @param change returns undefined for a value to leave out @returns the values; what is no attribute stays, such as keys of entries */
export const mapAttributes = (
  attributes: Attributes,
  values: FormValues,
  change: (attribute: Attribute, value: FormValue) => FormValue,
): FormValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const attribute = attributes[name];
      if (attribute === undefined) return [[name, value]];
      const changed = change(attribute, value);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );

/**
 * Whether a value contains everything below it: an answer contains components in part that are nested deeper than the API
 * populates. A write replaces components as a whole, so it would delete what is missing.
 */
export const isComplete = (schema: EditorSchema, attribute: Attribute, value: FormValue): boolean =>
  componentsIn(schema, attribute, value).every(({ attributes, values }) =>
    Object.entries(attributes).every(
      ([name, inner]) =>
        // A password is never in an answer.
        inner.type === 'password' || (values[name] !== undefined && isComplete(schema, inner, values[name])),
    ),
  );

/** @returns the values without the passwords, also without those of components in any depth */
export const withoutPasswords = (
  { attributes }: Pick<ContentType, 'attributes'>,
  schema: EditorSchema,
  values: FormValues,
): FormValues =>
  mapAttributes(attributes, values, (attribute, value) =>
    attribute.type === 'password'
      ? undefined
      : mapComponents(schema, attribute, value, (inner, of) => withoutPasswords({ attributes: of }, schema, inner)),
  );
