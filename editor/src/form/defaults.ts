// The values of a new document and of a new entry: the schema's defaults, and nothing else.
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, EditorSchema, ContentType } from '../schema/types.ts';
import { isComplete, mapComponents } from './components.ts';
import { newEntryKey } from './entries.ts';
import type { Entry, FormValue, FormValues } from './types.ts';

/** The value of an attribute without a value; undefined for a password, which stays absent. */
export const emptyValue = (attribute: Attribute): FormValue => {
  switch (kindOf(attribute)) {
    case 'password':
      return undefined;
    case 'relation':
    case 'files':
    case 'components':
    case 'zone':
      return [];
    case 'scalar':
    case 'file':
    case 'component':
      return null;
  }
};

/** A component that must be there is there from the start; the nesting of components ends, so this does too. */
const initialValue = (schema: EditorSchema, attribute: Attribute): FormValue => {
  const { component = '', required } = attribute;
  if (kindOf(attribute) === 'component' && required === true) return newComponent(schema, component);
  return attribute.default ?? emptyValue(attribute);
};

/** @returns the values of a new document of a type with these attributes */
export const newDocument = (schema: EditorSchema, attributes: Attributes): FormValues =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = initialValue(schema, attribute);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** @returns the values of a new component @param uid of the component */
export const newComponent = (schema: EditorSchema, uid: string): FormValues =>
  newDocument(schema, schema.components.get(uid)?.attributes ?? {});

/** @param inZone whether the entry is one of a dynamic zone, whose entries name their component */
export const newEntry = (schema: EditorSchema, uid: string, inZone: boolean): Entry => ({
  ...newComponent(schema, uid),
  __key: newEntryKey(),
  ...(inZone ? { __component: uid } : {}),
});

const fillValue = (schema: EditorSchema, attribute: Attribute, value: FormValue): FormValue =>
  mapComponents(schema, attribute, value, (values, attributes) => {
    const filled = Object.entries(attributes).flatMap(([name, inner]) => {
      const next = values[name] === undefined ? emptyValue(inner) : fillValue(schema, inner, values[name]);
      // A password stays absent.
      return next === undefined ? [] : [[name, next] as const];
    });
    return { ...values, ...Object.fromEntries(filled) };
  });

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
