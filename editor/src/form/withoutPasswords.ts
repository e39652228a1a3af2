// Removes the passwords from the values of a form, or those of other entries from a new entry.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import type { FormValue, FormValues } from './types.ts';

/** @returns the new value of a password; undefined: the values do not contain it */
type Replace = (value: FormValue) => FormValue;

const inValue = (schema: EditorSchema, attribute: Attribute, value: FormValue, replace: Replace): FormValue => {
  const kind = kindOf(attribute);
  if (kind !== 'component' && kind !== 'components' && kind !== 'zone') return value;
  const inside = (entry: unknown): unknown => {
    if (!isObject(entry)) return entry;
    const uid = kind === 'zone' ? String(entry.__component) : (attribute.component ?? '');
    return inAttributes(schema, schema.components.get(uid)?.attributes ?? {}, entry, replace);
  };
  return Array.isArray(value) ? value.map(inside) : inside(value);
};

/** Keeps what is no attribute, such as the key of an entry. */
const inAttributes = (
  schema: EditorSchema,
  attributes: Attributes,
  values: FormValues,
  replace: Replace,
): FormValues => {
  const passwords = Object.entries(attributes).flatMap(([name, { type }]) => {
    const value = type === 'password' ? replace(values[name]) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const others = Object.entries(values).flatMap(([name, value]) => {
    const attribute = attributes[name];
    if (attribute?.type === 'password') return [];
    return [[name, attribute === undefined ? value : inValue(schema, attribute, value, replace)] as const];
  });
  return Object.fromEntries([...others, ...passwords]);
};

/** @returns the values without the passwords, also without those of components in any depth */
export const withoutPasswords = (
  { attributes }: Pick<ContentType, 'attributes'>,
  schema: EditorSchema,
  values: FormValues,
): FormValues => inAttributes(schema, attributes, values, () => undefined);

/**
 * @param uid of the component
 * @returns the values of a new entry, in which each password that was not typed is null: the API could keep that of an entry
 *   that was deleted at the same place
 */
export const withNewPasswords = <T extends FormValues>(schema: EditorSchema, uid: string, entry: T): T =>
  inAttributes(schema, schema.components.get(uid)?.attributes ?? {}, entry, (value) => value ?? null) as T;
