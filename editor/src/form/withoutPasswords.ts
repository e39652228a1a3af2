// Removes the passwords from the values of a form.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import type { FormValue, FormValues } from './types.ts';

const inValue = (schema: EditorSchema, attribute: Attribute, value: FormValue): FormValue => {
  const kind = kindOf(attribute);
  if (kind !== 'component' && kind !== 'components' && kind !== 'zone') return value;
  const inside = (entry: unknown): unknown => {
    if (!isObject(entry)) return entry;
    const uid = kind === 'zone' ? String(entry.__component) : (attribute.component ?? '');
    return inAttributes(schema, schema.components.get(uid)?.attributes ?? {}, entry);
  };
  return Array.isArray(value) ? value.map(inside) : inside(value);
};

/** Keeps what is no attribute, such as the key of an entry. */
const inAttributes = (schema: EditorSchema, attributes: Attributes, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const attribute = attributes[name];
      if (attribute?.type === 'password') return [];
      return [[name, attribute === undefined ? value : inValue(schema, attribute, value)] as const];
    }),
  );

/** @returns the values without the passwords, also without those of components in any depth */
export const withoutPasswords = (
  { attributes }: Pick<ContentType, 'attributes'>,
  schema: EditorSchema,
  values: FormValues,
): FormValues => inAttributes(schema, attributes, values);
