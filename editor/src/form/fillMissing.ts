// Adds to the components of an older text the attributes that their schema got since.
import type { Attribute, ContentType, EditorSchema } from '../schema/types.ts';
import { emptyValue } from './defaults.ts';
import { attributesOf, isComplete } from './isComplete.ts';
import type { FormValue, FormValues } from './types.ts';

const isObject = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fillValue = (schema: EditorSchema, attribute: Attribute, value: FormValue): FormValue => {
  if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return value;
  if (Array.isArray(value)) return value.map((entry: unknown) => fillValue(schema, attribute, entry));
  if (!isObject(value)) return value;
  const filled = Object.entries(attributesOf(schema, attribute, value)).flatMap(([name, inner]) => {
    const filledValue = value[name] === undefined ? emptyValue(inner) : fillValue(schema, inner, value[name]);
    // A password stays absent.
    return filledValue === undefined ? [] : [[name, filledValue] as const];
  });
  return { ...value, ...Object.fromEntries(filled) };
};

/**
 * @param loaded the values of the document: what is not complete there is too deep for an answer, so it stays absent
 * @returns the values with an empty value for each attribute of a component that they lack
 */
export const fillMissing = (
  { attributes }: Pick<ContentType, 'attributes'>,
  schema: EditorSchema,
  values: FormValues,
  loaded: FormValues,
): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const attribute = attributes[name];
      const isFilled = attribute !== undefined && isComplete(schema, attribute, loaded[name]);
      return [name, isFilled ? fillValue(schema, attribute, value) : value];
    }),
  );
